import type { FetchDependencies, FetchRequest } from '../tier/fetch-request.ts';
import { makeReady, oneHop, type Hop, type HopContext } from '../http/one-hop.ts';
import { readyMs, slotTriesMax, type Slot } from './slot.ts';

/** How a request ended that was sent, or could not be. */
export type SentHop = Exclude<Hop, { kind: 'late' }>;

/** What `work` comes to, or `stopped` where an abort comes first. */
export const unlessAborted = async <Result>(
  work: () => Promise<Result>,
  stopped: () => Result,
  signal: AbortSignal,
): Promise<Result> => {
  if (signal.aborted) return stopped();
  const { promise, resolve } = Promise.withResolvers<Result>();
  const stop = (): void => resolve(stopped());
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};

/**
 * Sends one request in its slot, or in one of the next where it is late: its connection is made while it waits, and
 * it is kept back when it could be written and must not leave any more. Null when the host has no slot soon.
 *
 * @returns what came of it, with when it left (milliseconds since the epoch) and how long it took, its connection
 * included. /
 */
export const sendInSlot = async (
  request: FetchRequest,
  url: URL,
  dependencies: FetchDependencies,
  context: Omit<HopContext, 'leave'>,
  first: Slot,
): Promise<{ readonly hop: SentHop; readonly at: number; readonly ms: number } | null> => {
  const now = dependencies.now ?? Date.now;
  const { signal } = context;
  let [at, mark] = [now(), performance.now()];
  const sent = (hop: SentHop) => ({ hop, at, ms: Math.round(performance.now() - mark) });
  let slot: Slot | null = first;
  for (let attempt = 1; slot !== null && attempt <= slotTriesMax; attempt += 1) {
    const { comes, waitMs, isOpen, instead }: Slot = slot;
    const wait = async (earlyMs: number): Promise<true> => {
      await comes(earlyMs);
      return true;
    };
    if (
      !(await unlessAborted(
        () => wait(readyMs),
        () => false,
        signal,
      ))
    )
      return null;
    const ready: Hop = waitMs() > 0 ? await makeReady(request, url, dependencies, context) : { kind: 'late' };
    if (
      !(await unlessAborted(
        () => wait(0),
        () => false,
        signal,
      ))
    )
      return null;
    if (ready.kind !== 'late') return sent(ready);
    mark = performance.now();
    const leave = (): boolean => {
      at = now();
      return isOpen();
    };
    const hop = await oneHop(request, url, dependencies, { ...context, leave });
    if (hop.kind !== 'late') return sent(hop);
    slot = attempt < slotTriesMax ? await unlessAborted(instead, () => null, signal) : null;
  }
  return null;
};
