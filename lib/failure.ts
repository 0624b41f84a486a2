/**
 * The one table of failures. A code decides three things, and nothing else in Gleaner decides them:
 * what happens next (`retry`), whose fault it is (`fault`), and how the API answers (`http`).
 * Every code has a section in docs/failures.md; a test keeps the two in step.
 */

/**
 * What happens after the failure:
 * - `never`: the same request would fail again.
 * - `later`: a short back-off, counted against the page's attempts.
 * - `host`: the whole host is left alone for a while, then the page is tried again.
 * - `tier`: the next fetch tier may succeed where this one did not.
 */
export type RetryClass = 'never' | 'later' | 'host' | 'tier';

/** Who has to act if it is to work: the caller, the site, the model provider, or the operators of this stack. */
export type Fault = 'caller' | 'site' | 'model' | 'us';

/** How a page ends when the failure is final. */
export type FailureEnd = 'failed' | 'blocked' | 'skipped';

interface FailureRow {
  readonly retry: RetryClass;
  readonly fault: Fault;
  /** Never 502: clients repeat a POST that is answered so, and a site that is down would be asked three times more. */
  readonly http: number;
  readonly end: FailureEnd;
}

const row = (retry: RetryClass, fault: Fault, http: number, end: FailureEnd = 'failed'): FailureRow => ({
  retry,
  fault,
  http,
  end,
});

