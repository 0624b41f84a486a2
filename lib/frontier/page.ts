import { createHash } from 'node:crypto';
import * as z from 'zod';
import { failureCodes, isFailure, type Failure } from '../failure.ts';
import { requestLineSchema } from './request-line.ts';
import { isPlainObject } from '../plain-object.ts';

/**
 * A page: one canonical URL within one job.
 *
 *   admitted ──► fetched ──► done        `fetched` only where something is extracted from it
 *       │            │
 *       └────────────┴─────► failed      a failure that no retry mends
 *                            blocked     robots, an address that may not be reached, a wall
 *                            skipped     the job was over first, or the page led out of scope
 *
 * `admitted` and `fetched` are open: the job counts them in `open`. Each other state is an end, reached once, in the
 * transaction that also moves the job's counters. Whoever dies in an open state is followed by the heartbeat's message.
 *
 * A page that needs another tier stays `admitted`: one conditional write notes the tier, then its URL batch goes to
 * that tier's queue, or the worker that has it goes on with it where that is its own. If we die between the two,
 * our message comes back and is sent on, or the heartbeat's is: both go by the tier on the page.
 *
 * The frontier also holds the sitemap files of a crawl, and portions of their URLs
 * (docs/decisions/0007-sitemaps.md). They are visited, retried, sent again and buried like pages, and a job is not
 * drained before they are over; but they are no results, have no part in `limit`, and are counted apart. `kind`
 * tells them:
 *
 *   page       a page: fetched, read, a result
 *   sitemap    a sitemap file, or a feed that stands for one: fetched, read for what it names
 *   portion    URLs of a large sitemap that one step admits: it carries them, and needs no request
 *   reserve    links that were found when the job had no place for them (`reserve.ts`): it carries them as well
 *   members    members of a wiki's category, from a place on: asked of the wiki's API
 */
export const openStates = ['admitted', 'fetched'] as const;
export const endStates = ['done', 'failed', 'blocked', 'skipped'] as const;
export const pageStates = [...openStates, ...endStates] as const;

export type OpenState = (typeof openStates)[number];
export type EndState = (typeof endStates)[number];
export type PageState = (typeof pageStates)[number];

export const isOpen = (state: PageState): state is OpenState => state === 'admitted' || state === 'fetched';

/** What is known of a page that ended with its message. */
export const deadLetterSchema = z.object({
  stage: z.string(),
  queue: z.string(),
  /** Requests for the page that failed and were recorded. */
  attempts: z.number().int(),
  /** How often a message with this page was received, by workers that did not finish it and to bury it. */
  receives: z.number().int(),
  /** ISO 8601: when such a message was first received. */
  firstReceivedAt: z.string(),
  /** The failure that was last recorded for the page, if any was: a worker that dies records nothing. */
  lastCode: z.string().optional(),
  lastError: z.string().optional(),
});
export type PageDeadLetter = z.infer<typeof deadLetterSchema>;

