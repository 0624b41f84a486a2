import { isFailureCode, type FailureCode } from '../failure.ts';
import type { Job } from './job.ts';

/**
 * Returns the code of pages that are open when their job ends: the code by which the job ended. A job that completed
 * without one had the pages that its limit allows.
 */
export const endCode = (job: Job | null): FailureCode => {
  if (job === null || job.status === 'running') return 'JOB_CANCELLED';
  const { outcome, code } = job;
  if (outcome === 'completed' && code === undefined) return 'LIMIT_REACHED';
  return code !== undefined && isFailureCode(code) ? code : 'JOB_CANCELLED';
};
