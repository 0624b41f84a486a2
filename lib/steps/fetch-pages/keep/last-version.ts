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

/** Reads the last version of a page that the job's viewer saw, once in a visit. */
export const lastVersion = async (
  { table }: Pick<FetchWorker, 'table'>,
  { job, versions }: Pick<HostVisit, 'job' | 'versions'>,
  page: Pick<Page, 'hash' | 'url'>,
): Promise<Latest | undefined> => {
  if (!versions.has(page.hash)) {
    const hash = pageHash(page.url);
    versions.set(page.hash, (await findLatest(table, latestViewer(job), [hash])).get(hash));
  }
  return versions.get(page.hash);
};

/**
 * Finds the validators of a page's last version, if a "not modified" of the host would give the job all that it needs.
 * It would not, and there are none, in these cases:
 * - The last envelope expires soon, or lacks a part that the job wants.
 * - The job leaves out links by their `rel`, which the envelope does not hold.
 * - Another version of Gleaner, or a job with other options, read the page.
 * - It is a second try or a second tier: the first may have failed because of the envelope.
 */
const validatorsOfVersion = async (
  worker: Pick<FetchWorker, 'table' | 'now' | 'engineVersion'>,
  visit: Pick<HostVisit, 'job' | 'versions'>,
  page: Page,
): Promise<Validators | null> => {
  const { crawl, map } = visit.job.request;
  // A map needs the links themselves, which no envelope holds.
  const wantsRel =
    crawl?.skipNofollowLinks === true || crawl?.followHiddenLinks === true || map !== undefined;
  if (page.kind !== 'page' || page.attempts > 0 || page.tier !== undefined || wantsRel) return null;
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
