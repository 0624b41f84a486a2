import { putExtractSpec } from '../../store/jobs/extract-specs.ts';
import { failure, type Failure, type FailureCode } from '../../failure.ts';
import { newWebhook, type JobWebhook } from '../../job/webhook.ts';
import { newJobId } from '../../job/job-id.ts';
import { newJob } from '../../job/new-job.ts';
import { isAwaited, type JobKind } from '../../job/job-kind.ts';
import type { Dialect } from '../../request/dialect.ts';
import type { JobSpec } from '../../request/job-spec.ts';
import { parseCrawlRequest } from '../../request/crawl-request.ts';
import { hashSpec, type ExtractSpec } from '../../request/extract-spec.ts';
import { parseExtractRequest } from '../../request/extract-request.ts';
import { asksForAnswers, readFormatSpec } from '../../request/format-spec.ts';
import { parseMapOfCrawl, parseMapRequest, type MapSpec } from '../../request/map-request.ts';
import { ignoredWarning, type ParsedRequest } from '../../request/parse-request.ts';
import { parseBatchRequest, parseScrapeRequest } from '../../request/scrape-request.ts';
import { fromV1, inV1Names, v1Formats } from '../../request/v1-request.ts';
import { readWebhook } from '../../request/webhook-spec.ts';
import { provenanceSchema, readSourceField } from '../../request/source/source-field.ts';
import { distinctUrls } from '../../frontier/canonical-url.ts';
import { hostOf } from '../../frontier/page.ts';
import { allowJob } from './allow-job.ts';
import { claimId } from './claim-id.ts';
import { boundRequest, typedUrls } from './bind-request.ts';
import { refuseRequest } from './refuse-request.ts';
import { passOnSealed, sealWebhook, sealRequest, type Seal, type SealedRequest } from './seal-request.ts';
import { seedPages, startFailedJob, startJob, type SourceRun } from './start-job.ts';
import type { RunningJob } from '../../job/job.ts';
import type { Objects } from '../../store/objects.ts';
import type { StartDependencies } from './seed-parts.ts';
import type { ChosenOptions } from '../../request/crawl-prompt.ts';
import { isPlainObject } from '../../plain-object.ts';

/** What a submission needs. */
export interface SubmitDependencies extends StartDependencies {
  /** Seals headers of callers before they are stored. */
  readonly seal: Seal;
  /** The bucket of manifests: a job that names a source is bound by its limits. */
  readonly sources: Objects;
  /** Callers may run scripts of their own in the pages that are fetched for them. */
  readonly allowScripts?: boolean;
}

/** A request for a job: from the API, a schedule or a direct invoke. */
export interface Submission {
  readonly kind: JobKind;
  readonly body: unknown;
  /** Options that a model made from the body's `prompt`; used where the body itself names none. */
  readonly filled?: ChosenOptions['options'];
  readonly team: string;
  /** For a map: the body is that of a crawl, and the map lists what the crawl would find. */
  readonly ofCrawl?: true;
  /** The API key of the submission: the job's usage is counted for that key. */
  readonly keyId?: string;
  readonly source?: string;
  /** The one page is a file that was sent. */
  readonly upload?: JobSpec['upload'];
  /** The URLs were found, such as by a search: the caller's headers are not meant for them. */
  readonly areFound?: true;
  /** Headers of a source, sealed when its manifest was applied. They take precedence over those of the body. */
  readonly sealed?: SealedRequest;
  /** The API whose words the body uses; Firecrawl's v2 by default. */
  readonly dialect?: Dialect;
  /** Until when a caller waits for it (milliseconds since the epoch): its pages go before those of other jobs. */
  readonly awaitedUntil?: number;
  /** Why the job fails before any URL is fetched, if that is known already. */
  readonly failsAs?: FailureCode;
  /** Set if it is a run of a source of a manifest. */
  readonly run?: SourceRun;
  /** The same token with the same body finds the job of the first submission. */
  readonly token?: string;
}

export type Submitted =
  | {
      readonly ok: true;
      readonly job: RunningJob;
      readonly invalidURLs: readonly string[];
      readonly warning?: string;
    }
  | { readonly ok: false; readonly failure: Failure };

/** The complete order of a submission. */
export interface SubmittedSpec {
  readonly request: JobSpec;
  readonly urls: readonly string[];
  readonly limit: number;
  readonly invalidURLs: readonly string[];
  /** What is extracted from each page. */
  readonly spec?: ExtractSpec;
}

