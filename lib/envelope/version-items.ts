import type { Page } from '../frontier/page.ts';
import { pageHash } from '../frontier/page.ts';
import type { Job } from '../job/job.ts';
import { latestKey, type TableKey } from '../keys/table-keys.ts';
import { historyItems, type HistoryItem } from './history.ts';
import { latestViewer, latestTtl, type Latest } from './latest.ts';

type LatestItem = TableKey & Latest & { readonly ttl: number };

/** An item that stores a version of a page. */
export type VersionItem = LatestItem | HistoryItem;

/**
 * Returns the items that change with a page's end: its last version, and its history if the job tracks changes. A visit
 * that found nothing new is noted on its page and, for a run of a source, in the file that its audit vouches for.
 */
export const versionItems = (
  job: Pick<Job, 'source' | 'team' | 'request'>,
  page: Pick<Page, 'hash' | 'url'>,
  version: Latest,
): readonly VersionItem[] => [
  {
    ...latestKey(latestViewer(job), pageHash(page.url)),
    ...version,
    ttl: latestTtl(version.checkedAt),
  },
  ...historyItems(job, version),
];
