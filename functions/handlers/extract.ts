import { jobCost } from '../../lib/steps/read-results/job-cost.ts';
import {
  extractCost,
  readExtractResponse,
  readExtractResults,
} from '../../lib/steps/read-results/read-extract.ts';
import { whyNoResultPlace } from '../../lib/steps/read-results/why-no-result-place.ts';
import { tellWait } from '../../lib/deliver/results/model-wait.ts';
import type { ExtractResponse } from '../../lib/deliver/results/extract-response.ts';
import { extractWarning } from '../../lib/deliver/results/extract-warning.ts';
import { jobCounts } from '../../lib/steps/read-results/read-status.ts';
import { failure, isFailureCode, type Failure } from '../../lib/failure.ts';
import { cancelOpenJob } from '../../lib/steps/protocol/end-job.ts';
import { checkModel } from '../../lib/steps/api/check-model.ts';
import { readSubmission, submitJob } from '../../lib/steps/submit-job/submit-job.ts';
import { limits } from '../../lib/limits/limits.ts';
import { hasEnded, type Job } from '../../lib/job/job.ts';
import type { Dialect } from '../../lib/request/dialect.ts';
import { dialectOfExtract } from '../../lib/request/extract-request.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, refuseForNow, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { cursorSliceSchema, storeSlice, readQuery } from './read-query.ts';
import { tellIgnored, withWarnings } from './with-warnings.ts';

type Base = '/v1/extract' | '/v2/extract';

/** The time needed to start the job and to answer before API Gateway closes the connection. */
const tailMs = 5_000;
/** When a caller may ask again if it was not known in time whether the model exists. */
const askAgainSeconds = 5;

/**
 * Says why the model that a request needs cannot be asked. Under Raito's contract the job then fails before any URL is
 * fetched.
 */
const refusalOfModel = async (
  dependencies: ApiDependencies,
  { caller, remainingMs }: HttpRequest,
  body: unknown,
): Promise<Failure | null> => {
  const parsed = readSubmission({ kind: 'extract', body, dialect: 'raito' });
  if (!parsed.ok || parsed.value.spec === undefined) return null;
  const waitMs = Math.min(remainingMs() - tailMs, limits.questionWaitMs);
  return await checkModel(dependencies, caller.team, parsed.value.spec, dependencies.now() + waitMs);
};

const start = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  base: Base,
): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const dialect: Dialect =
    base === '/v2/extract' ? 'v2' : dialectOfExtract(body.value, dependencies.extractDialect);
  const token = request.headers['x-idempotency-key'] || undefined;
  const refusal = dialect === 'raito' ? await refusalOfModel(dependencies, request, body.value) : null;
  if (refusal?.code === 'LLM_UNAVAILABLE')
    return refuseForNow({ failure: refusal, retryAfterSeconds: askAgainSeconds });
  const submitted = await submitJob(dependencies, {
    kind: 'extract',
    body: body.value,
    dialect,
    team: request.caller.team,
    keyId: request.caller.keyId,
    ...(refusal === null ? {} : { failsAs: refusal.code }),
    ...(token === undefined ? {} : { token: `extract:${token.slice(0, 256)}` }),
  });
  if (!submitted.ok) return refuse(submitted.failure);
  const { job, invalidURLs, warning } = submitted;
  const { integration } = body.value as { integration?: unknown };
  dependencies.log('extraction accepted', {
    job: job.id,
    dialect,
    pages: job.limit,
    ...(typeof integration === 'string' ? { integration: integration.slice(0, 200) } : {}),
  });
  return jsonResponse(200, {
    success: true,
    id: job.id,
    url: `${request.baseUrl}${base}/${job.id}`,
    ...(dialect === 'raito' ? {} : { urlTrace: [] }),
    ...(invalidURLs.length === 0 ? {} : { invalidURLs }),
    ...withWarnings([warning, refusal?.message]),
  });
};

const raitoStatus = (job: Job): 'pending' | 'running' | 'completed' | 'failed' => {
  if (!hasEnded(job)) return job.finished === 0 ? 'pending' : 'running';
  return job.status === 'completed' ? 'completed' : 'failed';
};

/** Says why a job ended without an answer: it was cancelled, its time ran out, or its spec is gone. */
const endedBy = (job: Job): Failure => {
  const code =
    'code' in job && job.code !== undefined && isFailureCode(job.code) ? job.code : 'JOB_CANCELLED';
  return failure(code, 'The job ended before its pages were answered');
};

