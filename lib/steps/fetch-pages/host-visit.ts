import type { FetchWorker } from './fetch-worker.ts';
import { batchUrls, toDelaySeconds, type OutgoingUrlBatch, type UrlBatch } from '../../frontier/url-batch.ts';
import type { NewPage, OpenState, Page } from '../../frontier/page.ts';
import type { PageEnd } from '../../envelope/page-end.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { ErrorPage } from '../../envelope/error-page.ts';
import type { Latest } from '../../envelope/latest.ts';
import type { ReturnTimes, Promised } from '../../fetch/politeness/slot-times.ts';
import { browserReadyMs, readyMs } from '../../fetch/politeness/slot.ts';
import { hasQuotaFor } from '../../fetch/sitemap/sitemap-children.ts';

/**
 * A visit of one page that some worker did not come back from: its first alone, or one after another that did not;
 * null for others.
 */
export type LoneVisit = 'first' | 'again' | null;

/** The end of a page, with the children that it is to have. */
export interface WaitingEnd {
  readonly page: Page & { readonly state: OpenState };
  readonly end: PageEnd;
  readonly children: readonly NewPage[];
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** One worker with the pages of one job at one host: what it has decided so far, and what it will send. */
export interface HostVisit {
  readonly job: RunningJob;
  readonly host: string;
  readonly lease: string;
  /** Milliseconds since the epoch after which no request is started. */
  readonly lastStart: number;
  readonly outgoing: OutgoingUrlBatch[];
  /** Children that were admitted here: bundled together when the visit ends. */
  readonly admitted: (NewPage | Page)[];
  /** Pages that were fetched, and wait for extraction: rung for when the visit ends. */
  readonly fetched: string[];
  readonly redelivered: boolean;
  /** Ends of pages that are yet to be written, together. */
  readonly ends: WaitingEnd[];
  /** Runs out when none has come for a while: then they are written. */
  quiet?: NodeJS.Timeout;
  /** Writes that began so, under way or over. */
  readonly written: Promise<void>[];
  /** One page, whose worker before did not come back: where it goes on, it goes on alone. */
  readonly alone: LoneVisit;
  /** Pages about whose revision their wiki was asked, or need not be. */
  readonly asked: Set<string>;
  /** Last versions of pages, by hash of the page: each is read once. */
  readonly versions: Map<string, Latest | undefined>;
  /** What the host answers where nothing is, once a page has asked for it. */
  errorPage?: Promise<ErrorPage | null>;
  /** Of a map: URLs that were found here, which the job as it was read does not count yet. */
  mapped: number;
  /** The job is over: no page more is begun, and nothing is sent. */
  stopped: boolean;
}

/** Whether the job has no place for another page now: sitemaps that were not read are not needed, or not yet. */
export const isFull = ({ job, mapped }: HostVisit): boolean => !hasQuotaFor(job, (job.mapped ?? 0) + mapped);

/** The pages in URL batches; one that is visited alone goes on alone. */
const batchOn = ({ job, alone }: HostVisit, pages: readonly Page[]): UrlBatch[] =>
  batchUrls(job.id, job.priority, pages).map((urlBatch) =>
    alone === null ? urlBatch : { ...urlBatch, alone: true as const },
  );

/**
 * Sends pages on for later: the first ten with the slots they were promised, the others after `delayMs`. A delay
 * beyond what SQS can keep is written on the URL batch, which then travels until it is due.
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
      // Early: the worker waits for the slot itself, which a late message, or a browser that starts, would miss.
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
 * Sends one message: early, for its worker waits for the slot itself; beyond what SQS can delay, it travels until
 * then.
 */
const sendAt = (visit: HostVisit, urlBatch: UrlBatch, at: number, now: number): void => {
  const far = at - now > limits.messageDelaySecondsMax * 1_000;
  visit.outgoing.push({
    urlBatch: far ? { ...urlBatch, due: at } : urlBatch,
    delaySeconds: far ? limits.messageDelaySecondsMax : Math.max(0, Math.floor((at - now) / 1_000)),
  });
};

/**
 * Sends the pages on to their places. Those that are yet to come travel ten to a message, which takes them apart at
 * the place of the first; `apart`: that is now.
 */
export const requeueToPlaces = (
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
    const place = { from: from + before * spacing, spacing };
    before += urlBatch.pages.length;
    sendAt(visit, { ...urlBatch, place }, place.from, at);
  }
};
