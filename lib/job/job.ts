import * as z from 'zod';
import { counterShardSchema } from './counter-shards.ts';
import { jobKinds } from './job-kind.ts';
import { dialects } from '../request/dialect.ts';
import { jobSpecSchema } from '../request/job-spec.ts';
import { provenanceSchema } from '../request/source/source-field.ts';
import { memberSchema, redriveSchema } from './series.ts';
import { unitShape } from './units.ts';

/**
 * A job: one request's life.
 *
 *   running ──► finishing ──► completed | failed | cancelled
 *
 * - `running`: pages are admitted and finished; every transaction that does so is conditional on this status.
 * - `finishing`: the counters no longer change. Exactly one writer moved the job here, with the `outcome` that it
 *   found: drained (no page open) or ended early (cancelled, deadline); then `abandoned` is the number of open pages.
 *   The counters of a job with shards are final only once every shard is closed. The last write counts as done the
 *   abandoned pages that were fetched and are delivered (`late`), and as abandoned the URLs of its request that were
 *   not admitted yet. If `finish-job` dies, its message comes again, and the heartbeat sends one for
 *   every job that stays here.
 * - the ends: results are written, the item waits for its TTL.
 *
 * At every moment `finished = done + failed + blocked + skipped` and `admitted + sitemapsOpen = finished + open`; from
 * `finishing` on, `admitted = finished + abandoned`.
 */
export const outcomes = ['completed', 'failed', 'cancelled'] as const;

export type JobOutcome = (typeof outcomes)[number];

export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];

/** Why pages wait for a model: since when, and until when at least (milliseconds since the epoch). */
export const modelWaitSchema = z.object({
  code: z.string(),
  message: z.string(),
  since: z.number(),
  until: z.number(),
});

/** Sitemaps of a job that could not be read: how many, and one of them with its code. */
const unreadSitemapsSchema = z.object({ files: z.number().int().min(1), url: z.string(), code: z.string() });
export type UnreadSitemaps = z.infer<typeof unreadSitemapsSchema>;

/** Sitemaps of a crawl that were read: how many files, and how many URLs of pages they name. */
const sitemapsReadSchema = z.object({ files: z.number().int(), urls: z.number().int() });
export type SitemapsRead = z.infer<typeof sitemapsReadSchema>;

/** What the pages of a job tell as it is concluded, where it has such pages. */
const endNotesShape = {
  /** For a crawl: the sitemaps that could not be read. */
  unreadSitemaps: unreadSitemapsSchema.optional(),
  /** For a batch: how many pages their sites refused with a status. Each is a document of its results. */
  refused: z.number().int().optional(),
  /** How many pages were blocked, by the code of each. */
  blockedBy: z.record(z.string(), z.number().int()).optional(),
  /** For a crawl or batch: how many pages are delivered without a part of their extraction, by the code of why. */
  extractionGaps: z.record(z.string(), z.number().int()).optional(),
  /** For a crawl of sitemaps alone. */
  sitemapsRead: sitemapsReadSchema.optional(),
  /** For a crawl: forms of URLs that were no longer followed because their pages said the same; a few of them. */
  sameForms: z.array(z.string()).optional(),
};
export type EndNotes = Readonly<Partial<z.infer<z.ZodObject<typeof endNotesShape>>>>;

