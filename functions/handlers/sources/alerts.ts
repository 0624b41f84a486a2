import { failure } from '../../../lib/failure.ts';
import { sourceLimits } from '../../../lib/limits/source-limits.ts';
import { parseJsonBody, parseWith } from '../../../lib/request/parse-request.ts';
import type { Alert, AlertChannel } from '../../../lib/source/alerts/alert.ts';
import { alertRules, severities, type AlertRule } from '../../../lib/source/alerts/alert-rules.ts';
import {
  alertsQuerySchema,
  channelRequestSchema,
  snoozeRequestSchema,
} from '../../../lib/source/alerts/alert-request.ts';
import { spanMs } from '../../../lib/source/span.ts';
import { alertDeliveryId, describeAlert } from '../../../lib/source/alerts/tell-alert.ts';
import { readDeliveries } from '../../../lib/steps/api/read-deliveries.ts';
import {
  deleteAlertChannel,
  listAlertChannels,
  putAlertChannel,
} from '../../../lib/store/sources/alert-channels.ts';
import { getAlert, listAlerts, putAlert } from '../../../lib/store/sources/alerts.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../../edge/http.ts';
import { tellIgnored } from '../with-warnings.ts';
import { whySourceIsUnknown } from './missing-source.ts';
import type { SourceDependencies } from './sources.ts';

const tellAlert = (alert: Alert) => ({
  ...describeAlert(alert),
  acknowledgedBy: alert.acknowledgedBy ?? null,
  snoozedUntil: alert.snoozedUntil === undefined ? null : new Date(alert.snoozedUntil).toISOString(),
  closedAt: alert.closedAt === undefined ? null : new Date(alert.closedAt).toISOString(),
});

const list = async ({ table }: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(alertsQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { source, state } = parsed.value;
  const missing = await whySourceIsUnknown(table, request.caller.team, source);
  if (missing !== null) return refuse(missing);
  const found = (await listAlerts(table, request.caller.team, source)).filter((alert) =>
    state === undefined ? alert.state !== 'closed' : state === 'all' || alert.state === state,
  );
  const worstFirst = found.toSorted(
    (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || b.lastAt - a.lastAt,
  );
  const warnings = tellIgnored(parsed);
  return jsonResponse(200, { success: true, alerts: worstFirst.map(tellAlert), ...warnings });
};

/** Reads the id of an alert, such as `harbour.source-moved`: ids of sources and names of rules have no dot. */
const readAlertId = (id: string): { readonly source: string; readonly rule: AlertRule } | null => {
  const [source = '', name] = id.split('.');
  const rule = alertRules.find((each) => each === name);
  return rule === undefined ? null : { source, rule };
};

/** Answers with the last delivery of an alert to each existing channel. */
const deliveries = async (
  { table }: SourceDependencies,
  { parameters, caller }: HttpRequest,
): Promise<HttpResponse> => {
  const id = parameters['id'] ?? '';
  const named = readAlertId(id);
  const alert = named === null ? null : await getAlert(table, { team: caller.team, ...named });
  if (alert === null) {
    const message = `Cannot find the alert ${JSON.stringify(id.slice(0, 120))}: your team has no such one`;
    return refuse(failure('ALERT_NOT_FOUND', message));
  }
  const run = alert.toldRun;
  const found = run === undefined ? [] : await listAlertChannels(table, caller.team);
  const told = await Promise.all(
    found.map(async (channel) => {
      const log = await readDeliveries(table, alertDeliveryId(run ?? '', alert, channel), {
        after: '',
        count: 1,
      });
      return (log?.deliveries ?? []).map((delivery) => ({ channel: channel.name, ...delivery }));
    }),
  );
  return jsonResponse(200, { success: true, deliveries: told.flat() });
};

/** Notes that a person looks after an open alert; `until` if it is put off. */
const attend = async (
  { table }: SourceDependencies,
  { parameters, caller }: HttpRequest,
  until: number | undefined,
): Promise<HttpResponse> => {
  const id = parameters['id'] ?? '';
  const named = readAlertId(id);
  const alert = named === null ? null : await getAlert(table, { team: caller.team, ...named });
  if (alert === null || alert.state === 'closed') {
    const message = `Cannot find the alert ${JSON.stringify(id.slice(0, 120))}: your team has no such one that is open`;
    return refuse(failure('ALERT_NOT_FOUND', message));
  }
  const { revision, snoozedUntil: _before, ...rest } = alert;
  const seen = {
    ...rest,
    revision,
    state: 'acknowledged' as const,
    acknowledgedBy: caller.keyId,
    ...(until === undefined ? {} : { snoozedUntil: until }),
  };
  if (await putAlert(table, { ...seen, revision: revision + 1 }, []))
    return jsonResponse(200, { success: true, alert: tellAlert(seen) });
  return refuse(failure('CONFLICT', `Cannot note it of ${id}: it changed at the same moment. Try again`));
};

const acknowledge = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> =>
  await attend(dependencies, request, undefined);

const snooze = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseWith(snoozeRequestSchema, body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  return await attend(dependencies, request, dependencies.now() + spanMs(parsed.value.for));
};

/** Describes a channel without its address, which is a secret: anyone who has a Slack address can post there. */
const tellChannel = ({ name, kind, url, severity }: AlertChannel) => ({
  name,
  kind,
  host: new URL(url).host,
  severity,
});

const channels = async ({ table }: SourceDependencies, { caller }: HttpRequest): Promise<HttpResponse> => {
  const found = await listAlertChannels(table, caller.team);
  return jsonResponse(200, { success: true, channels: found.map(tellChannel) });
};

const putChannel = async ({ table }: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseWith(channelRequestSchema, body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const { team } = request.caller;
  const others = (await listAlertChannels(table, team)).filter(({ name }) => name !== parsed.value.name);
  if (others.length >= sourceLimits.alertChannelsMax) {
    const message = `Cannot add ${parsed.value.name}: a team has at most ${sourceLimits.alertChannelsMax} channels`;
    return refuse(failure('BAD_REQUEST', message));
  }
  await putAlertChannel(table, team, parsed.value);
  return jsonResponse(200, { success: true, channel: tellChannel(parsed.value) });
};

const deleteChannel = async (
  { table }: SourceDependencies,
  { parameters, caller }: HttpRequest,
): Promise<HttpResponse> => {
  await deleteAlertChannel(table, caller.team, parameters['name'] ?? '');
  return jsonResponse(200, { success: true });
};

/** Alerts of a team's sources, and the channels to which they are sent. */
export const alertHandlers = { list, deliveries, acknowledge, snooze, channels, putChannel, deleteChannel };
