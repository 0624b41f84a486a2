import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Job } from '../job/job.ts';
import { retentionByKey, retentionDays } from './retention.ts';

/**
 * The last version of a page that a viewer saw: a source, or jobs of a team that ask hosts for the same. It decides
 * whether a page is new, modified or unchanged.
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
   * What its envelope holds besides (`wantedParts`). Extracted data are listed only if asking again would give no more.
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
 * Returns who views a page: only versions of one viewer are compared. A team's source is one viewer, whatever its
 * options. Jobs of a team are one viewer if they ask hosts for the same thing, because other headers (by name) or
 * another browser get another page. Formats, timeouts and reading options do not matter. A viewer knows a page by its
 * canonical URL, not by its identity within a job, which depends on how that job tells pages apart.
 */
export const latestViewer = ({ source, team, request }: Asker): string => {
  if (source !== undefined) return `source:${team}:${source}`;
  const { headerNames, waitFor, mobile, viewport, actions, blockAds } = request.scrape;
  return `team:${team}:${shortHash([headerNames ?? [], waitFor, mobile, viewport, actions, blockAds])}`;
};

/**
 * Returns a hash of the options that decide what is read of a response: under other options the same page has other
 * content.
 */
export const readingHash = ({ request }: Pick<Job, 'request'>): string => {
  const { onlyMainContent, includeTags, excludeTags, removeBase64Images, linkStyle } = request.scrape;
  return shortHash([onlyMainContent, includeTags, excludeTags, removeBase64Images, linkStyle]);
};

/** Says whether the pages of a job are documents of data, whose envelopes say what they describe. */
export const wantsData = ({ provenance }: Pick<Job, 'provenance'>): boolean =>
  provenance?.contentType !== undefined;

/**
 * Returns what an envelope has to hold for a job besides what every envelope holds, each with the options that shape
 * it.
 */
export const wantedParts = (job: Pick<Job, 'request' | 'provenance'>): string[] => {
  const { request } = job;
  const { formats, attributes } = request.scrape;
  return [
    ...(formats.includes('html') ? ['html'] : []),
    ...(wantsData(job) ? ['api'] : []),
    // An envelope of another class is written again: it would expire at another time.
    ...(job.provenance?.retention === undefined ? [] : [`kept:${job.provenance.retention}`]),
    ...(attributes === undefined ? [] : [`attributes:${shortHash(attributes)}`]),
    ...(request.extract === undefined ? [] : [extractedPart(request.extract.order)]),
  ];
};

/** Returns the name of the part that holds what a spec extracts. */
export const extractedPart = (spec: string): string => `extracted:${spec}`;

/** Says whether a part is extracted data: it is in the envelope only once the spec was answered. */
export const isExtractedPart = (part: string): boolean => part.startsWith('extracted:');

/** Says whether a version was read as a job would read it now: only then can its content be compared by its hash. */
export const isReadAlike = (
  version: Pick<Latest, 'engine' | 'reading'>,
  job: Pick<Job, 'request'>,
  engine: string,
): boolean => version.engine === engine && version.reading === readingHash(job);

const day = 24 * 60 * 60 * 1_000;
/** An envelope that has fewer days left than this is written again even if the page has not changed. */
const renewedDaysBefore = 15;

/**
 * Returns how long an envelope is used for later visits. Those of no class are removed 90 days after they were written,
 * the others not before the days of their class.
 */
export const envelopeReuseMs = (key: string): number => {
  const retention = retentionByKey(key);
  const days = retention === null ? 90 : (retentionDays[retention] ?? Number.POSITIVE_INFINITY);
  return (days - renewedDaysBefore) * day;
};

/** Returns when a version that was seen at `now` (milliseconds) expires, in seconds since the epoch. */
export const latestTtl = (now: number): number => Math.floor(now / 1_000) + 365 * 24 * 60 * 60;

/** Says whether the version's envelope will live long enough to be used for a visit now. */
export const servesAt = (latest: Latest, now: number): boolean =>
  now - latest.envelopeAt < envelopeReuseMs(latest.envelopeKey);

/**
 * Returns the validators of a response to store, with which its host can answer "not modified" next time. Only for a
 * response from which its envelope was made, or that was byte for byte the same: that envelope holds everything that
 * "not modified" saves us from reading, including links. And only for a page that was found at its own URL: a redirect
 * may lead elsewhere the next time.
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

/** Says whether the version's envelope holds all wanted parts besides its content. */
export const holds = ({ parts = [] }: Pick<Latest, 'parts'>, wanted: readonly string[]): boolean =>
  wanted.every((part) => parts.includes(part));

/**
 * Returns what happened to a page since its last version. `comparable`: the hash of that version's content as it is
 * read today, which decides whether the page changed. `envelopeKey` is null if the old envelope cannot be used: its
 * content was read in another way, it would expire too soon, it lacks a wanted part, or more than the content is wanted
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
