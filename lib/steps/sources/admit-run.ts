import { allowRun, type RunAllowed } from '../../source/schedule/allow-run.ts';
import { getSourceState } from '../../store/sources/source-states.ts';
import { loadTeam, type SourceStores } from './load-sources.ts';

/**
 * Says whether a job that names a source may begin now, and what it may take. A job without a source may take what it
 * needs.
 *
 * @param job.crawls Whether the job finds its pages by itself.
 * @param now Milliseconds since the epoch.
 */
export const admitRun = async (
  stores: SourceStores,
  job: { readonly team: string; readonly source?: string | undefined; readonly crawls: boolean },
  now: number,
): Promise<RunAllowed> => {
  const { team, source } = job;
  if (source === undefined) return { ok: true, budget: {} };
  const applied = (await loadTeam(stores, team)).sources.get(source);
  const state = await getSourceState(stores.table, { team, source });
  const crawls = job.crawls || applied?.source.method === 'crawl';
  return allowRun({ id: source, listed: applied?.source, crawls }, state, now);
};
