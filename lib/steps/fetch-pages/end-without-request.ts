import { failure } from '../../failure.ts';
import type { Page, PageOf } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { portionEnd, type Ended } from './keep-sitemap.ts';
import { endOfThrown, endWith } from './page-visit.ts';
import { pagesOfPortion } from '../../fetch/sitemap/sitemap-children.ts';
import type { Visit, VisitDependencies } from './host-visit.ts';

/** The end of a page of a family that is exhausted (`lib/frontier/sameness.ts`). */
export const endAsSame = ({ cells }: RunningJob, { url }: Page): Ended => {
  const message = `Not fetched: pages with URLs like ${url} say what the page says that led to them`;
  const counts = cells === undefined ? { leftSame: 1 } : {};
  return { ...endWith(failure('SAME_CONTENT', message), undefined), counts };
};

/** The end of a portion of a sitemap: its pages are admitted. */
export const endOfPortion = (
  dependencies: VisitDependencies,
  { job }: Visit,
  page: PageOf<'portion'>,
): Ended => {
  try {
    return portionEnd(pagesOfPortion(job, page));
  } catch (error) {
    return endOfThrown(dependencies, job, page, error);
  }
};
