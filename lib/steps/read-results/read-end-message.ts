import type { Objects } from '../../store/objects.ts';
import { hasEnded, isOver, type Job } from '../../job/job.ts';
import { readErrorPart } from './read-error-part.ts';

/**
 * Says why a job failed, its code first; null if it did not. A crawl that fetched nothing reports the error of its
 * start URL, which is its first.
 */
export const readEndMessage = async (results: Objects, job: Job): Promise<string | null> => {
  if (!isOver(job) || job.outcome !== 'failed') return null;
  const code = job.code ?? 'INTERNAL';
  const first =
    hasEnded(job) && job.kind === 'crawl' && job.done === 0 && job.abandoned === 0
      ? (await readErrorPart(results, job.id, 0))[0]
      : undefined;
  return `${code}: ${first?.error ?? 'the job was ended before all of its pages were fetched'}`;
};
