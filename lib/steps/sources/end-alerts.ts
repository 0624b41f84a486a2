import type { SourceName } from '../../keys/table-keys.ts';
import { endAlert, type SourceEnd } from '../../source/alerts/alert.ts';
import { judgeSourceEnd } from '../../source/alerts/source-end.ts';
import { listAlertChannels } from '../../store/sources/alert-channels.ts';
import { listAlerts } from '../../store/sources/alerts.ts';
import { getSourceState } from '../../store/sources/source-states.ts';
import { loadTeam } from './load-sources.ts';
import { announceOnce, writeAlert, type AlertDependencies } from './write-alert.ts';

/** What ending alerts needs: the moment is that of their end. */
export type EndAlertsDependencies = AlertDependencies & { readonly now: () => number };

/**
 * Closes the open alerts of sources that ended: no run will find that they are over. The channels are told as of any
 * alert that closes, and so is the event bus. Repeating it tells nothing twice.
 *
 * @param team The team; and one of its sources, if only its alerts are meant.
 * @param endOf How a source ended, by its id; null if it goes on.
 * @returns False if another writer changed one meanwhile, or the event bus refused one: call it again.
 */
export const endAlerts = async (
  dependencies: EndAlertsDependencies,
  { team, source }: { readonly team: string; readonly source?: string },
  endOf: (source: string) => SourceEnd | null,
): Promise<boolean> => {
  const { table, now } = dependencies;
  const ended = (await listAlerts(table, team, source)).flatMap((alert) => {
    const end = endOf(alert.source);
    return end === null || (alert.state === 'closed' && alert.announced !== false) ? [] : [{ alert, end }];
  });
  if (ended.length === 0) return true;
  const channels = await listAlertChannels(table, team);
  let isDone = true;
  for (const { alert, end } of ended) {
    const moved = endAlert(alert, end, now());
    const isWritten = moved === null || (await writeAlert(dependencies, channels, moved));
    isDone = isWritten && (await announceOnce(dependencies, moved?.alert ?? alert)) && isDone;
  }
  return isDone;
};

/** Closes the open alerts of one source if it ended by now. */
export const endAlertsIfOver = async (
  dependencies: EndAlertsDependencies,
  name: SourceName,
): Promise<void> => {
  const applied = (await loadTeam(dependencies, name.team)).sources.get(name.source);
  const end = judgeSourceEnd(applied?.source, await getSourceState(dependencies.table, name));
  if (end !== null) await endAlerts(dependencies, name, () => end);
};
