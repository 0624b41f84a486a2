import { awaitJob } from '../../lib/steps/api/await-job.ts';
import { estimateJob, type EstimateDependencies } from '../../lib/steps/api/estimate-job.ts';
import type { Job } from '../../lib/job/job.ts';
import { limits } from '../../lib/limits/limits.ts';
import { ignoredWarning, parseJsonBody } from '../../lib/request/parse-request.ts';
import { readSubmission } from '../../lib/steps/submit-job/submit-job.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { longPoll } from './long-poll.ts';

/** What the routes of the API need, and what estimates need besides. */
export type EstimatingDependencies = ApiDependencies & EstimateDependencies;
type EstimatedKind = 'crawl' | 'batch' | 'extract';

const answerOf = async (
  dependencies: EstimatingDependencies,
  kind: EstimatedKind,
  body: unknown,
  map: Job | null,
): Promise<HttpResponse> => {
  const estimated = await estimateJob(dependencies, { kind, body }, map);
  if (!estimated.ok) return refuse(estimated.failure);
  const warning = ignoredWarning(estimated.ignored);
  return jsonResponse(200, {
    success: true,
    ...estimated.estimate,
    ...(warning === undefined ? {} : { warning }),
  });
};

const estimate = async (
  dependencies: EstimatingDependencies,
  request: HttpRequest,
  kind: EstimatedKind,
): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  if (kind !== 'crawl') return await answerOf(dependencies, kind, body.value, null);
  // Errors in a crawl's body are reported before its site gets a request.
  const read = readSubmission({ kind, body: body.value });
  if (!read.ok) return refuse(read.failure);
  const held = await longPoll(dependencies, request, {
    submission: { kind: 'map', body: body.value, ofCrawl: true },
    timeoutCode: 'MAP_TIMEOUT',
    what: 'estimate',
    waitMs: limits.mapWaitMs,
    timeoutMsOf: () => undefined,
    awaitEnd: async (job, deadline) => await awaitJob(dependencies, job.id, deadline),
  });
  return held.ok ? await answerOf(dependencies, kind, body.value, held.ended) : held.answer;
};

/**
 * Answers what the request of that body would take, without carrying it out. For a crawl the site is mapped: only its
 * first page and its sitemaps are requested.
 */
export const estimateHandler =
  (kind: EstimatedKind): HttpHandler<EstimatingDependencies> =>
  async (dependencies, request) =>
    await estimate(dependencies, request, kind);
