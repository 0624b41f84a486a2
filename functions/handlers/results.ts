import { ignoredWarning } from '../../lib/request/parse-request.ts';
import { readFinished } from '../../lib/steps/finish-job/read-finished.ts';
import { whyNoResultPlace } from '../../lib/steps/read-results/why-no-result-place.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { cursorSliceSchema, storeSlice, readQuery } from './read-query.ts';
import { withWarnings } from './with-warnings.ts';

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
  const wanted = storeSlice(asked.query);
  const unknown = await whyNoResultPlace(dependencies.table, found.job.id, wanted.after);
  if (unknown !== null) return refuse(unknown);
  const { warning, ...slice } = await readFinished(dependencies, found.job, wanted);
  return jsonResponse(200, {
    success: true,
    ...slice,
    ...withWarnings([warning, ignoredWarning(asked.ignored)]),
  });
};

/** Answers with the documents of a job as they come, each once. */
export const runningResultsHandler =
  (kind: 'crawl' | 'batch'): HttpHandler<ApiDependencies> =>
  async (dependencies, request) =>
    await results(dependencies, request, kind);
