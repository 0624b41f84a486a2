import type { JobWebhook } from '../../job/webhook.ts';
import { makeWebhookId, type StoredEvent } from '../../job/webhook-event.ts';
import type { Alert, AlertChannel, AlertStep } from './alert.ts';

/** Returns an alert in the form for programs. */
export const describeAlert = ({
  source,
  rule,
  severity,
  state,
  message,
  openedAt,
  lastAt,
  runs,
  endedBy,
}: Alert) => ({
  id: `${source}.${rule}`,
  source,
  rule,
  severity,
  state,
  message,
  openedAt: new Date(openedAt).toISOString(),
  lastAt: new Date(lastAt).toISOString(),
  runs,
  /** Why it is closed: a run found it to be over, or its source ended. */
  closedBecause: state === 'closed' ? (endedBy ?? 'over') : null,
});
export type AlertDetail = ReturnType<typeof describeAlert>;

/** Escapes the characters that Slack interprets (`&`, `<`, `>`), with which a site could make links and mentions. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const words: Readonly<Record<AlertStep, string>> = {
  opened: '',
  escalated: 'worse: ',
  closed: 'over: ',
};

/** Writes an alert as one line. */
export const alertLine = ({ source, rule, severity, message, endedBy }: Alert, step: AlertStep): string => {
  const what = endedBy === undefined ? words[step] : `closed, its source was ${endedBy}: `;
  return `[${severity}] ${source}, ${what}${rule}: ${message}`;
};

const bodyFor = (channel: AlertChannel, alert: Alert, step: AlertStep, id: string): string =>
  channel.kind === 'slack'
    ? JSON.stringify({ text: slackText(alertLine(alert, step)) })
    : JSON.stringify({ type: `alert.${step}`, webhookId: id, data: [describeAlert(alert)] });

/** Returns the name of the delivery that tells a channel about an alert after a run (`toldRun`). */
export const alertDeliveryId = (
  run: string,
  { source, rule }: Pick<Alert, 'source' | 'rule'>,
  channel: Pick<AlertChannel, 'name'>,
): string => `alert-${run}-${source}-${rule}-${channel.name}`;

/**
 * Makes the delivery to a channel: a webhook of its own with one event, so that a receiver that is down for a day holds
 * nothing else up.
 *
 * @param ttl Seconds since the epoch.
 */
export const alertDelivery = (
  channel: AlertChannel,
  alert: Alert,
  step: AlertStep,
  { at, ttl }: { readonly at: number; readonly ttl: number },
): { readonly webhook: JobWebhook; readonly event: StoredEvent } => {
  const { team, lastRun, toldRun = lastRun } = alert;
  const job = alertDeliveryId(toldRun, alert, channel);
  const event = { place: '0', event: 'alert' as const, step, at, since: at, attempts: 0, ttl };
  return {
    webhook: {
      job,
      team,
      kind: 'alert',
      url: channel.url,
      headers: {},
      metadata: '{}',
      events: [],
      ended: true,
      ttl,
    },
    event: { ...event, body: bodyFor(channel, alert, step, makeWebhookId(job, event.place)) },
  };
};
