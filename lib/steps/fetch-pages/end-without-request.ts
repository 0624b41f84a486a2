import { failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { portionEnd, sitemapNotNeeded, type Ended } from './process-sitemap.ts';
import { endOfThrown, endWith } from './page-visit.ts';
import { pagesOfPortion } from '../../fetch/sitemap/sitemap-children.ts';
import type { Visit, VisitDependencies } from './host-visit.ts';
import { isSatisfied } from '../../frontier/reserve.ts';
import { noteWaiting } from '../../store/jobs/note-waiting.ts';

/** The end of a page of a family that is exhausted (`lib/frontier/sameness.ts`). */
export const endAsSame = ({ cells: shards }: RunningJob, { url }: Page): Ended => {
  const message = `Not fetched: pages with URLs like ${url} say what the page says that led to them`;
  const counts = shards === undefined ? { leftSame: 1 } : {};
  return { ...endWith(failure('SAME_CONTENT', message), undefined), counts };
};

/**
 * What becomes of a sitemap, a portion of one or a reserve of a job that has no place for another page: it ends where nothing more can
 * be delivered, or where as many wait as may; else it stays open, until places are free (null).
 */
export const endOfUnneeded = async (
  { table }: VisitDependencies,
  { job }: Visit,
  page: Page,
): Promise<Ended | null> => {
  const isOver = job.request.map !== undefined || job.cells !== undefined || isSatisfied(job);
  if (isOver || !(page.reserve === true || (await noteWaiting(table, job.id, page.hash))))
    return sitemapNotNeeded(page);
  return null;
};

/** The end of a portion of a sitemap, or of a reserve: its pages are admitted. */
export const endOfPortion = (dependencies: VisitDependencies, { job }: Visit, page: Page): Ended => {
  try {
    return portionEnd(pagesOfPortion(job, page));
  } catch (error) {
    return endOfThrown(dependencies, job, page, error);
  }
};
