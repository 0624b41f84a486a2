import { awaitPage } from '../../lib/steps/api/await-page.ts';
import { scrapeCost } from '../../lib/steps/read-results/job-cost.ts';
import { makeScrapeResponse } from '../../lib/steps/api/scrape-response.ts';
import type { Page } from '../../lib/frontier/page.ts';
import { seedPages } from '../../lib/steps/submit-job/start-job.ts';
import type { Job } from '../../lib/job/job.ts';
import type { DocumentMetadata } from '../../lib/deliver/results/document.ts';
import { limits } from '../../lib/limits/limits.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { longPoll, type LongPollResult, type LongPoll } from './long-poll.ts';

/** Starts the job of a single page and holds the connection until the page has ended. */
export const longPollPage = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  poll: Pick<LongPoll<Page>, 'submission' | 'what' | 'prepare'>,
): Promise<LongPollResult<Page>> =>
  await longPoll(dependencies, request, {
    ...poll,
    timeoutCode: 'SCRAPE_TIMEOUT',
    waitMs: limits.scrapeWaitMs,
    timeoutMsOf: (job) => job.request.scrape.timeoutMs,
    awaitEnd: async (job, deadline) => {
      const [page] = seedPages(job, [job.request.url]);
      return await awaitPage(dependencies, job.id, page?.hash ?? '', deadline);
    },
  });

/**
 * Answers with the document of a single page that has ended. `facts` are metadata that its job knows and the page does
 * not.
 */
export const respondWithPage = async (
  dependencies: ApiDependencies,
  { job, ended, warning }: { readonly job: Job; readonly ended: Page; readonly warning?: string },
  facts: DocumentMetadata = {},
): Promise<HttpResponse> => {
  const answer = await makeScrapeResponse(dependencies.envelopes, ended, job.request.scrape);
  if (!answer.ok) return refuse(answer.failure);
  const cost = await scrapeCost(dependencies.table, job.id);
  const metadata = {
    ...answer.document.metadata,
    scrapeId: job.id,
    ...(cost === null ? {} : { cost }),
    ...facts,
  };
  return jsonResponse(200, {
    success: true,
    data: { ...answer.document, metadata },
    ...(warning === undefined ? {} : { warning }),
  });
};