/** Why a tier did not get a page that the next one was then asked for. */
export const fallThroughSchema = z.object({
  tier: z.enum(['api', 'http']),
  reason: z.enum([
    'script-shell',
    'empty',
    'challenge',
    'timeout',
    'no-content',
    'api-failed',
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

/** What became of a page since its last version, as it was when the page ended: where the request tracks changes. */
export const trackedSchema = z.object({
  status: z.enum(['new', 'same', 'changed', 'removed']),
  /** Milliseconds since the epoch: when the version before was last seen; absent where there was none. */
  at: z.number().optional(),
  /** Envelope of the version before, of a page that changed; absent where that is about to expire. */
  key: z.string().optional(),
  /**
   * Where the markdown of that version lies as it was read again, where the envelope holds it as it was read before.
   */
  reread: z.string().optional(),
  /** What is told of the change besides that there is one. */
  modes: z.array(z.enum(['git-diff', 'json'])).default([]),
});
export type Tracked = z.infer<typeof trackedSchema>;

/** What the end of any visit may note on its item. */
const visitShape = {
  /** Why the visit ended, or why it was last tried in vain. A code that another version gave is read as ours. */
  code: z.enum(failureCodes).catch('INTERNAL').optional(),
  message: z.string().optional(),
  deadLetter: deadLetterSchema.optional(),
  status: z.number().optional(),
  finalUrl: z.string().optional(),
  /** Of an open item the tier that it waits for, the first of its host where absent; then the tier that got it. */
  tier: z.enum(['api', 'http', 'browser', 'upload']).optional(),
  /** Every request that was made for it, oldest first, bounded. */
  requests: z.array(requestLineSchema).optional(),
  /** Of a run of a source: links that no page before it noted (`link-marks.ts`). */
  links: z.string().optional(),
  /** Of a map: where the list lies of what was found on the page or in the sitemap. */
  listKey: z.string().optional(),
};

/** What the end of a page's visit may note besides. */
const contentShape = {
  title: z.string().optional(),
  /** Where the content lies, how long it is, in which language, and whether this job found it changed. */
  envelopeKey: z.string().optional(),
  /** Where a page that waits for extraction lies, unless an older envelope serves it. */
  draftKey: z.string().optional(),
  contentHash: z.string().optional(),
  /** Of the main content's words (lib/envelope/simhash.ts): tells near duplicates. */
  simhash: z.string().optional(),
  contentBytes: z.number().optional(),
  /** About how large the envelope is: readers take no more at once than their memory holds. */
  envelopeBytes: z.number().optional(),
  language: z.string().optional(),
  changeType: z.enum(['new', 'modified', 'unchanged']).optional(),
  tracked: trackedSchema.optional(),
  /** Where lies what a browser took of the page besides its content (lib/envelope/stored-captures.ts). */
  capturesKey: z.string().optional(),
  /** Links that were not followed because they lead into a trap (lib/frontier/crawler-trap.ts), by kind. */
  traps: z.record(z.string(), z.number()).optional(),
};

const endFactsSchema = z.object({ ...visitShape, ...contentShape });
/** What an end notes on its item, from the stage that found it to the table. */
export type EndFacts = Readonly<z.infer<typeof endFactsSchema>>;

const itemShape = {
  job: z.string(),
  url: z.string(),
  state: z.enum(pageStates),
  /** Links between the seed and this page. */
  depth: z.number().int().min(0),
  /** The page that had the first link to this one, and that link's place on it; they order a job's results. */
  parent: z.string().optional(),
  position: z.number().int().min(0),
  /** Requests that failed in a way worth another try. */
  attempts: z.number().int().min(0),
  /** Milliseconds since the epoch. */
  admittedAt: z.number(),
  touchedAt: z.number(),
  /** Not before this moment is the page tried again. */
  notBefore: z.number().optional(),
  /** Names the write that admitted the page: a writer whose answer was lost recognises its own work. */
  by: z.string().optional(),
  /** Children admitted in the transaction that ended the page: who finds their URL batches unsent sends them again. */
  children: z.array(z.string()).optional(),
  /** There were more children, admitted in transactions before that one. */
  chunked: z.literal(true).optional(),
  finishedBy: z.string().optional(),
  finishedAt: z.number().optional(),
  /** Where a redirect led for which its host had no slot: the next try begins there. */
  hopUrl: z.string().optional(),
  /** The tiers before that one, and why each was left, in order. */
  fallThrough: z.array(fallThroughSchema).optional(),
  /** Of `attempts` those that tiers before this one made. */
  attemptsBefore: z.number().int().optional(),
  ...visitShape,
};

/** 32 hexadecimal digits that identify the page within its job. */
const pageHashSchema = z.string().regex(/^[0-9a-f]{32}$/);
/** The same for what is no page: its hash ends in `s`, so that it is never that of a page. */
const otherHashSchema = z.string().regex(/^[0-9a-f]{32}s$/);

const webPageSchema = z.object({
  kind: z.literal('page'),
  hash: pageHashSchema,
  ...itemShape,
  ...contentShape,
  /** How often nobody could be asked about the page. */
  deferrals: z.number().int().optional(),
  /** Since when nobody could be asked about it (milliseconds since the epoch), and what was asked in vain, or told. */
  waitingSince: z.number().optional(),
  waited: z
    .object({
      unanswered: z.array(
        z.object({ at: z.number(), failure: z.custom<Failure>(isFailure), of: z.string().optional() }),
      ),
      told: z.array(z.string()),
    })
    .optional(),
  /** It was counted against the pages that its job may fetch. */
  claimed: z.literal(true).optional(),
  /**
   * A model is being asked about the page: a job that is over waits until then for the answer (milliseconds since the
   * epoch).
   */
  askingUntil: z.number().optional(),
  /** What extraction has reserved of the job's budgets for the page, and not given back. */
  reserved: z.object({ tokens: z.number(), microdollars: z.number() }).optional(),
  /** Of a page found by a link: what the page says that it was found on (`sameness.ts`). */
  kin: z.string().optional(),
  /** Of a crawl that looks for something: how likely the link made it that it stands here, from 0. */
  score: z.number().optional(),
});

const otherShape = {
  hash: otherHashSchema,
  ...itemShape,
  /** How many sitemap indexes, or portions of the same category, led to it. */
  nesting: z.number().int().optional(),
};

/** Rows that were written before `kind` was: they are read by what told the kinds apart then, until their TTL. */
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
/** A page proper: what `limit` counts, and results are made of. */
export type ContentPage = FrontierItem<'page'>;

/** True for a page proper, false for what only leads to pages. */
export const isContentPage = <Item extends { readonly kind: ItemKind }>(
  item: Item,
): item is Extract<Item, { kind: 'page' }> => item.kind === 'page';

type ContentFacts = Readonly<z.infer<z.ZodObject<typeof contentShape>>>;
/** What is noted of a page's content; nothing of what is no page. */
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

/** Identifies what is no page within its job: a sitemap file, a portion of one, or of a category's members. */
export const sitemapHash = (identity: string): string => `${pageHash(`sitemap ${identity}`)}s`;

/** True for a page that the request names: one from a sitemap has no link before it either, but it has a parent. */
export const isSeed = (page: { readonly depth: number; readonly parent?: string | undefined }): boolean =>
  page.depth === 0 && page.parent === undefined;

/** `example.com` or `example.com:8080`: what pace, robots and URL batches are kept by. */
export const hostOf = (url: string): string =>
  // A name with a dot behind it is the same name (RFC 1034 section 3.1): one host has one pace.
  new URL(url).host.replace(/\.(?=:\d+$|$)/, '');
