import { createHash } from 'node:crypto';
import * as z from 'zod';
import { failureCodes, isFailure, type Failure } from '../failure.ts';
import { deadLetterSchema } from './dead-letter.ts';
import { fetchTiers, requestLineSchema } from './request-line.ts';
import { isPlainObject } from '../plain-object.ts';

/**
 * A page: one canonical URL within one job.
 *
 *   admitted ──► fetched ──► done        `fetched` only if something is extracted from it
 *       │            │
 *       └────────────┴─────► failed      a failure that no retry can repair
 *                            blocked     robots, an address that may not be reached, a block page
 *                            skipped     the job was over first, or the page led out of scope
 *
 * `admitted` and `fetched` are open: the job counts them in `open`. Each other state is an end, reached once, in the
 * transaction that also moves the job's counters; if the job has ended before, in one write of `finish-job`. If a
 * worker dies in an open state, the heartbeat sends a new message.
 *
 * A page that needs another tier stays `admitted`. One conditional write notes the tier. Then its URL batch goes to
 * that tier's queue, or the worker that has the page goes on if it has that tier itself. If it dies between the two,
 * its message comes back and is sent on, or the heartbeat sends one: both use the tier noted on the page.
 *
 * The frontier also holds the sitemap files of a crawl, and portions of their URLs (docs/decisions/0007-sitemaps.md).
 * They are visited, retried, sent again and buried like pages, and a job is not drained before they are over. But they
 * are not results, do not count against `limit`, and are counted separately. `kind` distinguishes them:
 *
 *   page       a page: fetched, read, a result
 *   sitemap    a sitemap file, or a feed that stands for one: fetched, and read for its URLs
 *   portion    URLs of a large sitemap that one step admits: it carries them, and needs no request
 *   reserve    links that were found when the job had no room for them (`reserve.ts`): it carries them as well
 *   members    members of a wiki's category, from a position on: requested from the wiki's API
 */
export const openStates = ['admitted', 'fetched'] as const;
export const endStates = ['done', 'failed', 'blocked', 'skipped'] as const;
export const pageStates = [...openStates, ...endStates] as const;

export type OpenState = (typeof openStates)[number];
export type EndState = (typeof endStates)[number];
export type PageState = (typeof pageStates)[number];

export const isOpen = (state: PageState): state is OpenState => state === 'admitted' || state === 'fetched';

