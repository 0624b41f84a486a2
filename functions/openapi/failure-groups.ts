import { failures, type FailureCode } from '../../lib/failure.ts';

/** Failures of a path that names a job: the job may not exist. */
export const ofJob = ['JOB_NOT_FOUND', 'JOB_EXPIRED'] as const satisfies readonly FailureCode[];

const codes = Object.keys(failures) as FailureCode[];

/** How an extraction can end without an answer. */
export const ofExtraction = codes.filter((code) => /^(?:LLM_|EXTRACT_|ALL_KEYS_)/.test(code));

/** How a page can end without content. A request that waits for the page gets this failure. */
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

/** How a page can end without a document: if the site refuses it with a status, there still is a document. */
export const ofDocument: readonly FailureCode[] = [
  ...ofPage.filter((code) => !code.startsWith('HTTP_')),
  ...ofExtraction,
];

/** Why a run of a source may not begin. */
export const ofRun = ['SOURCE_PAUSED', 'BUDGET_EXHAUSTED'] as const satisfies readonly FailureCode[];

/** Why a new job may be refused. */
export const ofNewJob = [
  'BAD_REQUEST_INVALID_URL',
  'FORBIDDEN',
  'IDEMPOTENCY_KEY_REUSED',
] as const satisfies readonly FailureCode[];
