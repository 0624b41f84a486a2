import type { FrontierWrite } from '../../store/frontier/frontier-items.ts';
import { placeLimits } from '../../limits/place-limits.ts';
import type { Table } from '../../store/table.ts';
import type { SeenCache } from '../../frontier/seen-cache.ts';
import {
  isContentPage,
  type NewPage,
  type NewContentPage,
  type EndFacts,
  type EndState,
  type ItemKind,
  type OpenState,
} from '../../frontier/page.ts';
import { mayReserve, reserveOf } from '../../frontier/reserve.ts';
import { outboxItem } from '../../store/webhooks/outbox.ts';
import { pageExtractionItem } from '../../store/frontier/page-extractions.ts';
import { pageEvent } from '../../job/webhook-event.ts';
import type { PageExtraction } from '../../extract/model/page-extraction.ts';
import type { Job } from '../../job/job.ts';

export interface FinishDependencies {
  readonly table: Table;
  readonly seen: SeenCache;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * - `finished`: the step is done, and put these children into the frontier: their URL batches must be sent.
 * - `page-over`: another worker finished the page; our children of earlier chunks still have to be sent.
 * - `job-over`: the job is finishing or ended; nothing was counted.
 */
export interface FinishOutcome {
  readonly kind: 'finished' | 'page-over' | 'job-over';
  readonly admitted: readonly NewPage[];
  /** There was no room for all of a portion: it is still open. */
  readonly stays?: true;
}

/** What the step has seen of the job, over its tries and chunks. */
interface SeenJob {
  lost: number;
  reserves: number;
  reserved: number;
  /** Whether it names the portion of this step among those that wait for room. */
  isNoted: boolean;
  sitemapQuota: number;
}

/** Children for which there was no room, and what was seen of the job with them. */
export interface Cut {
  readonly cut: NewContentPage[];
  readonly about: SeenJob;
}

export type Base = Omit<FrontierWrite, 'children' | 'now' | 'lost' | 'page'> & {
  readonly page?: NonNullable<FrontierWrite['page']> & { readonly url: string };
};

export const countContentPages = (children: readonly NewPage[]): number =>
  children.filter(isContentPage).length;

/** Returns the children that the job has room for: the first ones of each kind. */
export const cutToQuota = (
  children: readonly NewPage[],
  room: { readonly pages: number; readonly sitemaps: number },
): NewPage[] => {
  const left = { ...room };
  return children.filter((child) => (isContentPage(child) ? left.pages-- > 0 : left.sitemaps-- > 0));
};

/**
 * Adds to the write, besides the children, the reserve of the cut children, if the page ends and the job may keep a
 * reserve.
 */
export const withReserve = (
  base: Base,
  children: readonly NewPage[],
  { cut, about }: Cut,
): {
  readonly write: Omit<FrontierWrite, 'now'>;
  readonly reserve: NewPage | null;
  readonly urls: number;
} => {
  const write = { ...base, lost: about.lost, children };
  const { page, shards } = base;
  const wanted = cut.length > 0 && page?.to !== undefined && shards === undefined;
  if (!wanted || about.sitemapQuota <= 0 || !mayReserve(base.limit, about))
    return { write, reserve: null, urls: 0 };
  const { item, urls } = reserveOf(page.hash, page.url, cut);
  return {
    reserve: item,
    urls,
    write: {
      ...write,
      children: [...children, item],
      counts: { ...base.counts, reserved: urls },
      unions: { ...base.unions, reserves: new Set([item.hash]) },
    },
  };
};

/**
 * Returns the step without the end of its portion: its children are admitted, and the portion only has to be open. Its
 * message is over with this step, so the same write notes on the job that it waits for room; then it is sent again when
 * there is some. If as many wait as may, only the heartbeat sends it again.
 */
export const staysOpen = (
  { counts: _counts, puts: _puts, stamped: _stamped, unions: _unions, page, ...base }: Base,
  { about: { isNoted, reserves } }: Pick<Cut, 'about'>,
): Base => {
  if (page === undefined) return base;
  const notes = !isNoted && reserves < placeLimits.reservesMax;
  return {
    ...base,
    page: { kind: page.kind, hash: page.hash, url: page.url, from: page.from },
    ...(notes ? { unions: { reserves: new Set([page.hash]) } } : {}),
  };
};

/** Makes the name under which the cache remembers a link in a reserve of its job. */
export const reservedName = (hash: string): string => `reserved ${hash}`;

/** A step of the frontier: a page that ends, its children, and what is counted and written with them. */
export interface FinishRequest {
  readonly job: {
    readonly id: string;
    readonly limit: number;
    readonly ttl: number;
    readonly cells?: number | undefined;
    readonly source?: string | undefined;
    /** Counts as they were last seen: pages that ended without content, and reserves. */
    readonly failed?: number;
    readonly blocked?: number;
    readonly skipped?: number;
    readonly reserves?: ReadonlySet<string> | undefined;
    readonly reserved?: number | undefined;
    /** Jobs that this one redrives: a child that one of them holds is not admitted again. */
    readonly series?: readonly { readonly job: string }[] | undefined;
    /** Says whether the page's end is an event for the job's webhook, and its failure an answer of an extraction. */
    readonly request?: Pick<Job['request'], 'webhook' | 'extract'>;
  };
  readonly page?: {
    readonly kind: ItemKind;
    readonly hash: string;
    readonly url: string;
    readonly from: OpenState;
    readonly to: EndState | 'fetched';
    /** Attributes that are written on the item. */
    readonly facts?: EndFacts;
  };
  /** Links, in the order in which they are admitted if there is not room for all. */
  readonly children: readonly NewPage[];
  readonly counts?: FrontierWrite['counts'];
  readonly unions?: FrontierWrite['unions'];
  readonly scopeUrl?: FrontierWrite['scopeUrl'];
  readonly puts?: FrontierWrite['puts'];
  /** Items that only remember the page's version: they may be put after the transaction (`finish-together.ts`). */
  readonly remembrances?: FrontierWrite['puts'];
  readonly stamped?: FrontierWrite['stamped'];
  /** Of a page of an extraction that fails: which fields are open, and why. */
  readonly extraction?: PageExtraction['extraction'];
  readonly token: string;
}

/** Makes the condition on a step's page while its children are admitted. */
export const openPage = ({ page }: FinishRequest): Pick<Base, 'page'> =>
  page === undefined ? {} : { page: { kind: page.kind, hash: page.hash, url: page.url, from: page.from } };

/**
 * Makes, for an extraction, the answer entry of a page from which nothing was extracted. A page that was answered
 * brings its own.
 */
const failureAnswers = (
  { job: { id, ttl, request }, page, extraction }: FinishRequest,
  now: number,
): NonNullable<FrontierWrite['puts']> => {
  if (request?.extract === undefined || page?.kind !== 'page') return [];
  if (page.to === 'fetched' || page.to === 'done') return [];
  const { code = 'INTERNAL', message = 'No reason was recorded', status } = page.facts ?? {};
  // It was never fetched, so it is not part of the answer.
  if (code === 'BUDGET_EXHAUSTED' && page.from === 'admitted') return [];
  const answer = {
    page: page.hash,
    url: page.url,
    at: now,
    ...(status === undefined ? {} : { status }),
    ...(extraction === undefined ? {} : { extraction }),
    failure: { code, message },
  };
  return [pageExtractionItem(id, answer, ttl)];
};

/** Makes the page event, which goes into the outbox with the page's end. Sitemaps and their portions make no event. */
const eventPuts = (
  { job: { id, ttl, request }, page }: FinishRequest,
  now: number,
): NonNullable<FrontierWrite['puts']> => {
  if (request === undefined || page?.kind !== 'page' || page.to === 'fetched') return [];
  const event = pageEvent({ ttl, request }, page.hash, now);
  return event === null ? [] : [outboxItem(id, event)];
};

/**
 * Leaves out the URL that answered if it is the page's own: the item of a page costs twice as much above a kilobyte.
 */
const withoutOwnUrl = ({ url, facts }: NonNullable<FinishRequest['page']>): EndFacts => {
  const { finalUrl, ...others } = facts ?? {};
  return finalUrl === undefined || finalUrl === url ? others : { ...others, finalUrl };
};

/** Makes what the last transaction of a step holds besides children. */
export const lastWrite = (request: FinishRequest, chunked: boolean): Partial<Base> => ({
  ...(request.page === undefined
    ? {}
    : {
        page: {
          ...request.page,
          facts: { ...withoutOwnUrl(request.page), ...(chunked ? { chunked: true } : {}) },
        },
      }),
  ...(request.counts === undefined ? {} : { counts: request.counts }),
  ...(request.unions === undefined ? {} : { unions: request.unions }),
  ...(request.scopeUrl === undefined ? {} : { scopeUrl: request.scopeUrl }),
  puts: [...(request.puts ?? []), ...(request.remembrances ?? [])],
  stamped: (now) => [
    ...(request.stamped?.(now) ?? []),
    ...failureAnswers(request, now),
    ...eventPuts(request, now),
  ],
});
