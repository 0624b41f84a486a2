import { usageEnding, type CommandEnding } from '../exit-code.ts';
import type { Instance } from '../api/find-instance.ts';
import { followExtraction } from './follow-extraction.ts';
import { followJob, type PageDelivery, type FollowOptions } from './follow-job.ts';
import { jobName, type JobPlace } from './job-place.ts';

/**
 * Follows a job of any kind. The documents of an extraction are the results of its pages; in place of URLs it prints
 * its answer.
 */
export const followAny = async (
  instance: Instance,
  job: JobPlace,
  delivery: PageDelivery,
  options: FollowOptions,
  signal: AbortSignal,
): Promise<CommandEnding> => {
  if (job.kind !== 'extract') return await followJob(instance, job, delivery, options, signal);
  if (delivery.directory !== undefined) {
    return usageEnding(
      `--output writes pages as Markdown, and ${jobName(job)} has no pages. Leave it out, or use --json`,
    );
  }
  const stdout = { documents: 'results', urls: 'answer', nothing: 'nothing' } as const;
  const { timeoutMs, cancelOnInterrupt, isOwn = false } = options;
  const wanted = { stdout: stdout[delivery.stdout], timeoutMs, cancelOnInterrupt, isOwn };
  return await followExtraction(instance, job, wanted, signal);
};
