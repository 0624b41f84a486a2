import { findLatest } from '../../../store/frontier/find-latest.ts';
import {
  holds,
  isReadAlike,
  latestViewer,
  servesAt,
  wantedParts,
  type Latest,
} from '../../../envelope/latest.ts';
import { pageHash, type Page } from '../../../frontier/page.ts';
import { isOutage, errorStack } from '../../../outage.ts';
import type { FetchWorker } from '../fetch-worker.ts';
import type { HostVisit } from '../host-visit.ts';

/** The headers by which a host can tell that a page is unchanged (RFC 9110 section 13.1). */
export interface Validators {
  readonly ifNoneMatch?: string;
  readonly ifModifiedSince?: string;
}

type VersionsWorker = Pick<FetchWorker, 'table'>;
type VersionsVisit = Pick<HostVisit, 'job' | 'versions'>;
type VersionedPage = Pick<Page, 'hash' | 'url'>;

/** Reads the last versions of these pages that the job's viewer saw, in one call, each once in a visit. */
const readVersions = async (
  { table }: VersionsWorker,
  { job, versions }: VersionsVisit,
  pages: readonly VersionedPage[],
): Promise<void> => {
  const unread = pages.filter(({ hash }) => !versions.has(hash));
  if (unread.length === 0) return;
  const hashes = new Map(unread.map((page) => [page.hash, pageHash(page.url)]));
  const found = await findLatest(table, latestViewer(job), [...new Set(hashes.values())]);
  for (const [hash, ofUrl] of hashes) versions.set(hash, found.get(ofUrl));
};

/** Reads the last version of a page that the job's viewer saw, once in a visit. */
export const lastVersion = async (
  worker: VersionsWorker,
  visit: VersionsVisit,
  page: VersionedPage,
): Promise<Latest | undefined> => {
  await readVersions(worker, visit, [page]);
  return visit.versions.get(page.hash);
};

/**
 * Whether a page may be requested on condition that it has changed. Not where the answer "not modified" would lack what
 * the job wants: links by their `rel`, which no envelope holds, or the links of a map. And not on a second try or in a
 * second tier, because the first may have failed for the envelope.
 */
const mayBeConditional = ({ job }: VersionsVisit, { kind, attempts, tier }: Page): boolean => {
  const { crawl, map } = job.request;
  const wantsRel =
    crawl?.skipNofollowLinks === true || crawl?.followHiddenLinks === true || map !== undefined;
  return kind === 'page' && attempts === 0 && tier === undefined && !wantsRel;
};

/**
 * Reads the last versions of pages that are about to be requested on condition, in one call for all. If one of them
 * cannot be read, none is: each page then reads its own.
 */
export const prepareVersions = async (
  worker: VersionsWorker,
  visit: VersionsVisit,
  pages: readonly Page[],
): Promise<void> => {
  const conditional = pages.filter((page) => mayBeConditional(visit, page));
  try {
    await readVersions(worker, visit, conditional);
  } catch (error) {
    if (isOutage(error)) throw error;
  }
};

/**
 * Finds the validators of a page's last version, if a "not modified" of the host would give the job all that it needs.
 * It would not, and there are none, if the page may not be requested on condition, if the last envelope expires soon or
 * lacks a part that the job wants, or if another version of Gleaner, or a job with other options, read the page.
 */
const validatorsOfVersion = async (
  worker: Pick<FetchWorker, 'table' | 'now' | 'engineVersion'>,
  visit: Pick<HostVisit, 'job' | 'versions'>,
  page: Page,
): Promise<Validators | null> => {
  if (!mayBeConditional(visit, page)) return null;
  const latest = await lastVersion(worker, visit, page);
  if (latest === undefined || !isReadAlike(latest, visit.job, worker.engineVersion)) return null;
  if (!servesAt(latest, worker.now()) || !holds(latest, wantedParts(visit.job))) return null;
  const { etag, lastModified } = latest;
  if (etag === undefined && lastModified === undefined) return null;
  return {
    ...(etag === undefined ? {} : { ifNoneMatch: etag }),
    ...(lastModified === undefined ? {} : { ifModifiedSince: lastModified }),
  };
};

/** Finds the validators of a page's last version. If that cannot be read, the page is treated as if it had none. */
export const knownValidators = async (
  worker: Pick<FetchWorker, 'table' | 'now' | 'engineVersion' | 'log'>,
  visit: Pick<HostVisit, 'job' | 'versions'>,
  page: Page,
): Promise<Validators | null> => {
  try {
    return await validatorsOfVersion(worker, visit, page);
  } catch (error) {
    if (isOutage(error)) throw error;
    const about = { job: visit.job.id, url: page.url };
    worker.log('version unread', { ...about, reason: String(error), stack: errorStack(error) });
    return null;
  }
};
