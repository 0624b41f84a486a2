import { createHash } from 'node:crypto';
import type { Cadence } from './cadence.ts';
import { nextDue } from './next-due.ts';
import type { ManifestSource } from './resolve-sources.ts';
import { autoEvery } from './schedule/auto-cadence.ts';
import { tellSpent } from './schedule/run-budget.ts';
import { judgeCondition, type SourceState } from './source-state.ts';

/** Returns how often a source is due: as its manifest says or, with `auto`, as often as it is known to change. */
export const sourceCadence = (source: ManifestSource, { watched }: Pick<SourceState, 'watched'>): Cadence => {
  const { frequency, every, cron, auto, timezone, window } = source;
  const gap = auto === undefined ? undefined : autoEvery(auto, watched);
  return { frequency, every, cron, gap, timezone, window };
};

/**
 * Returns a hash of everything from which the next due time of a source follows: while it is the same, the stored time
 * stays.
 */
export const planHash = ({
  status,
  frequency,
  every,
  cron,
  auto,
  timezone,
  window,
}: ManifestSource): string => {
  const said = { frequency, every, cron, timezone, window };
  return createHash('sha256')
    .update(JSON.stringify([status, said, ...(auto === undefined ? [] : [auto])]))
    .digest('hex')
    .slice(0, 16);
};

/** Returns when a source next runs by itself after a moment; null if it does not. */
export const nextRunAfter = (source: ManifestSource, state: SourceState, after: number): number | null => {
  if (judgeCondition(source, state) !== 'active') return null;
  const cadence = sourceCadence(source, state);
  const first = nextDue(source.id, cadence, after);
  // A host that asked clients to wait skips every second run, or three of four.
  let at = first;
  for (let skipped = 1; at !== null && skipped < (state.slowdown ?? 1); skipped += 1)
    at = nextDue(source.id, cadence, at);
  return at;
};

/** Returns the last millisecond of a moment's month (UTC). */
const monthEnd = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - 1;
};

/**
 * Returns when a source runs next by itself: at the time that is stored for it or, if its month is spent by then, at
 * the first one of the next month. Undefined if it will not run, whatever time is stored.
 */
export const dueNext = (source: ManifestSource, state: SourceState): number | undefined => {
  const { nextDueAt: at, spent } = state;
  if (at === undefined || judgeCondition(source, state) !== 'active') return undefined;
  if (tellSpent(source.limits, spent, at) === null) return at;
  return nextRunAfter(source, state, monthEnd(at)) ?? undefined;
};

/** Returns the next moments at which a source runs by itself, for people. */
export const nextDues = (source: ManifestSource, state: SourceState, now: number, count = 3): number[] => {
  const dues: number[] = [];
  let at = nextRunAfter(source, state, now);
  if (at !== null && tellSpent(source.limits, state.spent, at) !== null)
    at = nextRunAfter(source, state, monthEnd(at));
  while (at !== null && dues.length < count) {
    dues.push(at);
    at = nextRunAfter(source, state, at);
  }
  return dues;
};
