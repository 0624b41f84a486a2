import { readFinished } from '../../lib/steps/finish-job/read-finished.ts';
import { jsonResponse, refuse, type HttpAnswer, type HttpRequest, type Route } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { cursorWindowSchema, storeWindow, readWindow } from './read-window.ts';

/** Which part of the results is asked for. */
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

/** GET {base}/{id}/results: the documents of a job that runs, as they come, each once. */
export const resultsRoute = (
  dependencies: ApiDependencies,
  kind: 'crawl' | 'batch',
  base: string,
): Route => ({
  method: 'GET',
  path: `${base}/{id}/results`,
  answer: (request) => results(dependencies, request, kind),
});
