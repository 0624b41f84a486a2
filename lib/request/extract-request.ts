import * as z from 'zod';
import { shownInput } from './describe-issues.ts';
import { failure, type Failure } from '../failure.ts';
import type { Dialect } from './dialect.ts';
import { limits } from '../limits/limits.ts';
import { completeSpec, crawlFromRoots, fieldSchema, maxWaitField, type ExtractSpec } from './extract-spec.ts';
import { withoutUndefined } from './json-format.ts';
import type { JobSpec } from './job-spec.ts';
import { parseWith, type ParsedRequest } from './parse-request.ts';
import { schemaProblem } from './schema/schema-field.ts';
import { schemaMeant } from './schema/shorthand-schema.ts';
import { completeScrapeOptions, scrapeOptionsField } from './scrape-options.ts';
import { urlProblem, withScheme } from './url-field.ts';
import { webhookField } from './webhook-spec.ts';
import type { PlainObject } from '../plain-object.ts';

const prompt = z.string().max(limits.promptCharactersMax).optional();

/** POST /v1/extract and /v2/extract: the fields of Firecrawl and of Raito together, and budgets. */
export const extractRequestSchema = z.object({
  urls: z
    .array(z.string(), { error: 'expected an array of URLs' })
    .min(1, { error: 'expected at least one URL' })
    .max(limits.extractUrlsMax)
    .meta({
      description: 'The pages; one that ends in `/*` stands for the site below it, which is crawled.',
    }),
  // Judged separately: faults of a schema have codes of their own.
  schema: z.unknown().optional().meta({
    type: 'object',
    description:
      'JSON Schema of the answer, an object or an array. Either this, or `fields`, or a `prompt` alone.',
  }),
  fields: z.array(fieldSchema).min(1).max(limits.schemaKeysMax).optional().meta({
    description: 'What is looked for, instead of a schema.',
  }),
  prompt: prompt.meta({ description: 'What is wanted, in words.' }),
  systemPrompt: prompt.meta({ description: 'Words that go before the prompt.' }),
  provider: z
    .string()
    .max(100)
    .optional()
    .meta({
      description:
        'Whose model is asked for what pages do not say themselves: `openai`, `anthropic`, `google`, or one ' +
        'that the operator added.',
    }),
  model: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "The model; the provider's usual one unless told." }),
  strict: z.boolean().optional().meta({
    default: false,
    description: 'An answer that the schema does not allow fails its page.',
  }),
  groundedOnly: z
    .boolean()
    .optional()
    .meta({
      default: true,
      description:
        'Withholds a value of a model that does not stand in the page, with a warning. Where it is false ' +
        'such values are answered with, and marked in the sources.',
    }),
  maxWaitSeconds: maxWaitField,
  ignoreInvalidURLs: z
    .boolean()
    .optional()
    .meta({
      description:
        "Pages that fail do not fail the job. True unless told, but under Raito's contract false, unless " +
        'the site is crawled.',
    }),
  enableWebSearch: z.boolean().optional().meta({
    default: false,
    description: 'Accepted for clients that send it; nothing is searched for.',
  }),
  allowExternalLinks: z.boolean().optional().meta({
    default: false,
    description: 'A crawl (`/*`) follows links to other sites as well.',
  }),
  showSources: z.boolean().optional().meta({
    default: false,
    description: 'Answers where each value was found.',
  }),
  scrapeOptions: scrapeOptionsField.optional().meta({
    default: {},
    description: 'How each page is fetched; its formats make no difference.',
  }),
  integration: z.string().max(200).nullish().meta({ description: 'Who asks; it is logged.' }),
  webhook: webhookField.optional().meta({ description: "Where the job's events are posted." }),
  maxDiscoveryDepth: z.number().int().min(0).max(100).optional().meta({
    default: limits.extractDepthDefault,
    description: 'Of a crawl (`/*`): links between its first page and the last that is fetched.',
  }),
  chunkTokens: z.number().int().min(256).max(100_000).optional().meta({
    default: limits.chunkTokensDefault,
    description: 'Input tokens of a part of a long page that the model is asked about by itself.',
  }),
  budget: z
    .object({
      pages: z
        .number()
        .int()
        .min(1)
        .max(limits.extractPagesMax)
        .optional()
        .meta({
          description:
            `Pages that a crawl (\`/*\`) visits, the likely ones first; ${limits.extractPagesDefault} unless ` +
            'told.',
        }),
      tokens: z.number().int().min(1).max(1e12).optional().meta({ description: 'Tokens of the model.' }),
      dollars: z.number().positive().max(1e6).optional().meta({ description: 'What the model may cost.' }),
    })
    .optional()
    .meta({ default: {}, description: 'What the job may use up before it ends with what it has.' }),
});
type Given = z.infer<typeof extractRequestSchema>;

