import type { FetchWorker } from './fetch-worker.ts';
import { batchUrls, toDelaySeconds, type OutgoingUrlBatch, type UrlBatch } from '../../frontier/url-batch.ts';
import type { NewPage, OpenState, Page } from '../../frontier/page.ts';
import type { PageEnd } from '../../envelope/page-end.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { ErrorPage } from '../../envelope/error-page.ts';
import type { Latest } from '../../envelope/latest.ts';
import type { ReturnTimes, Promised } from '../../fetch/politeness/slot-times.ts';
import type { RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import { browserReadyMs, readyMs } from '../../fetch/politeness/slot.ts';
import { hasQuotaFor } from '../../fetch/sitemap/sitemap-children.ts';

/**
 * A visit of one page after a worker did not come back from it: its `first` visit alone, or `again`, after another that
 * did not come back. Null for other visits.
 */
export type LoneVisit = 'first' | 'again' | null;

/** How the pages of a visit were told to come back: with slots of their own, or at a time. */
export type Appointment = {
  readonly promised?: Promised | undefined;
  readonly returnTimes?: ReturnTimes | undefined;
};

/** The end of a page, with its children. */
export interface WaitingEnd {
  readonly visit: HostVisit;
  readonly page: Page & { readonly state: OpenState };
  readonly end: PageEnd;
  readonly children: readonly NewPage[];
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Called once it is written, or cannot be. */
  readonly settled: () => void;
}

/**
 * What the visits of one job share that an invocation makes at the same time: ends of pages that are written together,
 * and one look whether the job is drained.
 */
export interface JobVisits {
  readonly ends: WaitingEnd[];
  /** Fires when no end has come for a while: then the ends are written. */
  quiet?: NodeJS.Timeout | undefined;
  /** Fires a while after a visit was over that waits for its ends to be written. */
  leaving?: NodeJS.Timeout | undefined;
  /** The last write that was started. It never fails: errors are noted with the visits. */
  written: Promise<void>;
  /** The visits that may still end pages. */
  readonly visiting: Set<object>;
  /** The visits that are not over. */
  readonly unfinished: Set<object>;
  /** Pages that were admitted here and are about to be sent, those of several visits in common URL batches. */
  readonly admitted: (NewPage | Page)[];
  /** Sends them, once those of all visits that are over are together. */
  sending?: Promise<void> | undefined;
  /** Whether the job, which is over, waits for the pages that are read here: asked once. */
  awaited?: Promise<boolean> | undefined;
  /** Whether each visit that is over left a page open, of which another visit will see the end. */
  readonly leftOpen: boolean[];
}

export const openJobVisits = (visits: readonly object[]): JobVisits => ({
  ends: [],
  written: Promise.resolve(),
  visiting: new Set(visits),
  unfinished: new Set(visits),
  admitted: [],
  leftOpen: [],
});

/** One worker with the pages of one job at one host: what it has decided so far, and what it will send. */
export interface HostVisit {
  readonly job: RunningJob;
  readonly host: string;
  readonly lease: string;
  /** Milliseconds since the epoch after which no request is started. */
  readonly lastStart: number;
  readonly outgoing: OutgoingUrlBatch[];
  /** Children that were admitted here: they are put into URL batches together when the visit ends. */
  readonly admitted: (NewPage | Page)[];
  /** Fetched pages that wait for extraction: their messages are sent when the visit ends. */
  readonly fetched: string[];
  readonly redelivered: boolean;
  /** The visits of the same job that are made at the same time, this one included under its `key`. */
  readonly visits: JobVisits;
  readonly key: object;
  /** Done when the ends that wait are written, or cannot be. */
  readonly unwritten: Promise<void>[];
  /** Errors by which ends were not written. */
  readonly thrown: unknown[];
  /** Set if the visit is one page whose earlier worker did not come back. If the page is sent on, it stays alone. */
  readonly alone: LoneVisit;
  /** Pages that robots.txt allows, by the verdict that was read: they are not judged again by the same one. */
  passed: { readonly verdict: RobotsVerdict | null; readonly pages: ReadonlySet<string> };
  /** Pages whose revision the wiki was asked about, or need not be. */
  readonly asked: Set<string>;
  /** Last versions of pages, by hash of the page: each is read once. */
  readonly versions: Map<string, Latest | undefined>;
  /** What the host answers for a missing page, once a page has needed that. */
  errorPage?: Promise<ErrorPage | null>;
  /** For a map: URLs that were found here, which the job does not count yet as it was read. */
  mapped: number;
  /** Bytes of sitemaps: those that the job counted when the visit began, and those that were read here since. */
  sitemapBytes: number;
  /** The job is over: no more page is begun, and nothing is sent. */
  stopped: boolean;
}

/** Whether the job has no room for another page now. Then sitemaps that were not read are not needed, or not yet. */
export const isFull = ({ job, mapped }: HostVisit): boolean => !hasQuotaFor(job, (job.mapped ?? 0) + mapped);

/** Puts pages into URL batches; a page that is visited alone stays alone. */
const batchOn = ({ job, alone }: HostVisit, pages: readonly Page[]): UrlBatch[] =>
  batchUrls(job.id, job.priority, pages).map((urlBatch) =>
    alone === null ? urlBatch : { ...urlBatch, alone: true as const },
  );

/**
 * Sends pages on for later: the first ten with the slots they were promised, the others after `delayMs`. If the delay
 * is longer than SQS can keep, the moment is written on the URL batch, which is sent again until it is due.
 */
export const requeue = (
  { now }: Pick<FetchWorker, 'now'>,
  visit: HostVisit,
  pages: readonly Page[],
  delayMs = 0,
  slots?: Promised,
): void => {
  for (const [index, urlBatch] of batchOn(visit, pages).entries()) {
    if (slots !== undefined && index === 0) {
      // Early: the worker waits for the slot itself. It would miss it if the message were late or a browser had to
      // start.
      const readySeconds = (pages[0]?.tier === 'browser' ? browserReadyMs : readyMs) / 1_000;
      const early = Math.max(0, Math.floor(delayMs / 1_000) - readySeconds);
      visit.outgoing.push({ urlBatch: { ...urlBatch, slots }, delaySeconds: early });
    } else {
      const far = delayMs > limits.messageDelaySecondsMax * 1_000;
      visit.outgoing.push({
        urlBatch: far ? { ...urlBatch, due: now() + delayMs } : urlBatch,
        delaySeconds: toDelaySeconds(delayMs),
      });
    }
  }
};

/**
 * Sends one message early, because its worker waits for the slot itself. If the moment is farther off than SQS can
 * delay, the message is sent again until then.
 */
const sendAt = (visit: HostVisit, urlBatch: UrlBatch, at: number, now: number): void => {
  const far = at - now > limits.messageDelaySecondsMax * 1_000;
  visit.outgoing.push({
    urlBatch: far ? { ...urlBatch, due: at } : urlBatch,
    delaySeconds: far ? limits.messageDelaySecondsMax : Math.max(0, Math.floor((at - now) / 1_000)),
  });
};

/**
 * Sends the pages back for their return times. Pages whose times are yet to come travel ten to a message; that message
 * is split at the return time of the first. `apart`: it is split now.
 */
export const requeueToReturnTimes = (
  { now }: Pick<FetchWorker, 'now'>,
  visit: HostVisit,
  pages: readonly Page[],
  { from, spacing }: ReturnTimes,
  apart: boolean,
): void => {
  const at = now();
  const urlBatches = apart ? pages.flatMap((page) => batchOn(visit, [page])) : batchOn(visit, pages);
  let before = 0;
  for (const urlBatch of urlBatches) {
    const returnTimes = { from: from + before * spacing, spacing };
    before += urlBatch.pages.length;
    sendAt(visit, { ...urlBatch, place: returnTimes }, returnTimes.from, at);
  }
};
