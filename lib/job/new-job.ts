import { limits } from '../limits/limits.ts';
import { shardCountFor } from './counter-shards.ts';
import { isAwaited, type JobKind } from './job-kind.ts';
import type { Dialect } from '../request/dialect.ts';
import type { Job, Priority } from './job.ts';
import type { JobSpec } from '../request/job-spec.ts';
import type { Provenance } from '../request/source/source-field.ts';

/**
 * Chooses the priority of a job's messages: a caller waits for a scrape or a map, and no caller waits for a schedule.
 */
const priorityOf = (kind: JobKind, scheduled: boolean, awaited: boolean): Priority =>
  scheduled ? 'low' : isAwaited(kind) || awaited ? 'high' : 'normal';

/** Decides how long a job may take: the caller of a map does not wait much longer than for its answer. */
const deadlineOf = (kind: JobKind): number => (kind === 'map' ? limits.mapDeadlineMs : limits.jobDeadlineMs);

/** Makes a job as it is before its first page is admitted. Times are milliseconds since the epoch. */
export const newJob = (facts: {
  readonly id: string;
  readonly kind: JobKind;
  readonly dialect?: Dialect;
  readonly team: string;
  readonly keyId?: string | undefined;
  readonly request: JobSpec;
  readonly limit: number;
  readonly now: number;
  /** How many hosts the known URLs have. */
  readonly hosts?: number;
  readonly source?: string;
  readonly provenance?: Provenance;
  readonly trigger?: Job['trigger'];
  readonly maxDollars?: Job['maxDollars'];
  readonly maxCredits?: Job['maxCredits'];
  /** Until when a caller waits for it. */
  readonly awaitedUntil?: number | undefined;
}): Extract<Job, { status: 'running' }> => {
  const shards = shardCountFor(facts.kind, facts.request, { limit: facts.limit, hosts: facts.hosts ?? 1 });
  return {
    status: 'running',
    id: facts.id,
    kind: facts.kind,
    dialect: facts.dialect ?? 'v2',
    team: facts.team,
    ...(facts.keyId === undefined ? {} : { keyId: facts.keyId }),
    priority: priorityOf(facts.kind, facts.source !== undefined, facts.awaitedUntil !== undefined),
    ...(facts.awaitedUntil === undefined ? {} : { awaitedUntil: facts.awaitedUntil }),
    ...(facts.source === undefined ? {} : { source: facts.source }),
    ...(facts.provenance === undefined ? {} : { provenance: facts.provenance }),
    ...(facts.trigger === undefined ? {} : { trigger: facts.trigger }),
    ...(facts.maxDollars === undefined ? {} : { maxDollars: facts.maxDollars }),
    ...(facts.maxCredits === undefined ? {} : { maxCredits: facts.maxCredits }),
    request: facts.request,
    limit: facts.limit,
    ...(shards === undefined ? {} : { cells: shards }),
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
    deadline: facts.now + deadlineOf(facts.kind),
    ttl: Math.floor((facts.now + deadlineOf(facts.kind) + limits.jobRetentionMs) / 1_000),
  };
};
