import * as z from 'zod';
import {
  costOf,
  parseCursor,
  readExtractAnswer,
  readExtractResults,
  showsSources,
} from '../../lib/deliver/read-extract.ts';
import type { ExtractAnswer } from '../../lib/deliver/extract-answer.ts';
import { failure } from '../../lib/failure.ts';
import { endEarly } from '../../lib/frontier/end-job.ts';
import { submitJob } from '../../lib/frontier/submit-job.ts';
import { hasEnded, type Job } from '../../lib/job/job.ts';
import type { Dialect } from '../../lib/request/dialect.ts';
import { limits } from '../../lib/limits.ts';
import { describeIssues } from '../../lib/request/describe-issues.ts';
import { dialectOfExtract } from '../../lib/request/extract-request.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import { json, refuse, type HttpAnswer, type HttpRequest, type Route } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJob } from './find-job.ts';

type Base = '/v1/extract' | '/v2/extract';

const start = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  base: Base,
): Promise<HttpAnswer> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const dialect: Dialect =
    base === '/v2/extract' ? 'v2' : dialectOfExtract(body.value, dependencies.extractDialect);
  const token = request.headers['x-idempotency-key'] || undefined;
  const submitted = await submitJob(dependencies, {
    kind: 'extract',
    body: body.value,
    dialect,
    team: request.caller.team,
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
  return json(200, {
    success: true,
    id: job.id,
    url: `${request.baseUrl}${base}/${job.id}`,
    ...(dialect === 'raito' ? {} : { urlTrace: [] }),
    ...(invalidURLs.length === 0 ? {} : { invalidURLs }),
    ...(warning === undefined ? {} : { warning }),
  });
};

const raitoStatus = (job: Job): 'pending' | 'running' | 'completed' | 'failed' => {
  if (!hasEnded(job)) return job.finished === 0 ? 'pending' : 'running';
  return job.status === 'completed' ? 'completed' : 'failed';
};

const notYet = failure('JOB_CANCELLED', 'The job was cancelled before its pages were answered');

/** Raito's answer: a job that failed is a success of the question. */
const inRaito = (job: Job, answer: ExtractAnswer | null, sources: boolean): unknown => {
  const status = raitoStatus(job);
  const why = answer?.failure ?? notYet;
  const { results, summary, data } = answer ?? {};
  return {
    success: true,
    status,
    ...(status === 'completed'
      ? {
          data: {
            results,
            ...(sources && answer !== null && answer.sources.length > 0 ? { sources: answer.sources } : {}),
            summary:
              summary !== undefined && summary.failed > 0 ? summary : { ...summary, failedByCode: undefined },
            ...(data === null || data === undefined ? {} : { merged: data }),
          },
        }
      : {}),
    ...(status === 'failed' ? { code: why.code, error: why.message } : {}),
    expiresAt: new Date(job.ttl * 1_000).toISOString(),
    tokensUsed: costOf(job).inputTokens + costOf(job).outputTokens,
    cost: costOf(job),
  };
};

const firecrawlStatus = (job: Job): 'processing' | 'completed' | 'failed' | 'cancelled' =>
  hasEnded(job) ? job.status : 'processing';

const warningOf = (job: Job, answer: ExtractAnswer | null): { warning?: string } => {
  const code = 'code' in job ? job.code : undefined;
  if (code === 'BUDGET_EXHAUSTED')
    return { warning: 'The budget of the request was used up before all pages were asked' };
  const failed = answer?.summary.failed ?? 0;
  return failed > 0 ? { warning: `${failed} pages could not be extracted from: see results` } : {};
};

const inFirecrawl = (job: Job, answer: ExtractAnswer | null, sources: boolean): unknown => ({
  success: true,
  status: firecrawlStatus(job),
  data: answer?.data ?? [],
  ...(sources && answer !== null ? { sources: answer.provenance } : {}),
  ...(job.status === 'failed' ? { error: answer?.failure?.message, code: answer?.failure?.code } : {}),
  ...warningOf(job, answer),
  expiresAt: new Date(job.ttl * 1_000).toISOString(),
  creditsUsed: job.done,
  tokensUsed: costOf(job).inputTokens + costOf(job).outputTokens,
  cost: costOf(job),
  ...(answer === null ? {} : { summary: answer.summary }),
});

const isForm = (id: string): boolean => /^[0-9a-f-]{36}$/i.test(id);

/** A job that is not found, as the clients of the path know it. */
const notFound = (base: Base, id: string, why: ReturnType<typeof failure>): HttpAnswer => {
  if (base === '/v2/extract') return refuse(why);
  return isForm(id)
    ? json(404, { success: false, status: 'failed', code: 'NOT_FOUND', error: 'extract job not found' })
    : json(400, { success: false, status: 'failed', code: 'BAD_REQUEST', error: 'invalid extract id' });
};

const status = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  base: Base,
): Promise<HttpAnswer> => {
  const found = await findJob(dependencies, request, ['extract']);
  if ('failure' in found) return notFound(base, request.parameters['id'] ?? '', found.failure);
  const { job } = found;
  const answer = await readExtractAnswer(dependencies, job);
  const sources = answer !== null && (await showsSources(dependencies, job));
  return json(
    200,
    job.dialect === 'raito' ? inRaito(job, answer, sources) : inFirecrawl(job, answer, sources),
  );
};