export const failures = {
  // What a request can do wrong.
  BAD_REQUEST: row('never', 'caller', 400),
  BAD_REQUEST_INVALID_JSON: row('never', 'caller', 400),
  BAD_REQUEST_INVALID_URL: row('never', 'caller', 400),
  CURSOR_UNKNOWN: row('never', 'caller', 400),
  BODY_TOO_LARGE: row('never', 'caller', 413),
  UNAUTHORIZED: row('never', 'caller', 401),
  FORBIDDEN: row('never', 'caller', 403),
  NOT_FOUND: row('never', 'caller', 404),
  METHOD_NOT_ALLOWED: row('never', 'caller', 405),
  JOB_NOT_FOUND: row('never', 'caller', 404),
  JOB_EXPIRED: row('never', 'caller', 404),
  JOB_OVER: row('never', 'caller', 409),
  JOB_RUNNING: row('never', 'caller', 409),
  NOTHING_TO_REDRIVE: row('never', 'caller', 409),
  REDRIVEN_TOO_OFTEN: row('never', 'caller', 409),
  IDEMPOTENCY_KEY_REUSED: row('never', 'caller', 409),
  INVALID_SCHEMA: row('never', 'caller', 400),
  SCHEMA_TOO_COMPLEX: row('never', 'caller', 400),
  SOURCE_PAUSED: row('never', 'us', 409),
  ALERT_NOT_FOUND: row('never', 'caller', 404),
  SOURCE_NOT_FOUND: row('never', 'caller', 404),
  MANIFEST_NOT_FOUND: row('never', 'caller', 404),
  PLAN_STALE: row('never', 'caller', 409),
  PLAN_REFUSED: row('never', 'caller', 409),
  RUN_OPEN: row('never', 'caller', 409),
  UPLOAD_GONE: row('never', 'us', 500),
  NOT_SUPPORTED: row('never', 'caller', 501),
  RATE_LIMITED: row('later', 'caller', 429),
  RATE_LIMIT_EXCEEDED: row('later', 'caller', 429),
  CONCURRENCY_LIMIT_EXCEEDED: row('later', 'caller', 429),
  SEARCH_NOT_CONFIGURED: row('never', 'us', 501),
  SEARCH_FAILED: row('later', 'us', 503),
  CORPUS_NOT_FOUND: row('never', 'caller', 404),
  PAGE_NOT_FOUND: row('never', 'caller', 404),
  CORPUS_UNAVAILABLE: row('later', 'us', 503),
  CORPUS_OTHER_EMBEDDER: row('never', 'us', 409),
  EMBEDDER_NOT_CONFIGURED: row('never', 'caller', 422),
  EMBEDDER_UNAVAILABLE: row('later', 'model', 503),
  EMBEDDER_REFUSED: row('never', 'us', 503),
  EMBEDDER_WRONG_DIMENSIONS: row('never', 'us', 503),

  // What a site can do.
  DNS_NOT_FOUND: row('never', 'site', 422),
  DNS_FAILED: row('later', 'site', 422),
  CONNECTION_REFUSED: row('later', 'site', 422),
  CONNECTION_RESET: row('later', 'site', 422),
  TLS_FAILED: row('never', 'site', 422),
  TIMEOUT: row('later', 'site', 408),
  PROTOCOL_ERROR: row('later', 'site', 422),
  HTTP_FORBIDDEN: row('never', 'site', 422),
  HTTP_NOT_FOUND: row('never', 'site', 422),
  HTTP_GONE: row('never', 'site', 422),
  HTTP_CLIENT_ERROR: row('never', 'site', 422),
  HTTP_TOO_MANY_REQUESTS: row('host', 'site', 422),
  HTTP_UNAVAILABLE: row('host', 'site', 422),
  HTTP_SERVER_ERROR: row('later', 'site', 422),
  REDIRECT_LOOP: row('never', 'site', 422),
  REDIRECT_TOO_MANY: row('never', 'site', 422),
  REDIRECT_INVALID: row('never', 'site', 422),
  REDIRECT_OUT_OF_SCOPE: row('never', 'site', 422, 'skipped'),
  RESPONSE_TOO_LARGE: row('never', 'site', 422),
  RESPONSE_BOMB: row('never', 'site', 422),
  RESPONSE_UNREADABLE: row('never', 'site', 422),
  CONTENT_TYPE_UNSUPPORTED: row('never', 'site', 422),
  CONTENT_EMPTY: row('tier', 'site', 422),
  CONTENT_TOO_COMPLEX: row('never', 'site', 422),
  CONTENT_UNREADABLE: row('never', 'site', 422),
  BROWSER_CRASHED: row('later', 'site', 422),
  SELECTOR_TOO_COSTLY: row('never', 'caller', 422),
  SELECTOR_NOT_FOUND: row('never', 'caller', 422),
  ACTION_FAILED: row('never', 'caller', 422),
  PDF_NEEDS_OCR: row('never', 'site', 422),
  SOFT_NOT_FOUND: row('never', 'site', 422),
  LOGIN_REQUIRED: row('never', 'site', 403, 'blocked'),
  CONSENT_REQUIRED: row('never', 'site', 422, 'blocked'),
  SITEMAP_INVALID: row('never', 'site', 422),
  DATA_INVALID: row('never', 'site', 422),
  WIKI_API_FAILED: row('tier', 'site', 422),

  // What a service can do that fetches pages for us.
  FETCHER_NOT_CONFIGURED: row('never', 'us', 422),
  FETCHER_REFUSED: row('never', 'us', 503),
  FETCHER_OUT_OF_CREDITS: row('never', 'us', 503),
  FETCHER_RATE_LIMITED: row('later', 'us', 503),
  FETCHER_UNAVAILABLE: row('later', 'us', 503),

  // What we decline to do, or may not pass.
  CHALLENGE: row('tier', 'site', 403, 'blocked'),
  NOT_AN_ARTICLE: row('never', 'caller', 422, 'skipped'),
  ROBOTS_DISALLOWED: row('never', 'site', 403, 'blocked'),
  ROBOTS_NOINDEX: row('never', 'site', 403, 'blocked'),
  ROBOTS_UNREACHABLE: row('later', 'site', 422, 'blocked'),
  ADDRESS_NOT_ALLOWED: row('never', 'caller', 403, 'blocked'),
  SCHEME_NOT_ALLOWED: row('never', 'caller', 400, 'blocked'),

  // Extraction.
  EXTRACT_FAILED: row('never', 'us', 422),
  EXTRACT_EMPTY_RESULT: row('never', 'site', 422),
  EXTRACT_SCHEMA_MISMATCH: row('never', 'site', 422),
  LLM_NOT_CONFIGURED: row('never', 'caller', 422),
  ALL_KEYS_EXHAUSTED: row('later', 'us', 503),
  LLM_UNAVAILABLE: row('later', 'model', 503),
  LLM_TIMEOUT: row('later', 'model', 504),
  LLM_MODEL_NOT_FOUND: row('never', 'caller', 422),
  LLM_BAD_REQUEST: row('never', 'us', 422),
  LLM_CONTEXT_EXCEEDED: row('never', 'caller', 422),
  LLM_TRUNCATED: row('never', 'model', 422),
  LLM_REFUSED: row('never', 'model', 422),
  LLM_CONTENT_FILTERED: row('never', 'model', 422),
  LLM_EMPTY_ANSWER: row('later', 'model', 422),
  LLM_ANSWER_INVALID: row('never', 'model', 422),
  BUDGET_EXHAUSTED: row('never', 'caller', 422, 'skipped'),
  ANSWER_COMPLETE: row('never', 'caller', 422, 'skipped'),

  // How a job's end reaches its open pages.
  SAME_CONTENT: row('never', 'site', 422, 'skipped'),
  LIMIT_REACHED: row('never', 'caller', 422, 'skipped'),
  JOB_CANCELLED: row('never', 'caller', 409, 'skipped'),
  JOB_DEADLINE: row('never', 'us', 504, 'skipped'),
  SCRAPE_TIMEOUT: row('later', 'site', 408),
  MAP_TIMEOUT: row('later', 'site', 408),

  // What can go wrong on our side.
  WORKER_BUSY: row('later', 'us', 503),
  VERSION_GONE: row('later', 'us', 503),
  DEAD_LETTER: row('never', 'us', 500),
  ENVELOPE_TOO_LARGE: row('never', 'us', 500),
  HOST_BUSY: row('later', 'us', 503),
  CONFLICT: row('later', 'us', 503),
  INTERNAL: row('later', 'us', 500),
} as const satisfies Record<string, FailureRow>;

export type FailureCode = keyof typeof failures;
export const failureCodes = Object.keys(failures) as FailureCode[];

/** A failure as a value: what was found and what was wanted, in one sentence that holds no secret. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  /** More of it, for programs: the API answers it beside the message. */
  readonly details?: unknown;
}

/** Makes a failure. The message says what could not be done, then what was found and what was wanted. */
export const failure = (code: FailureCode, message: string): Failure => ({ code, message });

/** A failure on its way up through code that has no other way to tell of it. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(why: Failure) {
    super(why.message);
    this.name = 'FailureError';
    this.failure = why;
  }
}

/** What happens after this failure. */
export const retryClass = (code: FailureCode): RetryClass => failures[code].retry;

/** How a page ends when this failure is final. */
export const endAfter = (code: FailureCode): FailureEnd => failures[code].end;

/** HTTP status with which the API reports the failure to the client whose request it ended. */
export const httpStatusFor = (code: FailureCode): number => failures[code].http;

/** True for a string that names a row of the table: what was stored by an older version may not. */
export const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(failures, code);

/** True for what was stored as a failure. */
export const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  isFailureCode(value.code);
