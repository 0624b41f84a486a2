import { isAtLeast, type AlertChannel, type AlertMove, type Alert } from '../../source/alerts/alert.ts';
import { alertDelivery, alertLine, describeAlert, type AlertDetail } from '../../source/alerts/tell-alert.ts';
import { sendDeliver, type Queues } from '../../store/queues.ts';
import { noteAlertAnnounced, putAlert } from '../../store/sources/alerts.ts';
import type { Log } from '../../log.ts';
import type { SourceStores } from './load-sources.ts';

/** What writing alerts, and telling of them, needs. */
export interface AlertDependencies extends SourceStores {
  readonly queues: Pick<Queues, 'client' | 'deliver'>;
  /** Sends the event bus an alert. */
  readonly announceAlert: (detail: AlertDetail) => Promise<void>;
  readonly log: Log;
}

/** How long closed alerts and their deliveries are shown. */
const keptMs = 90 * 24 * 60 * 60_000;

const seconds = (ms: number): number => Math.floor(ms / 1_000);

/**
 * Writes what became of an alert. The alert and its deliveries are one write, so an alert that is delivered is also
 * stored, and a repetition delivers nothing twice. Returns false if another writer changed it first.
 */
export const writeAlert = async (
  { table, queues, log }: AlertDependencies,
  channels: readonly AlertChannel[],
  { alert, step }: AlertMove,
): Promise<boolean> => {
  const { team, source, lastAt, closedAt } = alert;
  const at = alert.state === 'closed' ? (closedAt ?? lastAt) : lastAt;
  const ttl = seconds(at + keptMs);
  const deliveries =
    step === null
      ? []
      : channels
          .filter(({ severity }) => isAtLeast(alert.severity, severity))
          .map((channel) => alertDelivery(channel, alert, step, { at, ttl }));
  if (!(await putAlert(table, alert, deliveries, alert.state === 'closed' ? ttl : undefined))) return false;
  for (const { webhook } of deliveries) await sendDeliver(queues, { id: webhook.job, team });
  if (step !== null) log('alert', { source, alert: alertLine(alert, step) });
  return true;
};

/** Tells the event bus of an alert that it was not told of. Returns false if the bus refused it: ask again later. */
export const announceOnce = async (
  { table, announceAlert, log }: AlertDependencies,
  alert: Alert,
): Promise<boolean> => {
  if (alert.announced !== false) return true;
  try {
    await announceAlert(describeAlert(alert));
  } catch (error) {
    // If this were thrown on, whatever the caller does besides would be done again each time that the bus refuses.
    log('alert not announced', { source: alert.source, rule: alert.rule, error: String(error) });
    return false;
  }
  await noteAlertAnnounced(table, alert);
  return true;
};
