import { allowRun, type RunAllowed } from '../../source/schedule/allow-run.ts';
import { getSourceState } from '../../store/sources/source-states.ts';
import { loadTeam, type SourceStores } from './load-sources.ts';

/**
 * Says whether a job that names a source may begin now, and what it may spend. A job without a source may spend what
 * it needs.
 *
 * @param now Milliseconds since the epoch.
 */
export const admitRun = async (
  stores: SourceStores,
  { team, source }: { readonly team: string; readonly source?: string | undefined },
  now: number,
): Promise<RunAllowed> => {
  if (source === undefined) return { ok: true, budget: {} };
  const applied = (await loadTeam(stores, team)).sources.get(source);
  const state = await getSourceState(stores.table, { team, source });
  return allowRun({ id: source, listed: applied?.source }, state, now);
};
