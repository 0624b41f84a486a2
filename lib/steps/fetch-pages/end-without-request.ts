import { failure } from '../../failure.ts';
import type { Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { portionEnd, sitemapNotNeeded, type Ended } from './process-sitemap.ts';
import { endOfThrown, endWith } from './page-visit.ts';
import { pagesOfPortion } from '../../fetch/sitemap/sitemap-children.ts';
import type { Visit, VisitDependencies } from './host-visit.ts';

/** The end of a page of a family that is exhausted (`lib/frontier/sameness.ts`). */
export const endAsSame = ({ cells: shards }: RunningJob, { url }: Page): Ended => {
  const message = `Not fetched: pages with URLs like ${url} say what the page says that led to them`;
  const counts = shards === undefined ? { leftSame: 1 } : {};
  return { ...endWith(failure('SAME_CONTENT', message), undefined), counts };
};

/** The end of a portion of a sitemap: its pages are admitted, unless the job is full. */
export const endOfPortion = (
  dependencies: VisitDependencies,
  { job }: Visit,
  page: Page,
  isFull: boolean,
): Ended => {
  if (isFull) return sitemapNotNeeded(page);
  try {
    return portionEnd(pagesOfPortion(job, page));
  } catch (error) {
    return endOfThrown(dependencies, job, page, error);
  }
};
