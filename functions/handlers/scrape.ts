import { findPages } from '../../lib/store/frontier/find-pages.ts';
import { failure, isFailureCode } from '../../lib/failure.ts';
import { isOpen } from '../../lib/frontier/page.ts';
import { seedPages } from '../../lib/steps/submit-job/start-job.ts';
import { readNextTry } from '../../lib/steps/api/read-next-try.ts';
import { isOver } from '../../lib/job/job.ts';
import type { Dialect } from '../../lib/request/dialect.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { respondWithPage, longPollPage } from './long-poll-page.ts';
import { withUploadNamed } from './with-upload-named.ts';

const scrape = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  dialect: Dialect,
): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const held = await longPollPage(dependencies, request, {
    submission: { kind: 'scrape', body: body.value, dialect },
    what: 'page',
  });
  return held.ok ? await respondWithPage(dependencies, held) : held.answer;
};

/** Answers with the result of an earlier scrape of the caller. */
const answerAgain = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const found = await findJobOfTeam(dependencies, request, ['scrape']);
  if ('failure' in found) return refuse(found.failure);
  const { job } = found;
  const [seed] = seedPages(job, [job.request.url]);
  const [page] = seed === undefined ? [] : await findPages(dependencies.table, job.id, [seed.hash]);
  if (page !== undefined && !isOpen(page.state)) {
    const answer = await respondWithPage(dependencies, { job, ended: page });
    return withUploadNamed(answer, job.request.url);
  }
  if (isOver(job)) {
    const code = job.code !== undefined && isFailureCode(job.code) ? job.code : 'JOB_CANCELLED';
    return refuse(failure(code, `The scrape ${job.id} was ended before its page was there`));
  }
  const { seconds: retryAfterSeconds } = await readNextTry(dependencies.table, job, dependencies.now());
  const message = `The page of the scrape ${job.id} is still being fetched: ask again in ${retryAfterSeconds} seconds`;
  const running = refuse(failure('JOB_RUNNING', message), {
    state: 'processing_continues',
    retryAfterSeconds,
  });
  return { ...running, headers: { ...running.headers, 'retry-after': String(retryAfterSeconds) } };
};

const start =
  (dialect: Dialect): HttpHandler<ApiDependencies> =>
  async (dependencies, request) =>
    await scrape(dependencies, request, dialect);

/**
 * One page, in the same connection if the site is quick enough, else when the client comes back for it. For as long as
 * jobs are kept, the `scrapeId` of its metadata gives the same answer again.
 */
export const scrapeHandlers = { start, answerAgain };
