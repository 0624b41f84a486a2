import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Job } from '../job/job.ts';

/**
 * The last version of a page that any job with the same eyes saw: the same source, or a team that asks hosts for
 * the same. It decides whether a page is new, modified or unchanged.
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
  /** Hash of the options by which it was read (`readingHash`). */
  reading: z.string().optional(),
  /**
   * What its envelope holds besides (`wantedParts`); what was extracted only where asking again would give nothing
   * more.
   */
  parts: z.array(z.string()).optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
});
export type Latest = z.infer<typeof latestSchema>;

const shortHash = (wanted: unknown): string =>
  createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 12);

type Asker = Pick<Job, 'source' | 'team' | 'request'>;

/**
 * Whose eyes: versions are compared within a scope only. A source of a team has one scope, whatever becomes of its
 * options; jobs of a team share one where they ask hosts for the same thing, because other headers (by name) or
 * another browser are given another page. Formats, timeouts and what is read of a page make no scope. Within it a
 * page is known by its canonical URL, not by its identity within a job, which depends on how that job tells pages
 * apart.
 */
export const latestScope = ({ source, team, request }: Asker): string => {
  if (source !== undefined) return `source:${team}:${source}`;
  const { headerNames, waitFor, mobile, viewport, actions, blockAds } = request.scrape;
  return `team:${team}:${shortHash([headerNames ?? [], waitFor, mobile, viewport, actions, blockAds])}`;
};

/** Hash of the options that decide what is read of a response: under others the same page has another content. */
export const readingHash = ({ request }: Pick<Job, 'request'>): string => {
  const { onlyMainContent, includeTags, excludeTags, removeBase64Images, linkStyle } = request.scrape;
  return shortHash([onlyMainContent, includeTags, excludeTags, removeBase64Images, linkStyle]);
};

/** What an envelope has to hold for a job besides what every envelope holds, each with what shapes it. */
export const wantedParts = ({ request }: Pick<Job, 'request'>): string[] => {
  const { formats, attributes } = request.scrape;
  return [
    ...(formats.includes('html') ? ['html'] : []),
    ...(attributes === undefined ? [] : [`attributes:${shortHash(attributes)}`]),
    ...(request.extract === undefined ? [] : [extractedPart(request.extract.order)]),
  ];
};

/** The part that holds what an order extracts. */
export const extractedPart = (order: string): string => `extracted:${order}`;

/** Whether a part is what some order extracts: it is in the envelope only once it was answered. */
export const isExtractedPart = (part: string): boolean => part.startsWith('extracted:');

/** Whether a version was read as a job would read it now: only then its content can be compared by its hash. */
export const isReadAlike = (
  version: Pick<Latest, 'engine' | 'reading'>,
  job: Pick<Job, 'request'>,
  engine: string,
): boolean => version.engine === engine && version.reading === readingHash(job);

const day = 24 * 60 * 60 * 1_000;
/** Envelopes are removed after 90 days; one older than this is written again even if nothing changed. */
export const envelopeReuseMs = 75 * day;

/** Seconds since the epoch: when a version that was seen at `now` (milliseconds) is forgotten. */
export const latestTtl = (now: number): number => Math.floor(now / 1_000) + 365 * 24 * 60 * 60;

/** Whether the version's envelope will live long enough to stand for what is seen now. */
export const servesAt = (latest: Latest, now: number): boolean => now - latest.envelopeAt < envelopeReuseMs;

/**
 * The validators to keep of a response, by which its host can say next time that nothing was modified. Only of a
 * response that its envelope was made of, or that was the same to the byte as the last one that was: everything
 * that "not modified" then saves us from reading stands in that envelope, links included. And only of a page that
 * was found where it was asked for: a redirect may lead elsewhere the next time.
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

/** Whether the version's envelope holds all that is wanted of one besides its content. */
export const holds = ({ parts = [] }: Pick<Latest, 'parts'>, wanted: readonly string[]): boolean =>
  wanted.every((part) => parts.includes(part));

/**
 * What became of a page since its last version. `comparable`: the hash of that version's content as it is read
 * today, which says whether the page changed. `envelopeKey` is null where the old envelope cannot serve: it has the
 * content as it was read before, would expire too soon, lacks a part that is wanted, or more than the content is
 * (`whole`) and the page around it did change.
 */
export const detectChange = (
  latest: Latest | undefined,
  seen: {
    readonly contentHash: string;
    readonly htmlHash: string;
    readonly whole: boolean;
    readonly parts?: readonly string[];
    readonly comparable?: string;
  },
  now: number,
): Change => {
  if (latest === undefined) return { type: 'new' };
  if ((seen.comparable ?? latest.contentHash) !== seen.contentHash) {
    return { type: 'modified', previousHash: latest.contentHash };
  }
  const serves =
    servesAt(latest, now) &&
    latest.contentHash === seen.contentHash &&
    holds(latest, seen.parts ?? []) &&
    (!seen.whole || latest.htmlHash === seen.htmlHash);
  return {
    type: 'unchanged',
    previousHash: latest.contentHash,
    envelopeKey: serves ? latest.envelopeKey : null,
  };
};