const mapJobSpec = (parsed: ParsedRequest<MapSpec>): ParsedRequest<SubmittedSpec> =>
  parsed.ok
    ? { ...parsed, value: { ...parsed.value, urls: [parsed.value.request.url], invalidURLs: [] } }
    : parsed;

/** The parts of a submission that say what is wanted. */
type SubmittedBody = Pick<Submission, 'kind' | 'body' | 'dialect' | 'ofCrawl'>;

const parse = ({ kind, body, dialect = 'v2', ofCrawl }: SubmittedBody): ParsedRequest<SubmittedSpec> => {
  switch (kind) {
    case 'crawl': {
      const parsed = parseCrawlRequest(body);
      if (!parsed.ok) return parsed;
      const { request, limit } = parsed.value;
      return { ...parsed, value: { request, limit, urls: [request.url], invalidURLs: [] } };
    }
    case 'batch': {
      const parsed = parseBatchRequest(body);
      if (!parsed.ok) return parsed;
      return { ...parsed, value: { ...parsed.value, limit: distinctUrls(parsed.value.urls).length } };
    }
    case 'scrape': {
      const parsed = parseScrapeRequest(body);
      if (!parsed.ok) return parsed;
      return {
        ...parsed,
        value: { request: parsed.value, urls: [parsed.value.url], limit: 1, invalidURLs: [] },
      };
    }
    case 'extract': {
      const parsed = parseExtractRequest(body, dialect);
      if (!parsed.ok || parsed.value.request.crawl !== undefined) return parsed;
      return { ...parsed, value: { ...parsed.value, limit: distinctUrls(parsed.value.urls).length } };
    }
    case 'map':
      return mapJobSpec(ofCrawl === true ? parseMapOfCrawl(body) : parseMapRequest(body, dialect));
  }
};

/**
 * Adds the extraction that a request's formats order, whether the formats are at its top or among a crawl's options.
 */
const withFormatSpec = (
  parsed: ParsedRequest<SubmittedSpec>,
  body: unknown,
): ParsedRequest<SubmittedSpec> => {
  if (!parsed.ok || !asksForAnswers(parsed.value.request.scrape) || parsed.value.spec !== undefined)
    return parsed;
  const { formats, scrapeOptions } = body as { formats?: unknown; scrapeOptions?: { formats?: unknown } };
  const found = readFormatSpec(formats ?? scrapeOptions?.formats);
  if ('failure' in found) return { ok: false, failure: found.failure };
  return found.spec === null ? parsed : { ...parsed, value: { ...parsed.value, spec: found.spec } };
};

/** Reads a body in the words of its dialect: v1 bodies that extract or map have parsers of their own. */
export const readSubmission = (submission: SubmittedBody): ParsedRequest<SubmittedSpec> => {
  const { kind, body, dialect } = submission;
  if (dialect !== 'v1' || kind === 'extract' || kind === 'map') {
    return withFormatSpec(parse(submission), body);
  }
  const translated = fromV1(kind, body);
  const parsed = withFormatSpec(parse({ ...submission, body: translated }), translated);
  if (!parsed.ok) return parsed;
  const { request } = parsed.value;
  const scrape = { ...request.scrape, formats: v1Formats(kind, body, request.scrape.formats) };
  return {
    ...parsed,
    ignored: inV1Names(parsed.ignored),
    value: { ...parsed.value, request: { ...request, scrape } },
  };
};

/** Makes a body with the options that were made from its prompt, without the prompt. */
const filledBody = ({ body, filled }: Submission): unknown => {
  if (filled === undefined || !isPlainObject(body)) return body;
  const { prompt: _prompt, ...given } = body;
  return { ...filled, ...given };
};

/** Makes the request as it is stored: its headers bound to their origins, and sealed. */
const keptRequest = async (
  { seal }: Pick<SubmitDependencies, 'seal'>,
  { team, sealed, areFound }: Pick<Submission, 'team' | 'sealed' | 'areFound'>,
  request: JobSpec,
  urls: readonly string[],
): Promise<JobSpec | Failure> => {
  if (sealed !== undefined) return passOnSealed(team, boundRequest(request, 'source', urls), sealed);
  if (Object.keys(request.scrape.headers).length === 0) return request;
  return await sealRequest(seal, team, boundRequest(request, areFound === true ? 'found' : 'named', urls));
};