const commonShape = {
  id: z.string(),
  kind: z.enum(jobKinds),
  dialect: z.enum(dialects),
  team: z.string(),
  /** The API key of the request; none if a schedule or an operator made the job. */
  keyId: z.string().optional(),
  priority: z.enum(priorities),
  /**
   * Until when a caller holds a connection for pages of a batch (milliseconds since the epoch): the results of a
   * search.
   */
  awaitedUntil: z.number().optional(),
  /** Source of a manifest; none for a job that was requested directly. */
  source: z.string().optional(),
  /** What the manifest says about that source. */
  provenance: provenanceSchema.optional(),
  /** For a run of a source: what started it. */
  trigger: z.enum(['scheduled', 'manual']).optional(),
  /** For a run of a source: its budget in dollars, at list prices, for the costs that are counted. */
  maxDollars: z.number().optional(),
  /** For a run of a source: the credits that services may charge for its pages. */
  maxCredits: z.number().optional(),
  request: jobSpecSchema,
  /** Its request, provenance, redrive and series are in an item beside its own (`job-parts.ts`). */
  apart: z.literal(true).optional(),
  /** Where the seed of a crawl was found when it redirected: that place belongs to the site. */
  scopeUrl: z.string().optional(),
  /**
   * Pages that may be delivered; this is never exceeded (`lib/frontier/reserve.ts`). For a job with shards: pages that
   * may be admitted.
   */
  limit: z.number().int().min(1),
  /** Counters. One below zero has drifted; the job must still be readable, so that it can be repaired. */
  admitted: z.number().int(),
  open: z.number().int(),
  finished: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  blocked: z.number().int(),
  skipped: z.number().int(),
  unchanged: z.number().int(),
  /** Sitemap files and portions of them: how many were admitted, and how many of these are open. They are not pages. */
  sitemaps: z.number().int().optional(),
  sitemapsOpen: z.number().int().optional(),
  /** Bytes of the sitemap files that were read, unpacked. */
  sitemapBytes: z.number().int().optional(),
  /**
   * Links that went into reserves, and the items that wait until places are free: reserves and sitemaps, open or over
   * by now.
   */
  reserved: z.number().int().optional(),
  reserves: z.custom<ReadonlySet<string>>((value) => value instanceof Set).optional(),
  /** For a map: URLs that were found; a URL in several places counts several times. */
  mapped: z.number().int().optional(),
  /** For an extraction: what was spent, plus what pages at work may still spend; millionths of a dollar. */
  spentTokens: z.number().optional(),
  spentMicrodollars: z.number().optional(),
  /** Tokens, calls and money that ended pages cost; `priced` of the calls had a known price. */
  inputTokens: z.number().int().optional(),
  outputTokens: z.number().int().optional(),
  modelCalls: z.number().int().optional(),
  microdollars: z.number().optional(),
  unpriced: z.number().int().optional(),
  /** Fields of all pages, those that were answered, and how many of these needed no token. */
  fieldsAsked: z.number().int().optional(),
  fieldsAnswered: z.number().int().optional(),
  fieldsFree: z.number().int().optional(),
  /**
   * Why pages of an extraction wait for a model, as it was last noted: since when, and until when at least
   * (milliseconds since the epoch).
   */
  waiting: modelWaitSchema.optional(),
  /**
   * Links that were not followed: hidden ones, ones that lead to known content, and ones whose form shows a trap. Not
   * counted in shards.
   */
  leftHidden: z.number().int().optional(),
  leftSame: z.number().int().optional(),
  leftTraps: z.number().int().optional(),
  /** Families of URLs whose pages say the same (`lib/frontier/sameness.ts`). */
  sameness: z.record(z.string(), z.number()).optional(),
  /** Its use of paid services until now. */
  ...unitShape,
  /** Names of the fields that some page has answered. */
  filled: z.custom<ReadonlySet<string>>((value) => value instanceof Set).optional(),
  /** The counters above are in so many shards while the job runs (`counter-shards.ts`); here they are sums. */
  cells: z.number().int().min(2).optional(),
  /** The shards as they were read, for a caller that must know that nothing moved since; never stored. */
  shardCounts: z.array(counterShardSchema).optional(),
  /** True while the first pages are still being admitted: a job is not drained before they all are. */
  seeding: z.literal(true).optional(),
  /** Key of the object with the URLs that are being admitted. */
  seedsKey: z.string().optional(),
  /** The first pages of a redrive: how many objects hold them, and how far they are admitted and sent. */
  seedParts: z.number().int().min(1).optional(),
  seedStep: z.number().int().min(0).optional(),
  /** Which pages of which job this one fetches again, and the jobs before it in its series, the first crawl first. */
  redrive: redriveSchema.optional(),
  series: z.array(memberSchema).optional(),
  /** On the first job of a series: the last redrive. */
  lastRedrive: z.string().optional(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  progressAt: z.number(),
  resentAt: z.number().optional(),
  deadline: z.number(),
  /** Seconds since the epoch: when DynamoDB removes the item. */
  ttl: z.number(),
};

const endedShape = {
  ...commonShape,
  outcome: z.enum(outcomes),
  /** Why the job ended early: a code of lib/failure.ts. */
  code: z.string().optional(),
  /** Negative if counters had drifted; the job must still be readable, or it would never end. */
  abandoned: z.number().int(),
  /** The shards are still being closed: the counters and `abandoned` are not final. */
  closing: z.literal(true).optional(),
  /** Until when workers may deliver pages that they had fetched when the job ended (ms since the epoch). */
  latePagesUntil: z.number().optional(),
  endedAt: z.number(),
};

export const jobSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('running'), ...commonShape }),
  z.object({ status: z.literal('finishing'), ...endedShape }),
  z.object({
    status: z.enum(outcomes),
    ...endedShape,
    completedAt: z.number(),
    /** The event bus was told of the end. */
    announced: z.literal(true).optional(),
    ...endNotesShape,
  }),
]);

export type Job = z.infer<typeof jobSchema>;
/** A job whose pages are still admitted and fetched. */
export type RunningJob = Extract<Job, { status: 'running' }>;

/** True once no page of the job is admitted or finished any more. */
export const isOver = (job: Job): job is Exclude<Job, { status: 'running' }> => job.status !== 'running';

/** True once results are complete and no longer change. */
export const hasEnded = (job: Job): job is Extract<Job, { completedAt: number }> =>
  job.status !== 'running' && job.status !== 'finishing';
