import type { Job } from '../../job/job.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import {
  isAtLeast,
  moveAlert,
  type Alert,
  type AlertChannel,
  type AlertStep,
} from '../../source/alerts/alert.ts';
import { judgeAlerts } from '../../source/alerts/judge-alerts.ts';
import { alertDelivery, alertLine, describeAlert, type AlertDetail } from '../../source/alerts/tell-alert.ts';
import { windowMs } from '../../source/next-due.ts';
import { creditsSpentIn, spentIn } from '../../source/schedule/run-budget.ts';
import { sendDeliver, type Queues } from '../../store/queues.ts';
import { listAlertChannels } from '../../store/sources/alert-channels.ts';
import { listAlerts, noteAlertAnnounced, putAlert } from '../../store/sources/alerts.ts';
import { listSourceRuns } from '../../store/sources/source-log.ts';
import { getSourceState } from '../../store/sources/source-states.ts';
import { loadTeam, type SourceStores } from '../sources/load-sources.ts';
import type { Log } from '../../log.ts';

/** What raising alerts needs. */
export interface AlertDependencies extends SourceStores {
  readonly queues: Pick<Queues, 'client' | 'deliver'>;
  /** Sends the event bus an alert. */
  readonly announceAlert: (detail: AlertDetail) => Promise<void>;
  readonly log: Log;
}

/** How long closed alerts and their deliveries are shown. */
const keptMs = 90 * 24 * 60 * 60_000;

const seconds = (ms: number): number => Math.floor(ms / 1_000);

const told = (channels: readonly AlertChannel[], alert: Alert, step: AlertStep | null) =>
  step === null
    ? []
    : channels
        .filter(({ severity }) => isAtLeast(alert.severity, severity))
        .map((channel) =>
          alertDelivery(channel, alert, step, { at: alert.lastAt, ttl: seconds(alert.lastAt + keptMs) }),
        );

/**
 * Judges a source by the run that ended. An alert and its deliveries are one write, so an alert that is delivered is
 * also stored, and a repetition delivers nothing twice. The event bus gets the alert afterwards. If the worker dies
 * before that, or the bus refuses it, the end of the next run sends it.
 */
export const raiseAlerts = async (
  dependencies: AlertDependencies,
  job: Pick<Job, 'id' | 'team' | 'source' | 'status'>,
): Promise<void> => {
  const { id, team, source } = job;
  if (source === undefined || job.status === 'cancelled') return;
  const { table, queues, announceAlert, log } = dependencies;
  const name = { team, source };
  const { runs } = await listSourceRuns(table, name, { count: sourceLimits.alertRunsRead });
  const index = runs.findIndex((run) => run.job === id);
  const run = runs[index];
  if (run === undefined) return;
  const state = await getSourceState(table, name);
  const applied = (await loadTeam(dependencies, team)).sources.get(source);
  const verdicts = judgeAlerts({
    run,
    earlier: runs.slice(index + 1),
    failedInRow: state.failedInRow,
    lastChangeAt: state.lastChangeAt,
    url: applied?.source.url,
    failedWith: state.lastFailure?.code,
    windowMs: windowMs(applied?.source.window),
    limits: applied?.source.limits,
    spent: spentIn(state.spent, run.endedAt),
    spentCredits: creditsSpentIn(state.spent, run.endedAt),
  });
  const before = new Map((await listAlerts(table, team, source)).map((alert) => [alert.rule, alert]));
  const channels = await listAlertChannels(table, team);
  for (const verdict of verdicts) {
    const known = before.get(verdict.rule) ?? null;
    const moved = moveAlert(known, verdict, { ...name, job: id, at: run.endedAt });
    const alert = moved?.alert ?? known;
    if (alert === null) continue;
    if (moved !== null) {
      const deliveries = told(channels, alert, moved.step);
      const ttl = alert.state === 'closed' ? seconds(alert.lastAt + keptMs) : undefined;
      if (!(await putAlert(table, alert, deliveries, ttl))) continue;
      for (const { webhook } of deliveries) await sendDeliver(queues, { id: webhook.job, team });
      if (moved.step !== null) log('alert', { source, alert: alertLine(alert, moved.step) });
    }
    if (alert.announced !== false) continue;
    try {
      await announceAlert(describeAlert(alert));
    } catch (error) {
      // If this were thrown on, the whole end of the job would be announced again each time that the bus refuses.
      log('alert not announced', { source, rule: alert.rule, error: String(error) });
      continue;
    }
    await noteAlertAnnounced(table, alert);
  }
};
