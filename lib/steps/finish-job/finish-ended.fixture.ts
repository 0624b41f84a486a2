import { limits } from '../../limits/limits.ts';
import { finishJob, type FinishJobDependencies } from './finish-job.ts';

/** Finishes a job that has ended, and once more if it waits for pages that its workers had fetched. */
export const finishEnded = async (
  dependencies: FinishJobDependencies,
  id: string,
): Promise<Awaited<ReturnType<typeof finishJob>>> => {
  const first = await finishJob(dependencies, id);
  const later = () => dependencies.now() + limits.latePagesMs;
  return first === 'waits for pages' ? await finishJob({ ...dependencies, now: later }, id) : first;
};