const cancel = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  base: Base,
): Promise<HttpAnswer> => {
  const found = await findJob(dependencies, request, ['extract']);
  if ('failure' in found) return notFound(base, request.parameters['id'] ?? '', found.failure);
  const answer = await endEarly(dependencies, found.job, { outcome: 'cancelled', code: 'JOB_CANCELLED' });
  const cancelled = answer.kind === 'won' || ('outcome' in found.job && found.job.outcome === 'cancelled');
  return cancelled
    ? json(200, { success: true, status: 'cancelled' })
    : refuse(failure('JOB_OVER', `Cannot cancel the job ${found.job.id}: it is over already`));
};

const querySchema = z.object({
  cursor: z
    .string()
    .refine((cursor) => parseCursor(cursor) !== null, { error: 'expected the cursor of an earlier answer' })
    .optional(),
  limit: z.coerce.number().int().min(1).max(limits.resultsPerPageMax).default(100),
});

const results = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  base: Base,
): Promise<HttpAnswer> => {
  const found = await findJob(dependencies, request, ['extract']);
  if ('failure' in found) return notFound(base, request.parameters['id'] ?? '', found.failure);
  const query = querySchema.safeParse(request.query, { reportInput: true });
  if (!query.success) {
    return refuse(failure('BAD_REQUEST', `Invalid pagination: ${describeIssues(query.error.issues)}`));
  }
  const { cursor, limit } = query.data;
  const after = cursor === undefined ? null : parseCursor(cursor);
  const { job } = found;
  const window = await readExtractResults(dependencies, job, {
    count: limit,
    ...(after === null ? {} : { after }),
  });
  const spoken = job.dialect === 'raito' ? raitoStatus(job) : firecrawlStatus(job);
  return json(200, { success: true, status: spoken, ...window });
};

/**
 * Extraction: POST starts it, GET answers it in the words it was asked in, DELETE cancels it; `/results` streams the pages'
 * answers while it runs.
 */
export const extractRoutes = (dependencies: ApiDependencies): Route[] =>
  (['/v1/extract', '/v2/extract'] as const).flatMap((base) => [
    { method: 'POST', path: base, answer: (request: HttpRequest) => start(dependencies, request, base) },
    {
      method: 'GET',
      path: `${base}/{id}`,
      answer: (request: HttpRequest) => status(dependencies, request, base),
    },
    {
      method: 'DELETE',
      path: `${base}/{id}`,
      answer: (request: HttpRequest) => cancel(dependencies, request, base),
    },
    {
      method: 'GET',
      path: `${base}/{id}/results`,
      answer: (request: HttpRequest) => results(dependencies, request, base),
    },
  ]);
