import type { RunningJob } from '../../job/job.ts';
import { openHeaders } from '../../job/sealed-headers.ts';
import { crawlSealedFor } from '../submit-job/seal-request.ts';

/** The job with its caller's headers as they were given, in memory alone. */
export type OpenJobHeaders = (job: RunningJob) => Promise<RunningJob>;

/**
 * Opens the headers of jobs with the deployment's secret, which is not read for jobs without any. Headers that do not open, because
 * the secret is another one by now, leave `sealedHeaders` standing: such pages are not asked for without them.
 */
export const openJobHeaders =
  (secret: () => Promise<string>): OpenJobHeaders =>
  async (job) => {
    const { request } = job;
    const { sealedHeaders, ...scrape } = request.scrape;
    if (sealedHeaders === undefined) return job;
    const headers = openHeaders(await secret(), 'crawl', sealedHeaders, crawlSealedFor(job.team, request));
    return headers === null ? job : { ...job, request: { ...request, scrape: { ...scrape, headers } } };
  };
