import { setTimeout as sleep } from 'node:timers/promises';
import { callApi, whileWaiting, type NoAnswer } from './call-api.ts';
import type { Instance } from './find-instance.ts';
import { isOver, jobStatusSchema, type JobStatus } from './job-status.ts';

export type Waited =
  | { readonly kind: 'over'; readonly status: JobStatus }
  | { readonly kind: 'timed-out' }
  | NoAnswer;

/** Asks for a job's status once. */
export const getJobStatus = async (
  instance: Instance,
  id: string,
  patience: Parameters<typeof callApi>[2],
  signal: AbortSignal,
): Promise<{ readonly kind: 'status'; readonly status: JobStatus } | NoAnswer> => {
  const path = `/v2/crawl/${encodeURIComponent(id)}`;
  const answer = await callApi(instance, { method: 'GET', path }, patience, signal);
  if (answer.kind !== 'ok') return answer;
  const parsed = jobStatusSchema.safeParse(answer.body);
  return parsed.success
    ? { kind: 'status', status: parsed.data }
    : {
        kind: 'unreachable',
        code: 'NOT_GLEANER',
        message: `What answers at ${instance.url} is not a Gleaner API: expected a job's status`,
      };
};

/** Milliseconds until the next look: at once for a small site, seldom for a crawl that takes hours. */
const pollDelayMs = (elapsedMs: number): number => {
  if (elapsedMs < 2_000) return 250;
  if (elapsedMs < 60_000) return 1_000;
  return elapsedMs < 600_000 ? 2_000 : 5_000;
};

/**
 * Looks at a job until it is over, `timeoutMs` has passed, or `signal` fires; the job itself goes on in the last two
 * cases. `onStatus` hears every status on the way.
 */
export const waitForJob = async (
  instance: Instance,
  id: string,
  timeoutMs: number,
  onStatus: (status: JobStatus) => void,
  signal: AbortSignal,
): Promise<Waited> => {
  const startedAt = performance.now();
  for (;;) {
    const looked = await getJobStatus(instance, id, whileWaiting, signal);
    if (looked.kind !== 'status') return looked;
    onStatus(looked.status);
    if (isOver(looked.status)) return { kind: 'over', status: looked.status };
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs >= timeoutMs) return { kind: 'timed-out' };
    try {
      await sleep(Math.min(pollDelayMs(elapsedMs), timeoutMs - elapsedMs), undefined, { signal });
    } catch {
      return { kind: 'interrupted' };
    }
  }
};
