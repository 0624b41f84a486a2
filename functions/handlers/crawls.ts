import * as z from 'zod';
import { readErrors } from '../../lib/steps/api/read-errors.ts';
import { tellWait } from '../../lib/deliver/results/model-wait.ts';
import { readStatus } from '../../lib/steps/read-results/read-status.ts';
import { cancelOpenJob } from '../../lib/steps/protocol/end-job.ts';
import { submitJob } from '../../lib/steps/submit-job/submit-job.ts';
import { hasEnded } from '../../lib/job/job.ts';
import type { JobKind } from '../../lib/job/job-kind.ts';
import { limits } from '../../lib/limits/limits.ts';
import { droppedWarning, promptOfCrawl } from '../../lib/request/crawl-prompt.ts';
import type { Dialect } from '../../lib/request/dialect.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import { optionsFor } from './crawl-prompt.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { readQuery, skipField } from './read-query.ts';

/** Documents of a running job that a poll gets by default: clients poll often and read them all at the end. */
const runningSample = 10;

/** Which part of a job's results or errors is read. */
export const sliceSchema = z.object({
  skip: skipField,
  limit: z.coerce
    .number()
    .int()
    .min(0)
    .max(limits.resultsPerPageMax)
    .optional()
    .meta({
      description:
        `How many at most; fewer where they are large. Unless told, ${limits.resultsPerPageDefault} of a ` +
        `job that is over, and ${runningSample} while it runs.`,
    }),
});

const nextUrl = (request: HttpRequest, skip: number | null, limit: number | undefined): { next?: string } => {
  if (skip === null) return {};
  const query = new URLSearchParams({ skip: String(skip) });
  if (limit !== undefined) query.set('limit', String(limit));
  return { next: `${request.baseUrl}${request.path}?${query.toString()}` };
};

/** Where jobs of a kind are started, in which dialect, and which kinds of jobs can be read there. */
interface JobBase {
  readonly kind: 'crawl' | 'batch';
  readonly base: string;
  readonly dialect: Dialect;
  readonly reads: readonly JobKind[];
}

const start = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  { kind, base, dialect }: JobBase,
): Promise<HttpResponse> => {
  const bytesMax = kind === 'batch' ? limits.batchBodyBytesMax : limits.requestBodyBytesMax;
  const body = parseJsonBody(request.body, 'body', bytesMax);
  if (!body.ok) return refuse(body.failure);
  const prompt = kind === 'crawl' && dialect === 'v2' ? promptOfCrawl(body.value) : null;
  if (prompt?.ok === false) return refuse(prompt.failure);
  const choice = prompt === null ? null : await optionsFor(dependencies, request, prompt.value);
  if (choice?.kind === 'failed') return refuse(choice.failure);
  const token = request.headers['x-idempotency-key'] || undefined;
  const submitted = await submitJob(dependencies, {
    kind,
    body: body.value,
    dialect,
    team: request.caller.team,
    keyId: request.caller.keyId,
    ...(choice === null ? {} : { filled: choice.options }),
    ...(token === undefined ? {} : { token: `${kind}:${token.slice(0, 256)}` }),
  });
  if (!submitted.ok) return refuse(submitted.failure);
  const warnings = [droppedWarning(choice?.dropped ?? []), submitted.warning].filter(
    (warning) => warning !== undefined,
  );
  return jsonResponse(200, {
    success: true,
    id: submitted.job.id,
    url: `${request.baseUrl}${base}/${submitted.job.id}`,
    ...(kind === 'batch' ? { invalidURLs: submitted.invalidURLs } : {}),
    ...(choice === null ? {} : { promptGeneratedOptions: choice.options }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join('. ') }),
  });
};

const status = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  { reads }: JobBase,
): Promise<HttpResponse> => {
  const found = await findJobOfTeam(dependencies, request, reads);
  if ('failure' in found) return refuse(found.failure);
  const asked = readQuery(sliceSchema, request);
  if ('refused' in asked) return asked.refused;
  const { skip = 0, limit } = asked.query;
  const usual = hasEnded(found.job) ? limits.resultsPerPageDefault : runningSample;
  const { nextSkip, ...answer } = await readStatus(dependencies, found.job, { skip, count: limit ?? usual });
  const wait = tellWait(found.job, dependencies.now());
  return jsonResponse(200, { ...answer, ...wait, ...nextUrl(request, nextSkip, limit) });
};

const cancel = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  { reads }: JobBase,
): Promise<HttpResponse> => {
  const found = await findJobOfTeam(dependencies, request, reads);
  if ('failure' in found) return refuse(found.failure);
  const refusal = await cancelOpenJob(dependencies, found.job);
  return refusal === null ? jsonResponse(200, { success: true, status: 'cancelled' }) : refuse(refusal);
};

const errors = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  { reads }: Pick<JobBase, 'reads'>,
): Promise<HttpResponse> => {
  const found = await findJobOfTeam(dependencies, request, reads);
  if ('failure' in found) return refuse(found.failure);
  const asked = readQuery(sliceSchema, request);
  if ('refused' in asked) return asked.refused;
  const skip = asked.query.skip ?? 0;
  const { nextSkip, ...answer } = await readErrors(dependencies, found.job, skip);
  return jsonResponse(200, { success: true, ...answer, ...nextUrl(request, nextSkip, undefined) });
};

/** Makes the handler that lists pages of a job that ended without content. */
export const errorsHandler = (base: Pick<JobBase, 'reads'>) => ({
  errors: async (dependencies: ApiDependencies, request: HttpRequest) =>
    await errors(dependencies, request, base),
});

/** Makes the handlers to start, read and cancel the jobs of one kind, below `base`, and to read their errors. */
export const jobHandlers = (base: JobBase) => ({
  start: async (dependencies: ApiDependencies, request: HttpRequest) =>
    await start(dependencies, request, base),
  ...errorsHandler(base),
  status: async (dependencies: ApiDependencies, request: HttpRequest) =>
    await status(dependencies, request, base),
  cancel: async (dependencies: ApiDependencies, request: HttpRequest) =>
    await cancel(dependencies, request, base),
});
