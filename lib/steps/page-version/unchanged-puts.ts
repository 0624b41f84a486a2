import type { Fetched, PageResult } from '../../fetch/tier/fetched.ts';
import { pageHash, type Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { latestScope, latestTtl, type Latest } from '../../envelope/latest.ts';
import { auditKey, latestKey } from '../../keys/table-keys.ts';

/** The items that change with a visit that found nothing new: when the version was last seen, and a record of that. */
export const unchangedPuts = (
  job: RunningJob,
  page: Pick<Page, 'hash' | 'url'>,
  version: Latest,
  fetched: Pick<Fetched, 'status' | 'ms'>,
): Extract<PageResult, { kind: 'kept' }>['puts'] => {
  const at = version.checkedAt;
  return [
    { ...latestKey(latestScope(job), pageHash(page.url)), ...version, ttl: latestTtl(at) },
    {
      ...auditKey(job.source ?? job.id, new Date(at).toISOString(), page.hash.slice(0, 12)),
      url: page.url,
      job: job.id,
      status: fetched.status,
      contentHash: version.contentHash,
      contentChanged: false,
      envelopeKey: version.envelopeKey,
      responseMs: Math.round(fetched.ms),
      ttl: job.source === undefined ? job.ttl : latestTtl(at),
    },
  ];
};
