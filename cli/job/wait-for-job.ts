import { setTimeout as sleep } from 'node:timers/promises';
import { askJob } from '../api/ask-job.ts';
import { callApi, firstContact, whileWaiting, type NoResponse } from '../api/call-api.ts';
import type { Instance } from '../api/find-instance.ts';
import { jobPath, type JobPlace } from './job-place.ts';
import { isStatusOver, cliStatusSchema, type CliStatus } from './job-status.ts';
import { notGleaner } from '../api/refusal.ts';

export type Waited =
  | { readonly kind: 'over'; readonly status: CliStatus }
  | { readonly kind: 'timed-out' }
  | NoResponse;

type Looked = { readonly kind: 'status'; readonly status: CliStatus } | NoResponse;

const readStatus = (instance: Instance, body: unknown): Looked => {
  const parsed = cliStatusSchema.safeParse(body);
  return parsed.success
    ? { kind: 'status', status: parsed.data }
    : { kind: 'unreachable', code: 'NOT_GLEANER', message: notGleaner(instance, "a job's status") };
};

/** Asks for the status of a job by its id alone, and learns the job's kind. */
export const findJobByName = async (
  instance: Instance,
  id: string,
  signal: AbortSignal,
): Promise<{ readonly kind: 'status'; readonly job: JobPlace; readonly status: CliStatus } | NoResponse> => {
  const answer = await askJob(instance, id, { method: 'GET' }, firstContact, signal);
  if (answer.kind !== 'ok') return answer;
  const looked = readStatus(instance, answer.body);
  return looked.kind === 'status' ? { ...looked, job: answer.job } : looked;
};

/** Asks for a job's status once. */
const getJobStatus = async (instance: Instance, job: JobPlace, signal: AbortSignal): Promise<Looked> => {
  const answer = await callApi(instance, { method: 'GET', path: jobPath(job) }, whileWaiting, signal);
  return answer.kind === 'ok' ? readStatus(instance, answer.body) : answer;
};

/** Returns the milliseconds until the next check: few for a small site, many for a crawl that takes hours. */
const pollDelayMs = (elapsedMs: number): number => {
  if (elapsedMs < 2_000) return 250;
  if (elapsedMs < 60_000) return 1_000;
  return elapsedMs < 600_000 ? 2_000 : 5_000;
};

/**
 * Checks a job until it is over, `timeoutMs` has passed, or `signal` fires; in the last two cases the job continues.
 * Calls `onStatus` with every status, and awaits it.
 */
export const waitForJob = async (
  instance: Instance,
  job: JobPlace,
  timeoutMs: number,
  onStatus: (status: CliStatus) => void | Promise<void>,
  signal: AbortSignal,
): Promise<Waited> => {
  const startedAt = performance.now();
  for (;;) {
    const looked = await getJobStatus(instance, job, signal);
    if (looked.kind !== 'status') return looked;
    await onStatus(looked.status);
    if (isStatusOver(looked.status)) return { kind: 'over', status: looked.status };
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs >= timeoutMs) return { kind: 'timed-out' };
    try {
      await sleep(Math.min(pollDelayMs(elapsedMs), timeoutMs - elapsedMs), undefined, { signal });
    } catch {
      return { kind: 'interrupted' };
    }
  }
};
