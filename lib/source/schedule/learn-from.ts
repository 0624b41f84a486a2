import type { SourceRunRecord } from '../source-run.ts';
import type { SourceState } from '../source-state.ts';
import { watchRun } from './auto-cadence.ts';
import { addSpent } from './run-budget.ts';
import { nextSlowdown } from './slowdown.ts';

/**
 * Updates what is known of a source after a run: whether its host wants to be asked less often, how often it changes,
 * and its spending this month. Only a complete run that had one before it, and that read a page, shows how often it
 * changes.
 *
 * @param dollars What the run cost, as far as it was counted.
 * @param credits What services charged for its pages.
 */
export const learnFrom = (
  state: SourceState,
  run: SourceRunRecord,
  dollars: number,
  credits = 0,
): Pick<SourceState, 'slowdown' | 'calmRuns' | 'watched' | 'spent'> => {
  const paced = nextSlowdown(state, run.health?.throttledShare ?? 0);
  // A page that answered 304 counts as read. One that could not be read may have changed or not.
  const isRead = (run.health?.pages ?? 0) > 0;
  const says = run.isComplete && isRead && state.headAt !== undefined && state.headAt < run.endedAt;
  const changed = Object.values(run.changes).some((count) => count > 0);
  return {
    ...(run.outcome === 'cancelled' ? {} : paced),
    ...(says ? { watched: watchRun(state.watched, { ms: run.endedAt - (state.headAt ?? 0), changed }) } : {}),
    spent: addSpent(state.spent, run.endedAt, dollars, credits),
  };
};