/** Why a tier did not get a page, which then went to the next tier. */
export const fallThroughSchema = z.object({
  tier: z.enum(fetchTiers),
  reason: z.enum([
    'script-shell',
    'empty',
    'challenge',
    'timeout',
    'no-content',
    'api-failed',
    'fetcher-failed',
    // Not tried: the request needs a browser, the configuration says so, or this host needed one before.
    'requested',
    'configured',
    'remembered',
  ]),
  detail: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type FallThrough = z.infer<typeof fallThroughSchema>;

/** What changed on a page since its last version, noted when the page ended, if the request tracks changes. */
export const trackedSchema = z.object({
  status: z.enum(['new', 'same', 'changed', 'removed']),
  /** Milliseconds since the epoch: when the version before was last seen; absent if there was none. */
  at: z.number().optional(),
  /** For a changed page: the envelope of the version before; absent if that is about to expire. */
  key: z.string().optional(),
  /** Key of that version's markdown as it was read again, if it differs from the markdown in the envelope. */
  reread: z.string().optional(),
  /** Which details of the change are reported. */
  modes: z.array(z.enum(['git-diff', 'json'])).default([]),
});
export type Tracked = z.infer<typeof trackedSchema>;

/** Attributes that the end of any visit may note on its item. */
const visitShape = {
  /** Why the visit ended, or why its last try failed. A code of another version of Gleaner is read as `INTERNAL`. */
  code: z.enum(failureCodes).catch('INTERNAL').optional(),
  message: z.string().optional(),
  deadLetter: deadLetterSchema.optional(),
  status: z.number().optional(),
  finalUrl: z.string().optional(),
  /** For an open item: the tier that it waits for, if absent the first of its host. Then the tier that got it. */
  tier: z.enum([...fetchTiers, 'upload']).optional(),
  /** Requests that were made for it, oldest first, bounded. */
  requests: z.array(requestLineSchema).optional(),
  /** For a run of a source: links that no earlier page has noted (`link-marks.ts`). */
  links: z.string().optional(),
  /** For a sitemap that was read: how many URLs of pages it names, wanted or not. */
  named: z.number().int().optional(),
  /** For a map: key of the list of URLs that were found on the page or in the sitemap. */
  listKey: z.string().optional(),
};

/** Attributes that the end of a page's visit may note besides. */
const contentShape = {
  title: z.string().optional(),
  /** Where the content is, how long it is, in which language, and whether this job found it changed. */
  envelopeKey: z.string().optional(),
  /** Where the draft of a page that waits for extraction is, unless an older envelope serves it. */
  draftKey: z.string().optional(),
  contentHash: z.string().optional(),
  /** Of the main content's words (lib/envelope/simhash.ts): identifies near duplicates. */
  simhash: z.string().optional(),
  contentBytes: z.number().optional(),
  /** Approximate size of the envelope: readers take no more at once than fits their memory. */
  envelopeBytes: z.number().optional(),
  language: z.string().optional(),
  changeType: z.enum(['new', 'modified', 'unchanged']).optional(),
  tracked: trackedSchema.optional(),
  /** Key of what a browser captured of the page besides its content (lib/envelope/stored-captures.ts). */
  capturesKey: z.string().optional(),
  /** Of a page that is delivered without a part of its extraction: why that is missing. */
  extractionGap: z.enum(failureCodes).catch('INTERNAL').optional(),
  /** Links that were not followed because they lead into a trap (lib/frontier/crawler-trap.ts), by kind. */
  traps: z.record(z.string(), z.number()).optional(),
  /** Of a `late` page: the fields that its answer counts, which the write that concludes the job adds to the job's. */
  lateFields: z
    .object({ fieldsAsked: z.number(), fieldsAnswered: z.number(), fieldsFree: z.number() })
    .optional(),
};

const endFactsSchema = z.object({ ...visitShape, ...contentShape });
/** Attributes that an end notes on its item. */
export type EndFacts = Readonly<z.infer<typeof endFactsSchema>>;

const itemShape = {
  job: z.string(),
  url: z.string(),
  state: z.enum(pageStates),
  /** Links between the seed and this page. */
  depth: z.number().int().min(0),
  /** The page that had the first link to this one, and that link's position on it; they order a job's results. */
  parent: z.string().optional(),
  position: z.number().int().min(0),
  /** Requests that failed in a way worth another try. */
  attempts: z.number().int().min(0),
  /** Milliseconds since the epoch. */
  admittedAt: z.number(),
  touchedAt: z.number(),
  /** The page is not tried again before this moment. */
  notBefore: z.number().optional(),
  /** Names the write that admitted the page: a writer whose answer was lost recognises its own work. */
  by: z.string().optional(),
  /** Children admitted in the transaction that ended the page, to be sent again if their URL batches were not sent. */
  children: z.array(z.string()).optional(),
  /** There were more children, admitted in transactions before that one. */
  chunked: z.literal(true).optional(),
  finishedBy: z.string().optional(),
  finishedAt: z.number().optional(),
  /** The target of a redirect for which its host had no slot: the next try begins there. */
  hopUrl: z.string().optional(),
  /** Visits of the page alone (`visit-alone.ts`) that began and have not come back. */
  loneLost: z.number().int().optional(),
  /** When the last of these began, in milliseconds since the epoch. */
  loneVisitAt: z.number().optional(),
  /** The earlier tiers, and why each was left, in order. */
  fallThrough: z.array(fallThroughSchema).optional(),
  /** How many of `attempts` earlier tiers made. */
  attemptsBefore: z.number().int().optional(),
  ...visitShape,
};

const pageHashSchema = z.string().regex(/^[0-9a-f]{32}$/);
/** Of items that are not pages: the hash ends in `s`, so that it is never that of a page. */
const otherHashSchema = z.string().regex(/^[0-9a-f]{32}s$/);

const webPageSchema = z.object({
  kind: z.literal('page'),
  hash: pageHashSchema,
  ...itemShape,
  ...contentShape,
  /** How often the page was put off because no model could be asked. */
  deferrals: z.number().int().optional(),
  /** Since when no model could be asked (ms since the epoch); failed questions; kept answers whose cost was counted. */
  waitingSince: z.number().optional(),
  waited: z
    .object({
      unanswered: z.array(
        z.object({ at: z.number(), failure: z.custom<Failure>(isFailure), of: z.string().optional() }),
      ),
      told: z.array(z.string()),
    })
    .optional(),
  /** Since when a worker extracts from it alone, or a worker that did not come back did (ms since the epoch). */
  extractedAloneAt: z.number().optional(),
  /** It was counted against the pages that its job may fetch. */
  claimed: z.literal(true).optional(),
  /** It was fetched when its job ended, and delivered after that, with what was known of it. */
  late: z.literal(true).optional(),
  /**
   * One of the first pages, which its job had not admitted when it was over: ended then, and counted at its conclusion.
   */
  unseeded: z.literal(true).optional(),
  /** A model is being asked about the page: a job that is over waits until then for the answer (ms since the epoch). */
  askingUntil: z.number().optional(),
  /** What extraction has reserved of the job's budgets for the page, and not given back. */
  reserved: z.object({ tokens: z.number(), microdollars: z.number() }).optional(),
  /** For a page found by a link: the hash of the content of the page with the link (`sameness.ts`). */
  kin: z.string().optional(),
  /** For a crawl that looks for something: how likely, judged by the link, the page has it; from 0. */
  score: z.number().optional(),
});

const otherShape = {
  hash: otherHashSchema,
  ...itemShape,
  /** How many sitemap indexes, or portions of the same category, led to it. */
  nesting: z.number().int().optional(),
};

/** Adds the kind to rows that were written before `kind` existed, from the marks of that time, until their TTL. */
const withKind = (row: unknown): unknown => {
  if (!isPlainObject(row) || 'kind' in row) return row;
  const { hash, url, portion, reserve } = row;
  if (!String(hash).endsWith('s')) return { ...row, kind: 'page' };
  if (portion !== undefined) return { ...row, kind: reserve === true ? 'reserve' : 'portion' };
  return { ...row, kind: String(url).includes('#members=') ? 'members' : 'sitemap' };
};

export const pageSchema = z.preprocess(
  withKind,
  z.discriminatedUnion('kind', [
    webPageSchema,
    z.object({ kind: z.literal('sitemap'), ...otherShape }),
    z.object({
      kind: z.literal('portion'),
      ...otherShape,
      /** Canonical URLs, one a line, gzipped. */
      portion: z.instanceof(Uint8Array),
    }),
    z.object({
      kind: z.literal('reserve'),
      ...otherShape,
      /** Links, one a line, gzipped (`reserve.ts`). */
      portion: z.instanceof(Uint8Array),
      kin: z.string().optional(),
    }),
    z.object({ kind: z.literal('members'), ...otherShape }),
  ]),
);

/** An item of the frontier. */
export type Page = z.infer<typeof pageSchema>;
export const itemKinds = ['page', 'sitemap', 'portion', 'reserve', 'members'] as const;
export type ItemKind = (typeof itemKinds)[number];
export type FrontierItem<Kind extends ItemKind> = Extract<Page, { kind: Kind }>;
/** A page proper: `limit` counts these, and results are made of them. */
export type ContentPage = FrontierItem<'page'>;

/** True for a page proper. */
export const isContentPage = <Item extends { readonly kind: ItemKind }>(
  item: Item,
): item is Extract<Item, { kind: 'page' }> => item.kind === 'page';

type ContentFacts = Readonly<z.infer<z.ZodObject<typeof contentShape>>>;
/** Returns the attributes of a page's content; none for other items. */
export const contentFacts = (item: Page): ContentFacts => (item.kind === 'page' ? item : {});

interface NewItem {
  readonly hash: string;
  readonly url: string;
  readonly depth: number;
  readonly parent?: string;
  readonly position: number;
}

/** What is known of a page when it is admitted. */
export type NewPage = NewItem &
  (
    | { readonly kind: 'page'; readonly kin?: string; readonly score?: number }
    | { readonly kind: 'sitemap' | 'members'; readonly nesting: number }
    | { readonly kind: 'portion'; readonly nesting: number; readonly portion: Uint8Array }
    | { readonly kind: 'reserve'; readonly kin?: string; readonly portion: Uint8Array }
  );
/** A page proper when it is admitted. */
export type NewContentPage = Extract<NewPage, { kind: 'page' }>;

/** Identifies a page within its job by the string that its URL is deduplicated by: the first 128 bits of SHA-256. */
export const pageHash = (identity: string): string =>
  createHash('sha256').update(identity).digest('hex').slice(0, 32);

/** Identifies other items within their job: a sitemap file, a portion of one, or of a category's members. */
export const sitemapHash = (identity: string): string => `${pageHash(`sitemap ${identity}`)}s`;

/** True for a page that the request names. A page from a sitemap has no link before it either, but it has a parent. */
export const isSeed = (page: { readonly depth: number; readonly parent?: string | undefined }): boolean =>
  page.depth === 0 && page.parent === undefined;

/** Returns `example.com` or `example.com:8080`: the key of pace, robots.txt and URL batches. */
export const hostOf = (url: string): string =>
  // A name with a final dot is the same name (RFC 1034 section 3.1): one host has one pace.
  new URL(url).host.replace(/\.(?=:\d+$|$)/, '');
