import { limits } from '../limits.ts';
import type { Job, JobKind, Priority } from './job.ts';
import type { JobRequest } from '../request/order.ts';

/** Priority of a job's messages by its kind: somebody waits for a scrape, nobody for a schedule. */
const priorityOf = (kind: JobKind, scheduled: boolean): Priority =>
  scheduled ? 'low' : kind === 'scrape' ? 'high' : 'normal';

/** A job as it is before its first page is admitted. Times are milliseconds since the epoch. */
export const newJob = (facts: {
  readonly id: string;
  readonly kind: JobKind;
  readonly team: string;
  readonly request: JobRequest;
  readonly limit: number;
  readonly now: number;
  readonly source?: string;
}): Extract<Job, { status: 'running' }> => ({
  status: 'running',
  id: facts.id,
  kind: facts.kind,
  dialect: 'v2',
  team: facts.team,
  priority: priorityOf(facts.kind, facts.source !== undefined),
  ...(facts.source === undefined ? {} : { source: facts.source }),
  request: facts.request,
  limit: facts.limit,
  admitted: 0,
  open: 0,
  finished: 0,
  done: 0,
  failed: 0,
  blocked: 0,
  skipped: 0,
  unchanged: 0,
  createdAt: facts.now,
  progressAt: facts.now,
  deadline: facts.now + limits.jobDeadlineMs,
  ttl: Math.floor((facts.now + limits.jobDeadlineMs + limits.jobRetentionMs) / 1_000),
});
