import * as z from 'zod';
import { awaitJob } from '../../lib/steps/api/await-job.ts';
import { readMap, type MapRead } from '../../lib/steps/api/read-map.ts';
import type { Job } from '../../lib/job/job.ts';
import { limits } from '../../lib/limits/limits.ts';
import type { Dialect } from '../../lib/request/dialect.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { readQuery, skipField } from './read-query.ts';
import { longPoll } from './long-poll.ts';

type MapBase = '/v1/map' | '/v2/map';

/** Writes links in the form of a dialect: the first version of Firecrawl's API has only URLs. */
const linksIn = (dialect: Dialect, links: Extract<MapRead, { kind: 'map' }>['links']): readonly unknown[] =>
  dialect === 'v1' ? links.map(({ url }) => url) : links;

/** Answers with a map, or with as much of it as fits and where the rest is. */
const answerMap = (
  request: HttpRequest,
  base: MapBase,
  job: Job,
  read: Extract<MapRead, { kind: 'map' }>,
  slice: { readonly limit?: number | undefined; readonly warnings: readonly string[] },
): HttpResponse => {
  const { links, total, nextSkip } = read;
  const query = new URLSearchParams({ skip: String(nextSkip ?? 0) });
  if (slice.limit !== undefined) query.set('limit', String(slice.limit));
  const next = `${request.baseUrl}${base}/${job.id}?${query.toString()}`;
  const isCut = nextSkip !== null && slice.limit === undefined;
  const cut = isCut
    ? [`These are ${links.length} of ${total} URLs, as many as an answer holds; GET ${next} has more`]
    : [];
  const warnings = [...slice.warnings, ...read.warnings, ...cut];
  return jsonResponse(200, {
    success: true,
    id: job.id,
    links: linksIn(base === '/v1/map' ? 'v1' : 'v2', links),
    ...(nextSkip === null ? {} : { total, next }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join('. ') }),
  });
};

const map = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  base: MapBase,
): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const held = await longPoll(dependencies, request, {
    submission: { kind: 'map', body: body.value, dialect: base === '/v1/map' ? 'v1' : 'v2' },
    timeoutCode: 'MAP_TIMEOUT',
    what: 'map',
    waitMs: limits.mapWaitMs,
    timeoutMsOf: (job) => job.request.map?.timeoutMs,
    awaitEnd: async (job, deadline) => await awaitJob(dependencies, job.id, deadline),
  });
  if (!held.ok) return held.answer;
  const { ended, warning } = held;
  const read = await readMap(dependencies.results, ended);
  if (read.kind === 'running') throw new Error(`The job ${ended.id} ended and has no map`);
  if (read.kind === 'failed') return refuse(read.failure);
  return answerMap(request, base, ended, read, { warnings: warning === undefined ? [] : [warning] });
};

/** Which part of a map is read. */
export const mapSliceSchema = z.object({
  skip: skipField,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.mapUrlsMax)
    .optional()
    .meta({ description: 'How many at most; as many as an answer holds unless told.' }),
});

const status = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  base: MapBase,
): Promise<HttpResponse> => {
  const found = await findJobOfTeam(dependencies, request, ['map']);
  if ('failure' in found) return refuse(found.failure);
  const asked = readQuery(mapSliceSchema, request);
  if ('refused' in asked) return asked.refused;
  const { skip = 0, limit } = asked.query;
  const { job } = found;
  const read = await readMap(dependencies.results, job, {
    skip,
    ...(limit === undefined ? {} : { count: limit }),
  });
  if (read.kind === 'running')
    return jsonResponse(200, { success: true, id: job.id, status: 'processing', links: [] });
  if (read.kind === 'failed') return refuse(read.failure);
  return answerMap(request, base, job, read, { limit, warnings: [] });
};

const handlersAt = (base: MapBase) => ({
  start: async (dependencies: ApiDependencies, request: HttpRequest) =>
    await map(dependencies, request, base),
  status: async (dependencies: ApiDependencies, request: HttpRequest) =>
    await status(dependencies, request, base),
});

/**
 * Maps. One handler lists a site's URLs, in the same connection if the site is quick enough, else when the client comes
 * back for them. The other pages through a map that was made. Each version of the API has words of its own.
 */
export const mapHandlers = { v1: handlersAt('/v1/map'), v2: handlersAt('/v2/map') };
