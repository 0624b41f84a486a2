import type { JobWebhook } from '../../job/webhook.ts';
import { makeWebhookId, type StoredEvent } from '../../job/webhook-event.ts';
import type { Alert, AlertChannel, AlertStep } from './alert.ts';

/** An alert as programs are told of it. */
export const describeAlert = ({ source, rule, severity, state, message, openedAt, lastAt, runs }: Alert) => ({
  id: `${source}.${rule}`,
  source,
  rule,
  severity,
  state,
  message,
  openedAt: new Date(openedAt).toISOString(),
  lastAt: new Date(lastAt).toISOString(),
  runs,
});
export type AlertDetail = ReturnType<typeof describeAlert>;

/** Characters that Slack reads as its own (`&`, `<`, `>`): a site could make links and mentions of them. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const words: Readonly<Record<AlertStep, string>> = {
  opened: '',
  escalated: 'worse: ',
  closed: 'over: ',
};

/** An alert in one line. */
export const alertLine = ({ source, rule, severity, message }: Alert, step: AlertStep): string =>
  `[${severity}] ${source}, ${words[step]}${rule}: ${message}`;

const bodyFor = (channel: AlertChannel, alert: Alert, step: AlertStep, id: string): string =>
  channel.kind === 'slack'
    ? JSON.stringify({ text: slackText(alertLine(alert, step)) })
    : JSON.stringify({ type: `alert.${step}`, webhookId: id, data: [describeAlert(alert)] });

/** The name under which a channel is told of an alert after a run. */
export const alertDeliveryId = (
  run: string,
  { source, rule }: Pick<Alert, 'source' | 'rule'>,
  channel: Pick<AlertChannel, 'name'>,
): string => `alert-${run}-${source}-${rule}-${channel.name}`;

/**
 * What is delivered to a channel: a webhook of its own with one event, so that a receiver that is out for a day holds
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
  const { team, lastRun } = alert;
  const job = alertDeliveryId(lastRun, alert, channel);
  const event = { place: '0', event: 'alert' as const, at, since: at, attempts: 0, ttl };
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
