import { readFinished } from '../../lib/steps/finish-job/read-finished.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { cursorSliceSchema, storeSlice, readQuery } from './read-query.ts';

/** Which part of the results is read. */
export const runningSliceSchema = cursorSliceSchema(25);

const results = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  kind: 'crawl' | 'batch',
): Promise<HttpResponse> => {
  const found = await findJobOfTeam(dependencies, request, [kind]);
  if ('failure' in found) return refuse(found.failure);
  const asked = readQuery(runningSliceSchema, request);
  if ('refused' in asked) return asked.refused;
  const slice = await readFinished(dependencies, found.job, storeSlice(asked.query));
  return jsonResponse(200, { success: true, ...slice });
};

/** Answers with the documents of a job as they come, each once. */
export const runningResultsHandler =
  (kind: 'crawl' | 'batch'): HttpHandler<ApiDependencies> =>
  async (dependencies, request) =>
    await results(dependencies, request, kind);