/** Starts a job, or fails it if it is known to fail; returns why a run could not claim its source. */
const beginJob = async (
  dependencies: SubmitDependencies,
  job: RunningJob,
  urls: readonly string[],
  { failsAs, run, webhook }: Pick<Submission, 'failsAs' | 'run'> & { readonly webhook: JobWebhook | null },
): Promise<Failure | null> => {
  if (failsAs !== undefined) {
    await startFailedJob(dependencies, job, failsAs, webhook);
    return null;
  }
  if ((await startJob(dependencies, job, urls, webhook, run)) || run === undefined) return null;
  const message = `Cannot run the source ${job.source ?? ''}: it was changed or run at the same moment. Try again`;
  return failure('CONFLICT', message);
};

/** Makes what a job's item says about its extraction. The full spec is stored beside it. */
const extractPart = (spec: ExtractSpec): NonNullable<JobSpec['extract']> => {
  const { pages, tokens, dollars } = spec.budget;
  const budget = {
    ...(tokens === undefined ? {} : { tokens }),
    ...(dollars === undefined ? {} : { dollars }),
  };
  return {
    order: hashSpec(spec),
    ...(spec.ignoreInvalidURLs ? {} : { failFast: true as const }),
    ...(pages === undefined ? {} : { pagesMax: pages }),
    ...(Object.keys(budget).length === 0 ? {} : { budget }),
  };
};

/** Validates a request and starts its job. Every mistake of a caller is returned as a failure. */
export const submitJob = async (
  dependencies: SubmitDependencies,
  submission: Submission,
): Promise<Submitted> => {
  const { dialect = 'v2' } = submission;
  const parsed = readSubmission({ ...submission, body: filledBody(submission) });
  if (!parsed.ok) return parsed;
  const refusal = refuseRequest(parsed.value.request, {
    allowScripts: dependencies.allowScripts === true,
    sealedNames: submission.sealed?.names,
  });
  if (refusal !== null) return { ok: false, failure: refusal };
  const { urls, invalid: untyped } = typedUrls(parsed.value.urls);
  const invalid = [...parsed.value.invalidURLs, ...untyped];
  const [url] = urls;
  if (url === undefined) {
    const message =
      `Cannot accept the request: url: expected a URL such as https://example.com/, ` +
      `found ${JSON.stringify(invalid[0] ?? '')}`;
    return { ok: false, failure: failure('BAD_REQUEST_INVALID_URL', message) };
  }
  // A schedule names its source itself; a body names one in the words of v2.
  const named = dialect === 'v2' ? readSourceField(submission.body) : null;
  const source = submission.source ?? named?.id;
  const allowed = await allowJob(dependencies, { ...submission, source }, parsed.value);
  if (!allowed.ok) return allowed;
  const now = dependencies.now();
  const claimed = await claimId(dependencies, submission, submission.run?.id ?? newJobId(now));
  if ('code' in claimed) return { ok: false, failure: claimed };
  const { spec } = parsed.value;
  const extract = spec === undefined ? {} : { extract: extractPart(spec) };
  if (spec !== undefined) await putExtractSpec(dependencies.table, hashSpec(spec), spec, now);
  const request = await keptRequest(dependencies, submission, { ...parsed.value.request, url }, urls);
  if ('code' in request) return { ok: false, failure: request };
  // The caller of one page, or of a map, waits for it and needs no webhook.
  const webhook = isAwaited(submission.kind) ? null : readWebhook(submission.body);
  const draft = newJob({
    id: claimed.id,
    kind: submission.kind,
    dialect,
    team: submission.team,
    keyId: submission.keyId,
    request: {
      ...request,
      ...(submission.upload === undefined ? {} : { upload: submission.upload }),
      ...extract,
      ...(webhook === null ? {} : { webhook: { events: webhook.events } }),
    },
    limit: allowed.limit,
    hosts: new Set(urls.map(hostOf)).size,
    now,
    ...(source === undefined ? {} : { source }),
    ...(named === null ? {} : { provenance: provenanceSchema.parse(named) }),
    awaitedUntil: submission.awaitedUntil,
    ...(submission.run === undefined ? {} : { trigger: submission.run.trigger }),
    ...allowed.budget,
  });
  const job = draft.request.crawl !== undefined ? draft : { ...draft, limit: seedPages(draft, urls).length };
  const own = webhook === null ? null : await sealWebhook(dependencies.seal, newWebhook(job, webhook));
  if (own !== null && 'code' in own) return { ok: false, failure: own };
  const lost = await beginJob(dependencies, job, urls, { ...submission, webhook: own });
  if (lost !== null) return { ok: false, failure: lost };
  const warnings = [allowed.warning, ignoredWarning(parsed.ignored)].filter((each) => each !== undefined);
  return {
    ok: true,
    job,
    invalidURLs: invalid,
    ...(warnings.length === 0 ? {} : { warning: warnings.join('. ') }),
  };
};
