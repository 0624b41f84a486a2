import { awaitPage } from '../../lib/deliver/await-page.ts';
import { scrapeAnswer } from '../../lib/deliver/scrape-answer.ts';
import { seedPages } from '../../lib/frontier/start-job.ts';
import { limits } from '../../lib/limits.ts';
import { parseJsonBody } from '../../lib/request/parse-request.ts';
import { json, refuse, type HttpAnswer, type HttpRequest, type Route } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { holdRequest } from './hold-request.ts';

const scrape = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpAnswer> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const held = await holdRequest(dependencies, request, {
    submission: { kind: 'scrape', body: body.value },
    timeoutCode: 'SCRAPE_TIMEOUT',
    what: 'page',
    holdMs: limits.scrapeHoldMs,
    timeoutMsOf: (job) => job.request.scrape.timeoutMs,
    awaitEnd: async (job, deadline) => {
      const [page] = seedPages(job, [job.request.url]);
      return await awaitPage(dependencies, job.id, page?.hash ?? '', deadline);
    },
  });
  if (!held.ok) return held.answer;
  const { job, ended, warning } = held;
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
