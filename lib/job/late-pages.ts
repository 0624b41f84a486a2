import type { Job } from './job.ts';

type FinishingJob = Extract<Job, { status: 'finishing' }>;

/**
 * Says whether a job that is over wants the pages that its workers had fetched when it ended. Only of a job that ended
 * early pages may be open. One that has found all that it was asked for, or failed because one page did, wants no more
 * of them. Of a map only links are wanted.
 */
export const wantsLatePages = ({ code, request }: Pick<FinishingJob, 'code' | 'request'>): boolean =>
  code !== undefined &&
  code !== 'ANSWER_COMPLETE' &&
  request.extract?.failFast !== true &&
  request.map === undefined;
