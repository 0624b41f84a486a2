import * as z from 'zod';
import { parseCursor } from '../../lib/deliver/read-extract.ts';
import { readFinished } from '../../lib/deliver/read-finished.ts';
import { limits } from '../../lib/limits.ts';
import { invalidRequest } from '../../lib/request/describe-issues.ts';
import { json, refuse, type HttpAnswer, type HttpRequest, type Route } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJob } from './find-job.ts';

/** Which part of the results is asked for. */
export const runningWindowSchema = z.object({
  cursor: z
    .string()
    .refine((cursor) => parseCursor(cursor) !== null, { error: 'expected the cursor of an earlier answer' })
    .optional()
    .meta({ description: 'Where to go on from: the `cursor` of the answer before.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.resultsPerPageMax)
    .default(25)
    .meta({ description: 'How many at most; fewer where they are large.' }),
});

const results = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  kind: 'crawl' | 'batch',
): Promise<HttpAnswer> => {
  const found = await findJob(dependencies, request, [kind]);
  if ('failure' in found) return refuse(found.failure);
  const query = runningWindowSchema.safeParse(request.query, { reportInput: true });
  if (!query.success) {
    return refuse(invalidRequest('Invalid pagination', query.error.issues));
  }
  const { cursor, limit: count } = query.data;
  const after = cursor === undefined ? null : parseCursor(cursor);
  const window = await readFinished(dependencies, found.job, { count, ...(after === null ? {} : { after }) });
  return json(200, { success: true, ...window });
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
