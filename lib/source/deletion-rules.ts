import { sourceLimits } from '../limits/source-limits.ts';
import type { PageVerdict } from './judge-visit.ts';
import type { SnapshotLine } from './snapshot.ts';

/** When a page counts as gone. */
export interface DeletionRules {
  /** Least number of visits in a row that find it gone; least milliseconds between the first and the last of them. */
  readonly confirm: number;
  readonly afterMs: number;
  /**
   * If very many are gone at once: `hold` them until a person accepts it, or `confirm` once a complete run a day later
   * finds the same.
   */
  readonly mass: 'hold' | 'confirm';
}

export const deletionDefaults: DeletionRules = { confirm: 2, afterMs: 24 * 60 * 60_000, mass: 'hold' };

/** Visits in a row that speak against a page. */
export type Misses = NonNullable<SnapshotLine['misses']>;
/** What a visit may say against a page. */
export type Against = Extract<PageVerdict, { kind: 'gone' | 'no-host' | 'moved' }>;

/** Counts one more visit that speaks against a page. Two visits in one moment count as one. */
export const oneMoreMiss = (line: SnapshotLine, verdict: Against, at: number): Misses => {
  const { misses, lastVisit } = line;
  if (at === lastVisit && misses !== undefined) return misses;
  // Other evidence starts a new count: a page that moved after it was missing was there in between.
  if (misses?.why !== verdict.kind) return { n: 1, since: at, why: verdict.kind };
  return { ...misses, n: misses.n + 1 };
};

/** Says whether the misses of a page are enough to take it to be gone. */
export const isConfirmed = (misses: Misses, verdict: Against, at: number, rules: DeletionRules): boolean => {
  if (verdict.kind === 'gone' && verdict.sure) return true;
  const wanted = verdict.kind === 'no-host' ? Math.max(rules.afterMs, sourceLimits.noHostMs) : rules.afterMs;
  return misses.n >= rules.confirm && at - misses.since >= wanted;
};
