import * as z from 'zod';
import { readDeliveries } from '../../lib/steps/api/read-deliveries.ts';
import { redeliverWebhooks } from '../../lib/steps/api/redeliver-webhooks.ts';
import { deriveWebhookSecret } from '../../lib/deliver/webhook/webhook-signature.ts';
import { failure, type Failure } from '../../lib/failure.ts';
import { limits } from '../../lib/limits/limits.ts';
import { placePattern } from '../../lib/job/webhook-event.ts';
import { listCursorField, readListCursor, writeListCursor } from '../../lib/list-cursor.ts';
import { ignoredWarning, parseJsonBody, parseWith } from '../../lib/request/parse-request.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { readQuery } from './read-query.ts';

const kinds = ['crawl', 'batch', 'extract'] as const;

const noWebhook = (id: string): Failure =>
  failure('NOT_FOUND', `Cannot find the webhook of job ${id}: its request named none, or it has expired`);

/** Which part of the log is read. */
export const logSliceSchema = z.object({
  cursor: listCursorField((place) => placePattern.test(place)).meta({
    description: 'Where to go on from; `next` says it.',
  }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.resultsPerPageMax)
    .default(100)
    .meta({ description: 'How many events.' }),
});

const list = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const found = await findJobOfTeam(dependencies, request, kinds);
  if ('failure' in found) return refuse(found.failure);
  const asked = readQuery(logSliceSchema, request);
  if ('refused' in asked) return asked.refused;
  const { cursor, limit: count } = asked.query;
  const listAsked = { list: 'deliveries', filters: { job: found.job.id } };
  const from = readListCursor(listAsked, cursor);
  if (!from.ok) return refuse(from.failure);
  const { place: after = '' } = from;
  const log = await readDeliveries(dependencies.table, found.job.id, { after, count });
  if (log === null) return refuse(noWebhook(found.job.id));
  const { nextCursor, ...rest } = log;
  const next = writeListCursor(listAsked, nextCursor);
  const query = new URLSearchParams({ cursor: next ?? '', limit: String(count) }).toString();
  return jsonResponse(200, {
    success: true,
    id: found.job.id,
    ...rest,
    ...(next === null ? {} : { next: `${request.baseUrl}${request.path}?${query}` }),
  });
};

/** Which events are delivered again. */
export const redeliverSchema = z.object({
  all: z.boolean().default(false).meta({ description: 'Events that were delivered as well.' }),
  webhookIds: z
    .array(z.string().max(100))
    .min(1)
    .max(1_000)
    .optional()
    .meta({ description: 'Just these events.' }),
});

const idsShown = 20;

/** Names ids that were given and are of no event of the job. */
const unknownIds = (ids: readonly string[]): string | undefined => {
  if (ids.length === 0) return undefined;
  const more = ids.length > idsShown ? ` and ${ids.length - idsShown} more` : '';
  return `The job has no events with these webhookIds: ${ids.slice(0, idsShown).join(', ')}${more}`;
};

const redeliver = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const found = await findJobOfTeam(dependencies, request, kinds);
  if ('failure' in found) return refuse(found.failure);
  // Without a body, the usual events are meant: those that were given up.
  const body = parseJsonBody(request.body === null || request.body.trim() === '' ? '{}' : request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseWith(redeliverSchema, body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const { all, webhookIds } = parsed.value;
  const which = webhookIds === undefined ? (all ? 'all' : 'failed') : { webhookIds };
  const redelivered = await redeliverWebhooks(dependencies, found.job.id, which);
  if (redelivered === null) return refuse(noWebhook(found.job.id));
  const { events, unknown } = redelivered;
  const warnings = [ignoredWarning(parsed.ignored), unknownIds(unknown)].filter((one) => one !== undefined);
  const warning = warnings.length === 0 ? {} : { warning: warnings.join('. ') };
  return jsonResponse(200, { success: true, id: found.job.id, events, ...warning });
};

const secret = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> =>
  jsonResponse(200, {
    success: true,
    secret: deriveWebhookSecret(request.caller.team, await dependencies.pepper()),
  });

/** The delivery log of a job's webhook, delivery of its events again, and the secret that signs a team's webhooks. */
export const webhookHandlers = { list, redeliver, secret };
