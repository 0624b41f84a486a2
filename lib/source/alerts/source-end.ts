import type { ManifestSource } from '../resolve-sources.ts';
import type { SourceState } from '../source-state.ts';
import type { SourceEnd } from './alert.ts';

/**
 * Says how a source ended, so that no run judges its alerts any more; null if it goes on. A paused, failing or proposed
 * source goes on: its alerts say what a person has to look at before it runs again. So does one that no manifest ever
 * listed, whose runs somebody starts by name: only the state of a listed one names its `team`.
 *
 * @param applied The source in what is applied; undefined if no manifest lists it.
 * @param state What is known of it; undefined if nothing is.
 */
export const judgeSourceEnd = (
  applied: Pick<ManifestSource, 'status'> | undefined,
  state: Pick<SourceState, 'team'> | undefined,
): SourceEnd | null => {
  if (applied !== undefined) return applied.status === 'retired' ? 'retired' : null;
  return state?.team === undefined ? null : 'removed';
};
