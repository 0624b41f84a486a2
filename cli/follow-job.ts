import { callApi, type NoAnswer } from './call-api.ts';
import { endingOfJob } from './refusal.ts';
import { exitCodes, type Ending } from './exit-code.ts';
import type { Instance } from './find-instance.ts';
import { failedCountOf, type FailureTally, type JobStatus, type PageDocument } from './job-status.ts';
import { jobSummary } from './job-summary.ts';
import { pageUrlOf } from './page-markdown.ts';
import { readDocuments } from './read-documents.ts';
import { readFailures } from './read-failures.ts';
import { showProgress } from './show-progress.ts';
import { waitForJob } from './wait-for-job.ts';
import { say, writeOut } from './write-output.ts';
import { writePage } from './write-page.ts';

/** Where results go: to stdout as JSON Lines or as URLs, and to files; and what the exit status tells. */
export interface Delivery {
  readonly stdout: 'documents' | 'urls' | 'nothing';
  readonly directory: string | undefined;
  readonly strict: boolean;
}

const jobPath = (id: string): string => `/v2/crawl/${encodeURIComponent(id)}`;

/** Stops a job; `interrupted` only by a second signal. */
export const cancelJob = async (instance: Instance, id: string, signal: AbortSignal) =>
  callApi(instance, { method: 'DELETE', path: jobPath(id) }, { forMs: 10_000, evenIfAbsent: false }, signal);

const howToGoOn = (id: string): string =>
  `  npx gleaner status ${id} --watch   to watch it\n  npx gleaner cancel ${id}           to stop it`;

const deliver = async (page: PageDocument, { stdout, directory }: Delivery): Promise<void> => {
  if (directory !== undefined) await writePage(directory, page);
  if (stdout === 'documents') await writeOut(`${JSON.stringify(page)}\n`);
  if (stdout === 'urls') await writeOut(`${pageUrlOf(page)}\n`);
};

const onInterrupt = async (instance: Instance, id: string, cancel: boolean): Promise<Ending> => {
  if (!cancel) {
    const message = `Interrupted. Crawl ${id} goes on:\n${howToGoOn(id)}`;
    return { exitCode: exitCodes.interrupted, message };
  }
  say(`Cancelling crawl ${id} …`);
  const answer = await cancelJob(instance, id, new AbortController().signal);
  const message =
    answer.kind === 'ok'
      ? `Crawl ${id} is cancelled.`
      : `Crawl ${id} could not be cancelled: ${endingOfJob(answer, instance, id).message ?? ''}\n${howToGoOn(id)}`;
  return { exitCode: exitCodes.interrupted, message };
};

const endOf = (status: JobStatus, tally: FailureTally, strict: boolean): Ending['exitCode'] => {
  if (status.status !== 'completed') return exitCodes.jobFailed;
  const failed = failedCountOf(status) ?? tally.byCode.size;
  return strict && failed > 0 ? exitCodes.pagesFailed : exitCodes.completed;
};

/**
 * Waits for a job with a progress display, hands its pages on as they are read, and says on stderr what came of it. A
 * failed or cancelled job's pages are delivered too: they were fetched.
 */
export const followJob = async (
  instance: Instance,
  id: string,
  delivery: Delivery,
  options: { readonly timeoutMs: number; readonly cancelOnInterrupt: boolean },
  signal: AbortSignal,
): Promise<Ending> => {
  const startedAt = performance.now();
  const stopped = async (answer: NoAnswer): Promise<Ending> =>
    answer.kind === 'interrupted'
      ? onInterrupt(instance, id, options.cancelOnInterrupt)
      : endingOfJob(answer, instance, id);

  const progress = showProgress(process.stderr);
  const waited = await waitForJob(instance, id, options.timeoutMs, progress.update, signal);
  progress.end();
  if (waited.kind === 'timed-out') {
    const message = `Crawl ${id} is not over after ${options.timeoutMs / 1_000} s and goes on:\n${howToGoOn(id)}`;
    return { exitCode: exitCodes.timedOut, message };
  }
  if (waited.kind !== 'over') return stopped(waited);
  const elapsedMs = performance.now() - startedAt;

  const read = await readDocuments(instance, waited.status, (page) => deliver(page, delivery), signal);
  if (read.kind !== 'read') return stopped(read);
  const listed = await readFailures(instance, id, signal);
  if (listed.kind !== 'failures') return stopped(listed);

  if (waited.status.warning !== undefined) say(`Warning: ${waited.status.warning}`);
  const { directory } = delivery;
  say(jobSummary(id, waited.status, listed.tally, { count: read.count, directory, elapsedMs }));
  return { exitCode: endOf(waited.status, listed.tally, delivery.strict) };
};