/** An extraction as it will be carried out. */
export interface ExtractRequest {
  readonly request: JobSpec;
  readonly spec: ExtractSpec;
  readonly urls: readonly string[];
  readonly limit: number;
  readonly invalidURLs: readonly string[];
}

const wildcard = /\/\*+$/;

/** Reads what is looked for, or why that is not possible. */
const questionOf = (
  { schema, fields, prompt: asked }: Given,
  dialect: Dialect,
): Failure | Pick<ExtractSpec, 'schema' | 'fields'> => {
  if (schema !== undefined && schema !== null) {
    if (fields !== undefined) {
      return failure(
        'BAD_REQUEST',
        'Cannot accept the request: expected either a schema or fields, found both',
      );
    }
    const meant = schemaMeant(schema);
    return schemaProblem(meant) ?? { schema: meant as PlainObject };
  }
  if (fields !== undefined) {
    const names = new Set(fields.map(({ name }) => name));
    if (names.size === fields.length) return { fields };
    return failure(
      'INVALID_SCHEMA',
      'Cannot accept the request: fields: expected each name once, found one more often',
    );
  }
  if (dialect === 'raito')
    return failure('BAD_REQUEST', "Cannot accept the request: Missing required field 'schema'");
  if (asked !== undefined && asked.trim() !== '') return {};
  return failure(
    'BAD_REQUEST',
    'Cannot accept the request: expected a schema, fields or a prompt, found none of them',
  );
};

const extractSpec = (
  given: Given,
  question: Pick<ExtractSpec, 'schema' | 'fields'>,
  facts: { readonly dialect: Dialect; readonly crawls: boolean },
): ExtractSpec =>
  completeSpec({
    ...question,
    ...withoutUndefined({
      prompt: given.prompt,
      systemPrompt: given.systemPrompt,
      provider: given.provider,
      model: given.model,
      chunkTokens: given.chunkTokens,
      integration: given.integration ?? undefined,
      maxWaitMs: given.maxWaitSeconds === undefined ? undefined : given.maxWaitSeconds * 1_000,
    }),
    strict: given.strict ?? false,
    groundedOnly: given.groundedOnly ?? true,
    showSources: given.showSources ?? false,
    // By default Firecrawl leaves out pages that cannot be fetched, and Raito stops at them.
    ignoreInvalidURLs: given.ignoreInvalidURLs ?? (facts.dialect !== 'raito' || facts.crawls),
    merge: facts.dialect !== 'raito' || facts.crawls,
    budget: withoutUndefined({
      pages: facts.crawls ? (given.budget?.pages ?? limits.extractPagesDefault) : undefined,
      tokens: given.budget?.tokens,
      dollars: given.budget?.dollars,
    }),
  });

interface Candidates {
  /** Each URL without its wildcard, and whether it had one. */
  readonly urls: readonly { readonly url: string; readonly isRoot: boolean }[];
  readonly invalid: readonly string[];
}

/** Says what is wrong with a URL that adding a scheme would hide: a path has no host, and Raito requires the scheme. */
const unfinished = (raw: string, dialect: Dialect): string | null => {
  const text = raw.trim();
  if (text === '' || text.startsWith('/')) return 'expected a URL with a host, such as https://example.com/';
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  return dialect === 'raito' && !hasScheme
    ? 'expected a URL with its scheme, such as https://example.com/'
    : null;
};

