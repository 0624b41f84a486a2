import { readFinished } from '../../lib/steps/finish-job/read-finished.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, type HttpAnswer, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { cursorWindowSchema, storeWindow, readWindow } from './read-window.ts';

/** Which part of the results is read. */
export const runningWindowSchema = cursorWindowSchema(25);

const results = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  kind: 'crawl' | 'batch',
): Promise<HttpAnswer> => {
  const found = await findJobOfTeam(dependencies, request, [kind]);
  if ('failure' in found) return refuse(found.failure);
  const asked = readWindow(runningWindowSchema, request);
  if ('refused' in asked) return asked.refused;
  const window = await readFinished(dependencies, found.job, storeWindow(asked.window));
  return jsonResponse(200, { success: true, ...window });
};

/** Answers with the documents of a running job as they come, each once. */
export const runningResultsHandler =
  (kind: 'crawl' | 'batch'): HttpHandler<ApiDependencies> =>
  async (dependencies, request) =>
    await results(dependencies, request, kind);
