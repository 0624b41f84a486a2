import type { Tracked } from '../../frontier/page.ts';
import type { ChangedFields } from './changed-fields.ts';
import type { TextDiff } from './unified-diff.ts';

/** What became of a page since its last version, as Firecrawl's clients know it. */
export interface ChangeTracking {
  /** ISO 8601; null where there was no version before. */
  readonly previousScrapeAt: string | null;
  readonly changeStatus: Tracked['status'];
  /** A page is only visited where a request, a link or a sitemap names it: none is found from memory alone. */
  readonly visibility: 'visible';
  readonly diff?: TextDiff;
  /** Fields that differ. */
  readonly json?: ChangedFields;
}

/** Status and time alone: what a page that is gone has, too. */
export const makeChangeTracking = ({ status, at }: Tracked): ChangeTracking => ({
  previousScrapeAt: at === undefined ? null : new Date(at).toISOString(),
  changeStatus: status,
  visibility: 'visible',
});
