import type { Tracked } from '../../frontier/page.ts';
import type { ChangedFields } from './changed-fields.ts';
import type { TextDiff } from './unified-diff.ts';

/** What happened to a page since its last version, in the form for Firecrawl's clients. */
export interface ChangeTracking {
  /** ISO 8601; null if there was no version before. */
  readonly previousScrapeAt: string | null;
  readonly changeStatus: Tracked['status'];
  /** A page is only visited if a request, a link or a sitemap names it, and never from memory alone. */
  readonly visibility: 'visible';
  readonly diff?: TextDiff;
  /** Fields that differ. */
  readonly json?: ChangedFields;
}

/** Returns status and time only, which a deleted page has too. */
export const makeChangeTracking = ({ status, at }: Tracked): ChangeTracking => ({
  previousScrapeAt: at === undefined ? null : new Date(at).toISOString(),
  changeStatus: status,
  visibility: 'visible',
});
