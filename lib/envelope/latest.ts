import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Job } from '../job/job.ts';

/**
 * The last version of a page that any job with the same eyes saw: the same source or team, asking for the same content of
 * it. It decides whether a page is new, modified or unchanged.
 */
export const latestSchema = z.object({
  url: z.string(),
  contentHash: z.string(),
  htmlHash: z.string(),
  envelopeKey: z.string(),
  /** When that envelope was written: it expires 90 days later, and must outlive the results that point to it. */
  envelopeAt: z.number(),
  checkedAt: z.number(),
  /** The version of Gleaner that read it: another one may read more of the same page. */
  engine: z.string().optional(),
  /** Its envelope holds what was extracted, and nothing more is to be had by asking again. */
  extracted: z.literal('whole').optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
});
export type Latest = z.infer<typeof latestSchema>;

/**
 * Whose eyes: versions are compared within a scope only. Within it a page is known by its canonical URL, not by its identity
 * within a job, which depends on how that job tells pages apart.
 */
export const latestScope = (job: Pick<Job, 'source' | 'team' | 'request'>): string => {
  const { extract } = job.request;
  // A version is the same whether or not its changes are tracked: what is compared stands in `history.ts`.
  const { changeTracking: _tracking, ...scrape } = {
    ...job.request.scrape,
    formats: job.request.scrape.formats.filter((format) => format !== 'changeTracking'),
  };
  const wanted = JSON.stringify(extract === undefined ? scrape : [scrape, extract]);
  const options = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  return `${job.source ?? job.team}:${options}`;
};

const day = 24 * 60 * 60 * 1_000;
/** Envelopes are removed after 90 days; one older than this is written again even if nothing changed. */
export const envelopeReuseMs = 75 * day;

/** Seconds since the epoch: when a version that was seen at `now` (milliseconds) is forgotten. */
export const latestTtl = (now: number): number => Math.floor(now / 1_000) + 365 * 24 * 60 * 60;

/** Whether the version's envelope will live long enough to stand for what is seen now. */
export const servesAt = (latest: Latest, now: number): boolean => now - latest.envelopeAt < envelopeReuseMs;

/**
 * The validators to keep of a response, by which its host can say next time that nothing was modified. Only of a response
 * that its envelope was made of, or that was the same to the byte as the last one that was: everything that "not modified"
 * then saves us from reading stands in that envelope, links included. And only of a page that was found where it was asked
 * for: a redirect may lead elsewhere the next time.
 */
export const keepableValidators = (
  headers: Readonly<Record<string, string>>,
  seen: { readonly written: boolean; readonly redirected: boolean; readonly htmlHash: string },
  latest: Latest | undefined,
): Pick<Latest, 'etag' | 'lastModified'> => {
  const asBefore =
    latest?.htmlHash === seen.htmlHash && (latest.etag !== undefined || latest.lastModified !== undefined);
  if (seen.redirected || (!seen.written && !asBefore)) return {};
  const { etag, 'last-modified': lastModified } = headers;
  return {
    ...(etag === undefined || etag.length > 256 ? {} : { etag }),
    ...(lastModified === undefined || lastModified.length > 64 ? {} : { lastModified }),
  };
};

export type Change =
  | { readonly type: 'new' }
  | { readonly type: 'modified'; readonly previousHash: string }
  | { readonly type: 'unchanged'; readonly previousHash: string; readonly envelopeKey: string | null };

/**
 * What became of a page since its last version. `envelopeKey` is null where the old envelope cannot serve: it would expire too
 * soon, or more than the content was asked for (`whole`) and the page around the content did change.
 */
export const detectChange = (
  latest: Latest | undefined,
  seen: { readonly contentHash: string; readonly htmlHash: string; readonly whole: boolean },
  now: number,
): Change => {
  if (latest === undefined) return { type: 'new' };
  if (latest.contentHash !== seen.contentHash) {
    return { type: 'modified', previousHash: latest.contentHash };
  }
  const serves = servesAt(latest, now) && (!seen.whole || latest.htmlHash === seen.htmlHash);
  return {
    type: 'unchanged',
    previousHash: latest.contentHash,
    envelopeKey: serves ? latest.envelopeKey : null,
  };
};
