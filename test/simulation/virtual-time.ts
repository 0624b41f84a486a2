import { AsyncResource } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { seededRandom } from '../harness/seeded-random.ts';
import { aliveNow, currentSandbox, type Sandbox } from './sandbox.ts';

/**
 * Time and chance of a whole process, owned by the simulation: `Date`, `performance.now`, timers, `Math.random` and
 * `randomUUID` are replaced before any handler is imported, so the code under test runs unchanged. A timer belongs
 * to the sandbox that set it, and dies with it.
 */
interface Timer {
  readonly order: number;
  readonly owner: Sandbox | undefined;
  readonly everyMs: number | undefined;
  readonly run: () => void;
  at: number;
}

/** 2026-01-01, so that nothing depends on the day of the run. */
export const epochMs = Date.UTC(2026, 0, 1);

/** Waits by the machine's own clock. */
export const realSleep = timersPromises.setTimeout;

const pending = new Set<Timer>();
let nowMs = epochMs;
let created = 0;
let drawUuid: () => number = () => 0;
let draw: () => number = () => 0;

const uuid = (): `${string}-${string}-${string}-${string}-${string}` => {
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(drawUuid() * 16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
};

const addTimer = (run: () => void, ms: number | undefined, everyMs?: number): Timer => {
  created += 1;
  const timer: Timer = {
    at: nowMs + Math.max(0, Number(ms) || 0),
    order: created,
    owner: currentSandbox(),
    everyMs,
    run: AsyncResource.bind(run),
  };
  pending.add(timer);
  return timer;
};

/** What the code under test holds: it may be cleared and unreferenced, as Node's own. */
const handleOf = (timer: Timer): object => {
  const handle = { timer, ref: () => handle, unref: () => handle, hasRef: () => true };
  return handle;
};

const realClear = clearTimeout;

/** Clears a timer; one of the machine's own, of before time was replaced, as well. */
const clear = (handle: unknown): void => {
  if (typeof handle !== 'object' || handle === null) return;
  if ('timer' in handle) pending.delete(handle.timer as Timer);
  else realClear(handle as NodeJS.Timeout);
};

const RealDate = Date;

class VirtualDate extends RealDate {
  constructor(...parts: [] | [number]) {
    if (parts.length === 0) super(nowMs);
    else super(...parts);
  }

  static override now(): number {
    return nowMs;
  }
}

const patch = (target: object, values: Record<string, unknown>): void => void Object.assign(target, values);

/** Takes time and chance over, for the rest of this process. Handlers are imported only after this. */
export const installVirtualTime = (): void => {
  const functions = {
    setTimeout: (run: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) =>
      handleOf(addTimer(() => run(...rest), ms)),
    setInterval: (run: (...rest: unknown[]) => void, ms?: number, ...rest: unknown[]) =>
      handleOf(addTimer(() => run(...rest), ms, Math.max(1, Number(ms) || 0))),
    clearTimeout: clear,
    clearInterval: clear,
  };
  patch(globalThis, { Date: VirtualDate, ...functions });
  // Middy takes its own from this module.
  patch(timers, functions);
  patch(Math, { random: () => draw() });
  patch(performance, { now: () => nowMs - epochMs });
  patch(AbortSignal, {
    timeout: (ms: number) => {
      const abort = new AbortController();
      addTimer(() => abort.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
      return abort.signal;
    },
  });
  patch(crypto, {
    randomUUID: uuid,
    randomBytes: (size: number) =>
      Buffer.from(Array.from({ length: size }, () => Math.floor(drawUuid() * 256))),
  });
  patch(timersPromises, {
    setTimeout: (ms?: number, value?: unknown) =>
      new Promise((resolve) => void addTimer(() => resolve(value), ms)),
  });
  syncBuiltinESMExports();
};

/** Begins a run: the clock at its start, no timers, and the numbers of this seed. */
export const resetTime = (seed: number): void => {
  pending.clear();
  nowMs = epochMs;
  created = 0;
  draw = seededRandom(seed * 3 + 1);
  drawUuid = seededRandom(seed * 3 + 2);
};

export const virtualNow = (): number => nowMs;

const nextTimer = (): Timer | undefined => {
  let next: Timer | undefined;
  for (const timer of pending) {
    if (!aliveNow(timer.owner)) pending.delete(timer);
    else if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order))
      next = timer;
  }
  return next;
};

/** Moment of the next timer, or infinity. */
export const nextTimerAt = (): number => nextTimer()?.at ?? Number.POSITIVE_INFINITY;

/** Puts the clock forward and runs one timer that is due then, if there is one. */
export const advanceTo = (ms: number): void => {
  nowMs = Math.max(nowMs, ms);
  const timer = nextTimer();
  if (timer === undefined || timer.at > nowMs) return;
  if (timer.everyMs === undefined) pending.delete(timer);
  else timer.at = nowMs + timer.everyMs;
  timer.run();
};
