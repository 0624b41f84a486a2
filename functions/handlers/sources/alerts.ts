import { failure } from '../../../lib/failure.ts';
import { sourceLimits } from '../../../lib/limits/source-limits.ts';
import { parseJsonBody, parseWith } from '../../../lib/request/parse-request.ts';
import type { Alert, AlertChannel } from '../../../lib/source/alerts/alert.ts';
import { alertRules, severities, type AlertRule } from '../../../lib/source/alerts/alert-rules.ts';
import { alertsQuerySchema, channelRequestSchema } from '../../../lib/source/alerts/alert-request.ts';
import { describeAlert } from '../../../lib/source/alerts/tell-alert.ts';
import {
  deleteAlertChannel,
  listAlertChannels,
  putAlertChannel,
} from '../../../lib/store/sources/alert-channels.ts';
import { getAlert, listAlerts, putAlert } from '../../../lib/store/sources/alerts.ts';
import { jsonResponse, refuse, type HttpAnswer, type HttpRequest } from '../../edge/http.ts';
import type { SourceDependencies } from './sources.ts';

const tellAlert = (alert: Alert) => ({
  ...describeAlert(alert),
  acknowledgedBy: alert.acknowledgedBy ?? null,
  closedAt: alert.closedAt === undefined ? null : new Date(alert.closedAt).toISOString(),
});

const list = async ({ table }: SourceDependencies, request: HttpRequest): Promise<HttpAnswer> => {
  const parsed = parseWith(alertsQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { source, state } = parsed.value;
  const found = (await listAlerts(table, request.caller.team, source)).filter((alert) =>
    state === undefined ? alert.state !== 'closed' : state === 'all' || alert.state === state,
  );
  const worstFirst = found.toSorted(
    (a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || b.lastAt - a.lastAt,
  );
  return jsonResponse(200, { success: true, alerts: worstFirst.map(tellAlert) });
};

/** `harbour.source-moved`: ids of sources and names of rules have no dot. */
const readAlertId = (id: string): { readonly source: string; readonly rule: AlertRule } | null => {
  const [source = '', name] = id.split('.');
  const rule = alertRules.find((each) => each === name);
  return rule === undefined ? null : { source, rule };
};

const acknowledge = async (
  { table }: SourceDependencies,
  { parameters, caller }: HttpRequest,
): Promise<HttpAnswer> => {
  const id = parameters['id'] ?? '';
  const named = readAlertId(id);
  const alert = named === null ? null : await getAlert(table, { team: caller.team, ...named });
  if (alert === null || alert.state === 'closed') {
    const message = `Cannot acknowledge ${JSON.stringify(id.slice(0, 120))}: your team has no such alert that is open`;
    return refuse(failure('ALERT_NOT_FOUND', message));
  }
  const { revision } = alert;
  const seen = { ...alert, state: 'acknowledged' as const, acknowledgedBy: caller.keyId };
  if (await putAlert(table, { ...seen, revision: revision + 1 }, []))
    return jsonResponse(200, { success: true, alert: tellAlert(seen) });
  return refuse(failure('CONFLICT', `Cannot acknowledge ${id}: it changed at the same moment. Try again`));
};

/** The address of a channel is a secret: whoever has that of Slack posts there. */
const tellChannel = ({ name, kind, url, severity }: AlertChannel) => ({
  name,
  kind,
  host: new URL(url).host,
  severity,
});

const channels = async ({ table }: SourceDependencies, { caller }: HttpRequest): Promise<HttpAnswer> => {
  const found = await listAlertChannels(table, caller.team);
  return jsonResponse(200, { success: true, channels: found.map(tellChannel) });
};

const putChannel = async ({ table }: SourceDependencies, request: HttpRequest): Promise<HttpAnswer> => {
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
): Promise<HttpAnswer> => {
  await deleteAlertChannel(table, caller.team, parameters['name'] ?? '');
  return jsonResponse(200, { success: true });
};

/** Alerts of a team's sources, and where it is told of them. */
export const alertHandlers = { list, acknowledge, channels, putChannel, deleteChannel };
