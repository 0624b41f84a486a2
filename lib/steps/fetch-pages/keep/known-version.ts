import { findLatest } from '../../../store/frontier/find-latest.ts';
import type { Table } from '../../../store/table.ts';
import type { VisitPageDependencies } from '../visit-page.ts';
import { isOfSitemap, pageHash } from '../../../frontier/page.ts';
import { holds, isReadAlike, latestScope, servesAt, wantedParts } from '../../../envelope/latest.ts';

/**
 * Makes the step that finds what a page may be asked for with: the validators of its last version (RFC 9110 section 13.1), if
 * the host's "not modified" would tell all that the job needs. It does not, where the last envelope expires soon, or where the
 * job passes over links by their `rel`, which the envelope does not hold, or wants another part that it lacks; or where another version
 * of Gleaner read it, or other options did. Nor on a second try, or in a second tier: the first one may have failed for the envelope's sake.
 */
export const validatorsIn =
  (table: Table, now: () => number, engine: string): NonNullable<VisitPageDependencies['validatorsOf']> =>
  async (job, page) => {
    // A map wants the links themselves, which no envelope holds.
    const { crawl, map } = job.request;
    const wantsRel =
      crawl?.skipNofollowLinks === true || crawl?.followHiddenLinks === true || map !== undefined;
    if (page.attempts > 0 || page.tier !== undefined || wantsRel || isOfSitemap(page.hash)) return null;
    const version = pageHash(page.url);
    const latest = (await findLatest(table, latestScope(job), [version])).get(version);
    if (latest === undefined || !isReadAlike(latest, job, engine) || !servesAt(latest, now())) return null;
    if (!holds(latest, wantedParts(job))) return null;
    const { etag, lastModified } = latest;
    if (etag === undefined && lastModified === undefined) return null;
    return {
      ...(etag === undefined ? {} : { ifNoneMatch: etag }),
      ...(lastModified === undefined ? {} : { ifModifiedSince: lastModified }),
    };
  };
