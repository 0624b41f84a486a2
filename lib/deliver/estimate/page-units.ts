import type { Units } from '../../job/units.ts';

/**
 * What fetching takes of each service, as measured (docs/cost.md, "What an estimate is made of"): for one page, for one
 * message of up to ten pages, for one job. Time is separate, because a host's pace decides it.
 */

/**
 * When the page is admitted 2 write units, at its end 2 or 4 (a large page's end is above a kilobyte), for its last
 * version 1.
 */
export const unitsOfPage: Units = { wru: 5, rru: 2.1, puts: 1 };

/** The job's counters, once for pages that end together. */
export const unitsOfEnds: Units = { wru: 2 };

/**
 * The host's pace, the check whether the job is drained, sending the message; its receipt and deletion, and its part of
 * an invocation.
 */
export const unitsOfMessage: Units = { wru: 5, rru: 1, sqs: 0.5, runs: 0.25 };

/** Creating the job, its end and its results: a call of the API, writes, files. */
export const unitsOfJob: Units = { wru: 14, rru: 8, sqs: 5, puts: 2, gets: 0, http: 1, runs: 2, apiMs: 60 };

/**
 * In addition, for a page of an extraction: it waits as a draft, which is written, announced, read and replaced by an
 * envelope.
 */
export const unitsOfExtraction: Units = { wru: 8, rru: 4, sqs: 1.4, puts: 1, gets: 1, runs: 0.4 };

/** Bytes of a page's envelope if nothing is known of the site: its Markdown, metadata and links. */
export const envelopeBytesUsual = 20_000;

/** Milliseconds of `finish-job`: for a job, and for each of its pages. */
export const finishMs = { job: 600, page: 1 } as const;

/** Milliseconds of a function's work on a page, without its host's answer and the wait for its slot. */
export const workMs = { fetch: 85, render: 3_000, extract: 150, modelCall: 3_000 } as const;
