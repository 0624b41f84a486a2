import type { Job } from '../../job/job.ts';
import type { SourceRunRecord } from '../source-run.ts';
import type { AuditedFile, AuditEntry } from './audit-record.ts';

/** Makes the audit entry for the end of a run. */
export const tellRunEnded = (
  job: Pick<Job, 'id' | 'keyId' | 'trigger'>,
  run: SourceRunRecord,
  files: readonly AuditedFile[],
): AuditEntry => ({
  at: run.endedAt,
  by: job.trigger === 'scheduled' ? 'schedule' : (job.keyId ?? 'schedule'),
  action: 'run.ended',
  details: {
    job: run.job,
    outcome: run.outcome,
    trigger: run.trigger,
    complete: run.isComplete,
    visited: run.visited,
    held: run.held,
    ...(run.code === undefined ? {} : { code: run.code }),
    ...(run.manifestVersion === undefined ? {} : { manifest_version: run.manifestVersion }),
    ...Object.fromEntries(Object.entries(run.changes).map(([kind, count]) => [`pages_${kind}`, count])),
  },
  files: [...files],
});
