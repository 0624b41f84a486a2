import { createHash } from 'node:crypto';
import type { Cadence } from './cadence.ts';
import { nextDue } from './next-due.ts';
import type { ManifestSource } from './resolve-sources.ts';
import { autoEvery } from './schedule/auto-cadence.ts';
import { judgeCondition, type SourceState } from './source-state.ts';

/** How often a source is due: as its manifest says or, where it is to follow from its changes, as they are known. */
export const sourceCadence = (source: ManifestSource, { watched }: Pick<SourceState, 'watched'>): Cadence => {
  const { frequency, every, cron, auto, timezone, window } = source;
  const gap = auto === undefined ? undefined : autoEvery(auto, watched);
  return { frequency, every, cron, gap, timezone, window };
};

/** What the next due time of a source follows from: while it is the same, the time that was set holds. */
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

/** When a source runs next by itself, after a moment; null where it does not. */
export const nextRunAfter = (source: ManifestSource, state: SourceState, after: number): number | null => {
  if (judgeCondition(source, state) !== 'active') return null;
  const cadence = sourceCadence(source, state);
  const first = nextDue(source.id, cadence, after);
  // A host that asked for patience is left out every second time, or three times of four.
  let at = first;
  for (let skipped = 1; at !== null && skipped < (state.slowdown ?? 1); skipped += 1)
    at = nextDue(source.id, cadence, at);
  return at;
};

/** The next moments at which a source is due, for people. */
export const nextDues = (source: ManifestSource, state: SourceState, now: number, count = 3): number[] => {
  const dues: number[] = [];
  let at = nextRunAfter(source, state, now);
  while (at !== null && dues.length < count) {
    dues.push(at);
    at = nextRunAfter(source, state, at);
  }
  return dues;
};
