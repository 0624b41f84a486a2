import { endingOfStarted, interruptedEnding, resumeHint } from './resume-hint.ts';
import type { NoResponse } from '../api/call-api.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import type { Instance } from '../api/find-instance.ts';
import { jobName, type JobPlace } from './job-place.ts';
import { countFailed, isStatusOver, type FailureCounts, type CliStatus, type JobPage } from './job-status.ts';
import { jobSummary } from './job-summary.ts';
import { requestedUrl } from '../output/page-markdown.ts';
import { downloadDocuments } from '../api/read-documents.ts';
import { streamResults } from '../api/stream-results.ts';
import { countFailures } from '../api/read-failures.ts';
import { endingOfJob } from '../api/refusal.ts';
import { showJobProgress } from './show-progress.ts';
import { startRemedy } from './start-failure.ts';
import { waitForJob } from './wait-for-job.ts';
import { say, writeOut } from '../output/write-output.ts';
import { writePage } from '../output/write-page.ts';
import { inertJson } from '../inert-text.ts';

/** Where results go: to stdout as JSON Lines or as URLs, and to files; and what the exit status tells. */
export interface PageDelivery {
  readonly stdout: 'documents' | 'urls' | 'nothing';
  readonly directory: string | undefined;
  readonly strict: boolean;
}

export interface FollowOptions {
  /** Milliseconds, after which the job continues without us. */
  readonly timeoutMs: number;
  readonly cancelOnInterrupt: boolean;
  /** The command started the job itself. */
  readonly isOwn?: boolean;
  /** Passes pages on as they come, instead of in page order when all are there. */
  readonly early?: boolean;
}

const deliver = async (page: JobPage, { stdout, directory }: PageDelivery): Promise<void> => {
  if (directory !== undefined) await writePage(directory, page);
  if (stdout === 'documents') await writeOut(`${inertJson(page)}\n`);
  if (stdout === 'urls') await writeOut(`${requestedUrl(page)}\n`);
};

const endOf = (status: CliStatus, tally: FailureCounts, strict: boolean): CommandEnding['exitCode'] => {
  if (startRemedy(status, tally) !== null) return exitCodes.pagesFailed;
  if (status.status !== 'completed') return exitCodes.jobFailed;
  const failed = countFailed(status) ?? tally.byCode.size;
  return strict && failed > 0 ? exitCodes.pagesFailed : exitCodes.completed;
};

/**
 * Waits for a crawl or a batch with a progress display, passes its pages on, and reports the outcome on stderr. The
 * pages of a failed or cancelled job are delivered too, because they were fetched.
 */
export const followJob = async (
  instance: Instance,
  job: JobPlace,
  delivery: PageDelivery,
  options: FollowOptions,
  signal: AbortSignal,
): Promise<CommandEnding> => {
  const startedAt = performance.now();
  const stopped = async (answer: NoResponse): Promise<CommandEnding> =>
    answer.kind === 'interrupted'
      ? interruptedEnding(instance, job, options.cancelOnInterrupt)
      : options.isOwn === true
        ? endingOfStarted(answer, instance, job)
        : endingOfJob(answer, instance, job.id);

  const progress = showJobProgress(process.stderr, job.kind);
  const delivered = new Set<string>();
  const take = async (page: JobPage): Promise<void> => {
    const url = requestedUrl(page);
    if (delivered.has(url)) return;
    if (options.early === true) delivered.add(url);
    progress.clear();
    await deliver(page, delivery);
  };
  const wantsEarly =
    options.early === true && (delivery.stdout !== 'nothing' || delivery.directory !== undefined);
  const early = wantsEarly ? streamResults(instance, job, take, signal) : undefined;
  const waited = await waitForJob(
    instance,
    job,
    options.timeoutMs,
    async (status) => {
      if (!isStatusOver(status)) progress.update(status);
      await early?.(status);
    },
    signal,
  );
  progress.clear();
  if (waited.kind === 'timed-out') {
    const seconds = options.timeoutMs / 1_000;
    const message = `${jobName(job)} has not ended after ${seconds} s. It continues:\n${resumeHint(job)}`;
    return { exitCode: exitCodes.timedOut, message };
  }
  if (waited.kind !== 'over') return stopped(waited);
  const elapsedMs = performance.now() - startedAt;

  const read = await downloadDocuments(instance, waited.status, take, signal);
  if (read.kind !== 'read') return stopped(read);
  const listed = await countFailures(instance, job, signal);
  if (listed.kind !== 'failures') return stopped(listed);

  if (waited.status.warning !== undefined) say(`Warning: ${waited.status.warning}`);
  const { directory } = delivery;
  say(jobSummary(job, waited.status, listed.tally, { count: read.count, directory, elapsedMs }));
  const remedy = startRemedy(waited.status, listed.tally);
  if (remedy !== null) say(remedy);
  return { exitCode: endOf(waited.status, listed.tally, delivery.strict) };
};
