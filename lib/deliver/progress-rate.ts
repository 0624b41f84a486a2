/** How fast a job has gone since it was submitted. */
export interface ProgressRate {
  /** Milliseconds since the job was submitted, until it ended. Times in which nothing ran are a part of it. */
  readonly elapsedMs: number;
  /** Pages a second over that time. */
  readonly perSecond: number;
  /** Milliseconds that the known pages which are left take at that rate; null where it cannot be told yet. */
  readonly leftMs: number | null;
}

/** Shorter times say nothing of a rate. */
const leastMs = 500;

/**
 * Computes the rate of a whole job, so that whoever looks at it later, or after a restart, is told the same. `at` is
 * the moment of looking, or of the job's end (milliseconds since the epoch, as `createdAt`); a clock that is behind
 * that of the API makes the time 0.
 */
export const progressRate = (job: {
  readonly createdAt: number;
  readonly at: number;
  readonly ended: number;
  readonly known: number;
}): ProgressRate => {
  const elapsedMs = Math.max(0, job.at - job.createdAt);
  const perSecond = elapsedMs < leastMs ? 0 : (job.ended * 1_000) / elapsedMs;
  const left = Math.max(0, job.known - job.ended);
  return { elapsedMs, perSecond, leftMs: perSecond === 0 ? null : (left * 1_000) / perSecond };
};
