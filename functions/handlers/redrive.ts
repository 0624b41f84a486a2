import { redriveJob } from '../../lib/steps/api/redrive-job.ts';
import { ignoredWarning, parseJsonBody } from '../../lib/request/parse-request.ts';
import { parseRedriveRequest } from '../../lib/request/redrive-request.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';

const redrive = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  kind: 'crawl' | 'batch' | 'extract',
  base: string,
): Promise<HttpResponse> => {
  const found = await findJobOfTeam(dependencies, request, [kind]);
  if ('failure' in found) return refuse(found.failure);
  // Without a body, the usual pages are meant: those that failed.
  const body = parseJsonBody(request.body === null || request.body.trim() === '' ? '{}' : request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseRedriveRequest(body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const { headers, ...selection } = parsed.value;
  const token = request.headers['x-idempotency-key'] || undefined;
  const redriven = await redriveJob(dependencies, {
    job: found.job,
    selection,
    ...(headers === undefined ? {} : { headers }),
    team: request.caller.team,
    keyId: request.caller.keyId,
    ...(token === undefined ? {} : { token: token.slice(0, 256) }),
  });
  if (!redriven.ok) return refuse(redriven.failure);
  const { job, pages, repeated } = redriven;
  const again =
    `The job ${found.job.id} was redriven before: this is the job that was made then. Redrive that one to ` +
    `fetch again what failed there`;
  const warnings = [repeated ? again : undefined, ignoredWarning(parsed.ignored)].filter(
    (warning) => warning !== undefined,
  );
  return jsonResponse(200, {
    success: true,
    id: job.id,
    url: `${request.baseUrl}${base}/${job.id}`,
    redriveOf: found.job.id,
    pages,
    ...(warnings.length === 0 ? {} : { warning: warnings.join('. ') }),
  });
};

/** Fetches pages of a job that has ended again, as a new job. */
export const redriveHandler =
  (kind: 'crawl' | 'batch' | 'extract', base: string): HttpHandler<ApiDependencies> =>
  async (dependencies, request) =>
    await redrive(dependencies, request, kind, base);
