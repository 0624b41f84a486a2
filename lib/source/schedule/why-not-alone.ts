import type { ManifestSource } from '../resolve-sources.ts';
import { judgeCondition, type SourceState } from '../source-state.ts';
import { tellSpent } from './run-budget.ts';

/** Explains why a source whose runs fail one after the other no longer runs. `code`: of the last failed run. */
export const tellFailing = (failedInRow: number, code: string | undefined): string => {
  const last = code === undefined ? '' : `, the last one with ${code}`;
  return `${failedInRow} runs in a row have failed${last}: it runs no more until somebody resumes it`;
};

/** Explains why a source does not run by itself, or not as often as its manifest says; null if it does. */
export const whyNotAlone = (
  source: Pick<ManifestSource, 'status' | 'limits'>,
  state: SourceState,
  now: number,
): string | null => {
  switch (judgeCondition(source, state)) {
    case 'proposed':
      return 'its manifest only proposes it';
    case 'retired':
      return 'its manifest has retired it';
    case 'failing':
      return tellFailing(state.failedInRow, state.lastFailure?.code);
    case 'paused': {
      if (source.status === 'paused' || state.paused === undefined) return 'its manifest pauses it';
      const { by, why } = state.paused;
      return why === undefined ? `${by} paused it` : `${by} paused it: ${why}`;
    }
    case 'active': {
      const spent = tellSpent(source.limits, state.spent, now);
      if (spent !== null) return `it has spent its month: ${spent}`;
      return (state.slowdown ?? 1) > 1
        ? `its host asked for patience: runs are ${state.slowdown} times as far apart`
        : null;
    }
  }
};
