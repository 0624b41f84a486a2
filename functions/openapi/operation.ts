import type * as z from 'zod';
import { failures, type FailureCode } from '../../lib/failure.ts';
import type { KeyScope } from '../../lib/request/keys/scopes.ts';

/** Chapters of the API's description, in their order. */
export const tags = {
  Scrape: 'One page, in the same connection.',
  Map: 'The URLs of a site.',
  Crawl: 'A site, page by page, from where a crawl starts.',
  Batch: 'A list of pages.',
  Extract: 'Questions that pages answer, as JSON.',
  Jobs: 'What jobs do and did, page by page.',
  Sources: 'What is fetched again and again, as manifests say it; and what changed.',
  Keys: "The keys of the caller's team.",
  Models: 'The keys of models that extraction asks with.',
  Usage: 'What a team uses and may use.',
  Estimate: 'What a request would take: pages, time, tokens and dollars.',
  Search: 'The web, through the search engine of the deployment.',
  Corpus: 'What was crawled, passage by passage.',
  Webhooks: "What a job's webhook was told, and telling it again.",
  'Version 1': "Firecrawl's first API, for clients that were made for it.",
  Documentation: 'This description.',
} as const;
export type OperationTag = keyof typeof tags;

/** The description of one route. What every route has in common is not repeated here: `make-document.ts` adds it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT';
  /** As the route has it: `/v2/crawl/{id}`. */
  readonly path: string;
  /** The name that generated clients give it. */
  readonly id: string;
  readonly tag: OperationTag;
  /** A few words, without a full stop. */
  readonly summary: string;
  /** Sentences, for what the parts do not say. */
  readonly description?: string;
  /** Query parameters, as the route parses them. */
  readonly query?: z.ZodObject;
  /** It takes `x-idempotency-key`. */
  readonly idempotent?: true;
  readonly body?: {
    readonly schema: z.ZodType;
    /** A request that works, for the curl line. */
    readonly example?: Readonly<Record<string, unknown>>;
    /** It may be left out. */
    readonly optional?: true;
    /** Another media type than JSON. */
    readonly type?: string;
  };
  /** What 200 brings: a schema, or the media type of what is not JSON. */
  readonly answer: z.ZodType | string;
  /** Failures of its own, beside those of the key, of a body and of a query. */
  readonly failures?: readonly FailureCode[];
  /** It needs no key. */
  readonly open?: true;
  /** What the key must be for; `read` of what only asks and `write` of all else, unless told. */
  readonly scope?: KeyScope;
  /** It begins work, which the limits of keys hold: one page, or a job. */
  readonly begins?: 'page' | 'job';
  /** The HTTP status of failures that have 422 elsewhere. */
  readonly unprocessable?: number;
  /** What names in its path stand for, where `{id}` is no job's. */
  readonly ids?: Readonly<Record<string, string>>;
}

/** A path that names a job may name none. */
export const ofJob = ['JOB_NOT_FOUND', 'JOB_EXPIRED'] as const satisfies readonly FailureCode[];

const codes = Object.keys(failures) as FailureCode[];

/** How an extraction can end without an answer. */
export const ofExtraction = codes.filter((code) => /^(?:LLM_|EXTRACT_|ALL_KEYS_)/.test(code));

/** How a page can end without content: a request that waits for it is answered so. */
export const ofPage: readonly FailureCode[] = [
  ...codes.filter(
    (code) =>
      (failures[code].fault === 'site' || failures[code].end !== 'failed') &&
      !ofExtraction.includes(code) &&
      !/^(?:SCRAPE_TIMEOUT|MAP_TIMEOUT|BUDGET_EXHAUSTED|ANSWER_COMPLETE)$/.test(code),
  ),
  'SELECTOR_NOT_FOUND',
  'ACTION_FAILED',
  'WORKER_BUSY',
  'VERSION_GONE',
  'DEAD_LETTER',
  'ENVELOPE_TOO_LARGE',
  'HOST_BUSY',
  'CONFLICT',
];

/** How it can end without a document: what a site refuses with a status is one. */
export const ofDocument: readonly FailureCode[] = [
  ...ofPage.filter((code) => !code.startsWith('HTTP_')),
  ...ofExtraction,
];

/** What a new job may be refused for. */
export const ofNewJob = [
  'BAD_REQUEST_INVALID_URL',
  'FORBIDDEN',
  'IDEMPOTENCY_KEY_REUSED',
] as const satisfies readonly FailureCode[];
