import { getJob } from '../../lib/aws/get-job.ts';
import { deleteSubmission, getSubmission, putSubmission } from '../../lib/aws/submissions.ts';
import { awaitPage } from '../../lib/deliver/await-page.ts';
import { scrapeAnswer } from '../../lib/deliver/scrape-answer.ts';
import { failure } from '../../lib/failure.ts';
import { seedPages } from '../../lib/frontier/start-job.ts';
import { bodyHash, submitJob } from '../../lib/frontier/submit-job.ts';
import type { Job } from '../../lib/job/job.ts';
import { limits } from '../../lib/limits.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import { json, refuse, type HttpAnswer, type HttpRequest, type Route } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** How long a client may come back for a scrape that outlasted its connection. */
const attachMs = 20 * 60 * 1_000;
/** What the answer itself needs before API Gateway closes the connection. */
const tailMs = 2_500;
const retryAfterSeconds = 5;

/**
 * The scrape of an earlier request with the same body that was told to come back, if there is one. `null`: start a new
 * one.
 */
const attached = async (dependencies: ApiDependencies, team: string, token: string): Promise<Job | null> => {
  const earlier = await getSubmission(dependencies.table, team, token, dependencies.now());
  return earlier === null ? null : await getJob(dependencies.table, earlier.job);
};

const comeBack = (): HttpAnswer => ({
  ...json(
    408,
    {
      success: false,
      code: 'SCRAPE_TIMEOUT',
      error: `The page is still being fetched. Send the same request again in ${retryAfterSeconds} seconds to get it`,
      details: { state: 'processing_continues', retryAfterSeconds },
    },
    { 'retry-after': String(retryAfterSeconds) },
  ),
});

const scrape = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpAnswer> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const token = `scrape:${bodyHash(body.value)}`;
  const { team } = request.caller;
  let job = await attached(dependencies, team, token);
  const isAttached = job !== null;
  let warning: string | undefined;
  if (job === null) {
    const submitted = await submitJob(dependencies, { kind: 'scrape', body: body.value, team });
    if (!submitted.ok) return refuse(submitted.failure);
    ({ job, warning } = { job: submitted.job, warning: submitted.warning });
  }
  const [page] = seedPages(job, [job.request.url]);
  const holdMs = Math.min(request.remainingMs - tailMs, limits.scrapeHoldMs);
  const wantedMs = isAttached ? holdMs : Math.min(holdMs, job.request.scrape.timeoutMs ?? holdMs);
  const ended = await awaitPage(dependencies, job.id, page?.hash ?? '', dependencies.now() + wantedMs);
  if (ended === null) {
    if (job.request.scrape.timeoutMs !== undefined && wantedMs < holdMs) {
      const message = `The page was not there within the timeout of ${job.request.scrape.timeoutMs} ms that the request sets`;
      return refuse(failure('SCRAPE_TIMEOUT', message));
    }
    if (!isAttached) {
      const submission = { job: job.id, bodyHash: bodyHash(body.value) };
      await putSubmission(dependencies.table, team, token, submission, {
        now: dependencies.now(),
        lifeMs: attachMs,
      });
    }
    return comeBack();
  }
  if (isAttached) await deleteSubmission(dependencies.table, team, token);
  const answer = await scrapeAnswer(dependencies.envelopes, ended, job.request.scrape.formats);
  if (!answer.ok) return refuse(answer.failure);
  const metadata = { ...answer.document.metadata, scrapeId: job.id };
  return json(200, {
    success: true,
    data: { ...answer.document, metadata },
    ...(warning === undefined ? {} : { warning }),
  });
};

/** POST /v2/scrape: one page, in the same connection if the site is quick enough, else by coming back for it. */
export const scrapeRoute = (dependencies: ApiDependencies): Route => ({
  method: 'POST',
  path: '/v2/scrape',
  answer: (request) => scrape(dependencies, request),
});
