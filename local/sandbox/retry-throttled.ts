import { setTimeout as sleep } from 'node:timers/promises';
import type { InvocationOutcome } from './invocation.ts';

const firstMs = 100;
const longestMs = 2_000;

/**
 * Invokes again, at growing intervals, while Lambda throttles, until `patienceMs` are over. An event source mapping
 * does so until the visibility timeout of its messages ends, and Lambda's own queue of events until their age is
 * reached.
 */
export const retryThrottled = async (
  invoke: () => Promise<InvocationOutcome>,
  patienceMs: number,
  signal: AbortSignal,
): Promise<InvocationOutcome> => {
  const endsAt = Date.now() + patienceMs;
  for (let pauseMs = firstMs; ; pauseMs = Math.min(2 * pauseMs, longestMs)) {
    const outcome = await invoke();
    const isThrottled = !outcome.ok && outcome.kind === 'throttle';
    if (!isThrottled || signal.aborted || Date.now() + pauseMs >= endsAt) return outcome;
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
};
