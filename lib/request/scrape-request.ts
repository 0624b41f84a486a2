import * as z from 'zod';
import { shownInput } from './describe-issues.ts';
import { failure } from '../failure.ts';
import { isPlainObject } from '../plain-object.ts';
import type { JobSpec } from './job-spec.ts';
import { limits } from '../limits/limits.ts';
import { parseWith, type ParsedRequest } from './parse-request.ts';
import { completeScrapeOptions, concurrencyField, scrapeOptionsShape } from './scrape-options.ts';
import { sourceField } from './source/source-field.ts';
import { urlField, urlProblem, withScheme } from './url-field.ts';
import { webhookField } from './webhook-spec.ts';

/** POST /v2/scrape. */
export const scrapeRequestSchema = z.object({
  url: urlField.meta({ description: 'The page; `http://` is added where no scheme is given.' }),
  ...scrapeOptionsShape,
});

/** POST /v2/batch/scrape: the options of a scrape are beside the URLs. */
export const batchRequestSchema = z.object({
  urls: z
    .array(z.string())
    .min(1, { error: 'expected at least one URL' })
    .max(limits.batchUrlsMax)
    .meta({ description: 'The pages; one that is named twice is fetched once.' }),
  ignoreInvalidURLs: z.boolean().optional().meta({
    default: true,
    description: 'Leaves out what is no URL and names it in `invalidURLs`; otherwise it is an error.',
  }),
  maxConcurrency: concurrencyField,
  webhook: webhookField.optional().meta({ description: "Where the job's events are posted." }),
  source: sourceField.optional(),
  ...scrapeOptionsShape,
});

/** Parses the body of a scrape request. */
export const parseScrapeRequest = (body: unknown): ParsedRequest<JobSpec> => {
  const parsed = parseWith(scrapeRequestSchema, body);
  return parsed.ok
    ? { ...parsed, value: { url: parsed.value.url, scrape: completeScrapeOptions(parsed.value) } }
    : parsed;
};

export interface BatchSpec {
  readonly request: JobSpec;
  readonly urls: readonly string[];
  readonly invalidURLs: readonly string[];
}

/** Parses the body of a batch. Invalid URLs are left out and named, unless the caller wants them to be an error. */
export const parseBatchRequest = (body: unknown): ParsedRequest<BatchSpec> => {
  const parsed = parseWith(batchRequestSchema, body);
  if (!parsed.ok) return parsed;
  // Whoever appends polls the batch that is named, where the pages of a new one would never come.
  if (isPlainObject(body) && typeof body['appendToId'] === 'string') {
    const message =
      'Cannot accept the request: appendToId: found a batch to append to, and a batch takes no further URLs once it ' +
      'is accepted; send them as a batch of their own, without appendToId';
    return { ok: false, failure: failure('BAD_REQUEST', message) };
  }
  const given = parsed.value;
  const candidates = given.urls.map((raw) => ({ raw, url: withScheme(raw) }));
  const invalid = candidates.flatMap(({ raw, url }, index) => {
    const problem = urlProblem(url);
    return problem === null ? [] : [{ raw, index, problem }];
  });
  const [first] = invalid;
  if (first !== undefined && given.ignoreInvalidURLs === false) {
    const message = `Cannot accept the request: urls.${first.index}: ${first.problem}, found ${shownInput(first.raw)}`;
    return { ok: false, failure: failure('BAD_REQUEST_INVALID_URL', message) };
  }
  const urls = candidates.flatMap(({ url }) => (urlProblem(url) === null ? [url] : []));
  const [url] = urls;
  if (url === undefined) {
    const message =
      `Cannot accept the request: none of the ${given.urls.length} URLs can be fetched; ` +
      `urls.0: ${first?.problem ?? ''}`;
    return { ok: false, failure: failure('BAD_REQUEST_INVALID_URL', message) };
  }
  return {
    ...parsed,
    value: {
      request: {
        url,
        scrape: completeScrapeOptions(given),
        ...(given.maxConcurrency === undefined ? {} : { maxConcurrency: given.maxConcurrency }),
      },
      urls,
      invalidURLs: invalid.map(({ raw }) => raw),
    },
  };
};
