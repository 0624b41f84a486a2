import { createHash } from 'node:crypto';
import type { Cadence } from './cadence.ts';
import { nextDue } from './next-due.ts';
import type { ManifestSource } from './resolve-sources.ts';
import { autoEvery } from './schedule/auto-cadence.ts';
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

/** Returns the next moments at which a source is due, for people. */
export const nextDues = (source: ManifestSource, state: SourceState, now: number, count = 3): number[] => {
  const dues: number[] = [];
  let at = nextRunAfter(source, state, now);
  while (at !== null && dues.length < count) {
    dues.push(at);
    at = nextRunAfter(source, state, at);
  }
  return dues;
};
