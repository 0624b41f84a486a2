import type { Page } from '../frontier/page.ts';
import { pageHash } from '../frontier/page.ts';
import type { RunningJob } from '../job/job.ts';
import { auditKey, latestKey, type TableKey } from '../keys/table-keys.ts';
import { historyItems, type HistoryItem } from './history.ts';
import { latestScope, latestTtl, type Latest } from './latest.ts';

type LatestItem = TableKey & Latest & { readonly ttl: number };

/** A record that a visit found nothing new: nobody reads it but people, and it is never changed. */
type AuditItem = TableKey & {
  readonly url: string;
  readonly job: string;
  readonly status: number;
  readonly contentHash: string;
  readonly contentChanged: false;
  readonly envelopeKey: string;
  readonly responseMs: number;
  readonly ttl: number;
};

/** An item by which a version of a page is remembered. */
export type VersionItem = LatestItem | AuditItem | HistoryItem;

const auditItem = (
  job: RunningJob,
  page: Pick<Page, 'hash' | 'url'>,
  version: Latest,
  visit: { readonly status: number; readonly ms: number },
): AuditItem => {
  const at = version.checkedAt;
  return {
    ...auditKey(
      job.source === undefined ? job.id : `${job.team}#${job.source}`,
      new Date(at).toISOString(),
      page.hash.slice(0, 12),
    ),
    url: page.url,
    job: job.id,
    status: visit.status,
    contentHash: version.contentHash,
    contentChanged: false,
    envelopeKey: version.envelopeKey,
    responseMs: Math.round(visit.ms),
    ttl: job.source === undefined ? job.ttl : latestTtl(at),
  };
};

/**
 * The items that change with a page's end: its last version, a record of a visit that found nothing new, and its
 * history where the job tracks changes.
 */
export const versionItems = (
  job: RunningJob,
  page: Pick<Page, 'hash' | 'url'>,
  version: Latest,
  visit: { readonly status: number; readonly ms: number; readonly isUnchanged: boolean },
): readonly VersionItem[] => [
  {
    ...latestKey(latestScope(job), pageHash(page.url)),
    ...version,
    ttl: latestTtl(version.checkedAt),
  },
  ...(visit.isUnchanged ? [auditItem(job, page, version, visit)] : []),
  ...historyItems(job, version),
];
