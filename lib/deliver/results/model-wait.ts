import { isOver, type Job } from '../../job/job.ts';

/** Why pages wait for a model, as clients are told it; times are ISO 8601. */
export interface ModelWait {
  readonly code: string;
  readonly reason: string;
  readonly since: string;
  readonly until: string;
}

/** Pages that wait note it again before this has passed: what is longer past has passed. */
export const waitStaleMs = 60_000;

const timeOf = (at: number): string => new Date(at).toISOString();

export const describeWait = ({ code, message, since, until }: NonNullable<Job['waiting']>): ModelWait => ({
  code,
  reason: message,
  since: timeOf(since),
  until: timeOf(until),
});

/** Whether what a job noted of its waiting pages is past at a moment (milliseconds since the epoch). */
export const isWaitPast = ({ until }: Pick<NonNullable<Job['waiting']>, 'until'>, now: number): boolean =>
  until + waitStaleMs < now;

/** Why pages of a running job wait for a model: since when, and when they are taken up again. */
export const tellWait = (job: Job, now: number): { readonly waiting?: ModelWait } =>
  job.waiting === undefined || isOver(job) || isWaitPast(job.waiting, now)
    ? {}
    : { waiting: describeWait(job.waiting) };
