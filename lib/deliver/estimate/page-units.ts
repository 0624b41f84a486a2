import type { Units } from '../../job/units.ts';

/**
 * What fetching takes of each service, as measured (docs/cost.md, "What an estimate is made of"): for one page, for one
 * message of up to ten pages, for one job. Time is separate, because a host's pace decides it.
 */

/**
 * When the page is admitted 2 write units, at its end 2 or 4 (a large page's end is above a kilobyte), for its last
 * version 1.
 */
export const unitsOfPage: Units = { wru: 5.1, rru: 2.1, puts: 1 };

/** The job's counters, once for pages that end together. */
export const unitsOfEnds: Units = { wru: 2 };

/** In addition, for a page whose host has a delay: it is read again each time it comes back. */
export const unitsOfDelay: Units = { rru: 2 };

/** In addition, for a page that has a message of its own: its last version is put in the transaction that ends it. */
export const unitsOfLonePage: Units = { wru: 0.8, rru: 3.5 };

/** For a message, by how it fares. */
export interface MessageShare {
  /** Messages a page, which hold up to ten each; pages that links lead to come in smaller ones. */
  readonly perPage: number;
  /** Writes of the job's counters a page. */
  readonly endsPerPage: number;
  /** Milliseconds by which a message comes too early, or waits for the next slot. */
  readonly waitMs: number;
  /** The host's pace, the look whether the job is drained, sending, receiving and deleting it, its invocation. */
  readonly units: Units;
}

/** Messages of pages that are known when the job begins, at hosts without delay or with a short one. */
export const fullMessages: MessageShare = {
  perPage: 0.1,
  endsPerPage: 0.1,
  waitMs: 0,
  units: { wru: 2.2, rru: 1, sqs: 0.6, runs: 0.25 },
};

/** Messages of pages that links lead to: at one host, at one with a delay, and at many hosts. */
export const linkedMessages = {
  one: { ...fullMessages, perPage: 0.12, endsPerPage: 0.13 },
  delayed: {
    perPage: 0.42,
    endsPerPage: 0.26,
    waitMs: 250,
    units: { wru: 2.2, rru: 1, sqs: 1.9, runs: 0.68 },
  },
  many: { ...fullMessages, perPage: 0.72, endsPerPage: 0.25 },
} as const satisfies Readonly<Record<string, MessageShare>>;

/** Messages at a host at which no worker waits from one slot to the next: each page comes back by itself, early. */
export const loneMessages: MessageShare = {
  perPage: 1.3,
  endsPerPage: 1,
  waitMs: 390,
  units: { wru: 1.2, rru: 1, sqs: 2.7, runs: 1 },
};

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
