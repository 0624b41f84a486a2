import { isOver, type Job } from '../../job/job.ts';

/** Why pages wait for a model, in the form for clients; times are ISO 8601. */
export interface ModelWait {
  readonly code: string;
  readonly reason: string;
  readonly since: string;
  readonly until: string;
}

/** Waiting pages renew their note before this time has passed, so an older note no longer holds. */
export const waitStaleMs = 60_000;

const timeOf = (at: number): string => new Date(at).toISOString();

export const describeWait = ({ code, message, since, until }: NonNullable<Job['waiting']>): ModelWait => ({
  code,
  reason: message,
  since: timeOf(since),
  until: timeOf(until),
});

/** Says whether a job's note of its waiting pages no longer holds at a moment (milliseconds since the epoch). */
export const isWaitPast = ({ until }: Pick<NonNullable<Job['waiting']>, 'until'>, now: number): boolean =>
  until + waitStaleMs < now;

/** Returns why pages of a running job wait for a model: since when, and when work on them continues. */
export const tellWait = (job: Job, now: number): { readonly waiting?: ModelWait } =>
  job.waiting === undefined || isOver(job) || isWaitPast(job.waiting, now)
    ? {}
    : { waiting: describeWait(job.waiting) };