/** Raito's answer: `success` is true even for a failed job, because the question was answered. */
const inRaito = (job: Job, answer: ExtractResponse | null, now: number): unknown => {
  const status = raitoStatus(job);
  const why = answer?.failure ?? endedBy(job);
  const { results, summary, data } = answer ?? {};
  return {
    success: true,
    status,
    // What is known of a failed job is shown: by default one failed page fails it.
    ...(status === 'completed' || (summary?.success ?? 0) > 0
      ? {
          data: {
            results,
            ...(answer === null || answer.sources.length === 0 ? {} : { sources: answer.sources }),
            summary:
              summary !== undefined && summary.failed > 0 ? summary : { ...summary, failedByCode: undefined },
            ...(data === null || data === undefined ? {} : { merged: data }),
          },
        }
      : {}),
    ...(status === 'failed' ? { code: why.code, error: why.message } : {}),
    ...withWarnings([extractWarning(job, answer)]),
    ...tellWait(job, now),
    expiresAt: new Date(job.ttl * 1_000).toISOString(),
    tokensUsed: extractCost(job).inputTokens + extractCost(job).outputTokens,
    cost: { ...extractCost(job), ...jobCost(job) },
    counts: jobCounts(job),
  };
};

const failureIn = ({ message, code }: { readonly message: string; readonly code: string }): object => ({
  error: message,
  code,
});

const firecrawlStatus = (job: Job): 'processing' | 'completed' | 'failed' | 'cancelled' =>
  hasEnded(job) ? job.status : 'processing';

const inFirecrawl = (job: Job, answer: ExtractResponse | null, now: number): unknown => ({
  success: true,
  status: firecrawlStatus(job),
  data: answer?.data ?? [],
  ...(answer === null || answer.provenance === null ? {} : { sources: answer.provenance }),
  ...(job.status === 'failed' ? failureIn(answer?.failure ?? endedBy(job)) : {}),
  ...withWarnings([extractWarning(job, answer)]),
  ...tellWait(job, now),
  expiresAt: new Date(job.ttl * 1_000).toISOString(),
  creditsUsed: answer?.summary.success ?? job.done,
  tokensUsed: extractCost(job).inputTokens + extractCost(job).outputTokens,
  cost: { ...extractCost(job), ...jobCost(job) },
  counts: jobCounts(job),
  ...(job.redrive === undefined ? {} : { redriveOf: job.redrive.of }),
  ...(answer === null ? {} : { summary: answer.summary }),
});

const isForm = (id: string): boolean => /^[0-9a-f-]{36}$/i.test(id);

/** Answers that a job was not found, in the form that the clients of the path know. */
const notFound = (base: Base, id: string, why: ReturnType<typeof failure>): HttpResponse => {
  if (base === '/v2/extract') return refuse(why);
  return isForm(id)
    ? jsonResponse(404, {
        success: false,
        status: 'failed',
        code: 'NOT_FOUND',
        error: 'extract job not found',
      })
    : jsonResponse(400, {
        success: false,
        status: 'failed',
        code: 'BAD_REQUEST',
        error: 'invalid extract id',
      });
};

/** Answers a request about the extraction that its path names. */
type AnswerJob = (dependencies: ApiDependencies, request: HttpRequest, job: Job) => Promise<HttpResponse>;

const withJob =
  (base: Base, answer: AnswerJob): HttpHandler<ApiDependencies> =>
  async (dependencies, request) => {
    const found = await findJobOfTeam(dependencies, request, ['extract']);
    return 'failure' in found
      ? notFound(base, request.parameters['id'] ?? '', found.failure)
      : await answer(dependencies, request, found.job);
  };

const status: AnswerJob = async (dependencies, _request, job) => {
  const answer = await readExtractResponse(dependencies, job);
  const now = dependencies.now();
  const inItsWords = job.dialect === 'raito' ? inRaito(job, answer, now) : inFirecrawl(job, answer, now);
  return jsonResponse(200, inItsWords);
};

const cancel: AnswerJob = async (dependencies, _request, job) => {
  const refusal = await cancelOpenJob(dependencies, job);
  return refusal === null ? jsonResponse(200, { success: true, status: 'cancelled' }) : refuse(refusal);
};

/** Which part of the results is read. */
export const resultsSliceSchema = cursorSliceSchema(100);

const results: AnswerJob = async (dependencies, request, job) => {
  const asked = readQuery(resultsSliceSchema, request);
  if ('refused' in asked) return asked.refused;
  const wanted = storeSlice(asked.query);
  const unknown = await whyNoResultPlace(dependencies.table, job.id, wanted.after);
  if (unknown !== null) return refuse(unknown);
  const slice = await readExtractResults(dependencies, job, wanted);
  const spoken = job.dialect === 'raito' ? raitoStatus(job) : firecrawlStatus(job);
  return jsonResponse(200, { success: true, status: spoken, ...slice, ...tellIgnored(asked) });
};

/**
 * Makes the handlers of extractions: start, answer in the dialect of the request, and cancel. `results` shows the
 * pages' answers while the job runs.
 */
export const extractHandlers = (base: Base) => ({
  start: async (dependencies: ApiDependencies, request: HttpRequest) =>
    await start(dependencies, request, base),
  status: withJob(base, status),
  cancel: withJob(base, cancel),
  results: withJob(base, results),
});
