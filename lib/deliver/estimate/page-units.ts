import type { Units } from '../../job/units.ts';

/**
 * What fetching takes of each service, as measured (docs/cost.md, "What an estimate is made of"): of one page, of
 * one message of up to ten pages, of one job. Time stands apart, because it is a host's pace that makes it.
 */

/** As a child 2 write units, as an end 2 or 4 (a large page's end is above a kilobyte), its last version 1. */
export const unitsOfPage: Units = { wru: 5, rru: 2.7, puts: 1 };

/**
 * Its job's counters, once for the pages that end together, and the last version inside the transaction, which takes
 * one unit more than apart.
 */
export const unitsOfEnds: Units = { wru: 3 };

/**
 * Its host's pace, whether the job is drained, its sending; its receipt and deletion, and its part of an invocation.
 */
export const unitsOfMessage: Units = { wru: 5, rru: 5, sqs: 0.5, runs: 0.25 };

/** Its making, its end and its results: a call of the API, writes, files. */
export const unitsOfJob: Units = { wru: 14, rru: 8, sqs: 5, puts: 3, gets: 0, http: 1, runs: 2, apiMs: 60 };

/** Of an extraction, beside: a page waits as a draft, which is written, rung for, read and replaced by an envelope. */
export const unitsOfExtraction: Units = { wru: 8, rru: 4, sqs: 1.4, puts: 1, gets: 1, runs: 0.4 };

/** Bytes of a page's envelope where nothing is known of the site: its markdown, metadata and links. */
export const envelopeBytesUsual = 20_000;

/** Milliseconds of `finish-job`: for a job, and for each of its pages. */
export const finishMs = { job: 600, page: 1 } as const;

/** Milliseconds of work on a page in a function, its host's answer and the wait for its slot left out. */
export const workMs = { fetch: 85, render: 3_000, extract: 150, modelCall: 3_000 } as const;