const candidatesOf = (given: Given, dialect: Dialect): Candidates | Failure => {
  const all = given.urls.map((raw, index) => {
    const isRoot = wildcard.test(raw.trim());
    const url = withScheme(isRoot ? raw.trim().replace(wildcard, '/') : raw);
    return { raw, index, url, isRoot, problem: unfinished(raw, dialect) ?? urlProblem(url) };
  });
  const wrong = all.filter(({ problem }) => problem !== null);
  const [first] = wrong;
  // Raito always refuses text that is not a URL. Firecrawl leaves it out unless the request says otherwise.
  const mayLeaveOut = dialect !== 'raito' && given.ignoreInvalidURLs !== false && wrong.length < all.length;
  if (first !== undefined && !mayLeaveOut) {
    const found = shownInput(first.raw);
    const message =
      `Cannot accept the request: Invalid URL at index ${first.index}: ${first.problem ?? ''}, found ` +
      found;
    return failure('BAD_REQUEST_INVALID_URL', message);
  }
  return {
    urls: all.filter(({ problem }) => problem === null).map(({ url, isRoot }) => ({ url, isRoot })),
    invalid: wrong.map(({ raw }) => raw),
  };
};

/** Parses the body of an extract request in a dialect, or says what is wrong with it in that dialect's codes. */
export const parseExtractRequest = (body: unknown, dialect: Dialect): ParsedRequest<ExtractRequest> => {
  const refuse = (why: Failure): ParsedRequest<ExtractRequest> => ({ ok: false, failure: why });
  const has = typeof body === 'object' && body !== null && 'urls' in body && body.urls !== undefined;
  if (!has && typeof body === 'object' && body !== null) {
    const why =
      dialect === 'raito'
        ? "Missing required field 'urls'"
        : 'urls: expected at least one URL; a prompt alone would need a web search, which Gleaner does not have';
    return refuse(failure('BAD_REQUEST', `Cannot accept the request: ${why}`));
  }
  const parsed = parseWith(extractRequestSchema, body);
  if (!parsed.ok) return parsed;
  const given = parsed.value;
  const candidates = candidatesOf(given, dialect);
  if ('code' in candidates) return refuse(candidates);
  const question = questionOf(given, dialect);
  if ('code' in question) return refuse(question);
  const roots = candidates.urls.flatMap(({ url, isRoot }) => (isRoot ? [url] : []));
  const crawls = roots.length > 0;
  const spec = extractSpec(given, question, { dialect, crawls });
  const urls = [...new Set(candidates.urls.map(({ url }) => url))];
  const scrape = { ...completeScrapeOptions(given.scrapeOptions ?? {}), formats: ['markdown', 'json'] };
  const ignored = given.enableWebSearch === true ? [...parsed.ignored, 'enableWebSearch'] : parsed.ignored;
  const pages = spec.budget.pages;
  return {
    ok: true,
    ignored,
    value: {
      request: { url: urls[0] ?? '', scrape, ...(crawls ? { crawl: crawlFromRoots(given, roots) } : {}) },
      spec,
      urls,
      // The frontier holds more pages than are visited: the likely ones are visited first.
      limit: pages === undefined ? urls.length : pages * limits.frontierPerPage,
      invalidURLs: candidates.invalid,
    },
  };
};

/**
 * Decides the dialect of a request to /v1/extract. Firecrawl's clients always name themselves in `origin`, and never
 * send `provider`, `model`, `strict` or `fields`. Otherwise the deployment's setting decides, by default Raito.
 */
export const dialectOfExtract = (body: unknown, usual: Dialect = 'raito'): Dialect => {
  if (typeof body !== 'object' || body === null) return usual;
  const { origin } = body as { origin?: unknown };
  if (typeof origin === 'string' && /^(?:js-sdk|python-sdk|mcp|firecrawl|langchain|api-sdk)\b/i.test(origin))
    return 'v1';
  if (['provider', 'model', 'strict', 'fields'].some((key) => key in body)) return 'raito';
  return usual;
};
