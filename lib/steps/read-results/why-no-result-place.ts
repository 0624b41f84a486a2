import { failure, type Failure } from '../../failure.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import type { ExtractionCursor } from '../../store/frontier/page-extractions.ts';
import type { Table } from '../../store/table.ts';

/**
 * Says why a cursor is no place in the results of a job; null if it is one, or none is given. A cursor names the page
 * after which it goes on. One of another job may name a later moment than any page of this job has: its reader would
 * be answered "nothing new" until the end.
 */
export const whyNoResultPlace = async (
  table: Table,
  job: string,
  after: ExtractionCursor | undefined,
): Promise<Failure | null> => {
  if (after === undefined) return null;
  const [page] = await findPages(table, job, [after.hash]);
  if (page?.finishedAt !== undefined) return null;
  return failure(
    'CURSOR_UNKNOWN',
    `Cannot go on at ${after.at}-${after.hash}: no page of the job ${job} has ended there. Begin again without cursor`,
  );
};
