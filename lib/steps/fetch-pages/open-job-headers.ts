import type { RunningJob } from '../../job/job.ts';
import { crawlSealedFor, openHeaders } from '../../job/sealed-headers.ts';

/**
 * The job with its caller's headers as they were given, in memory alone. The deployment's secret is not read for jobs
 * without any. Headers that do not open, because
 * the secret is another one by now, leave `sealedHeaders` standing: such pages are not asked for without them.
 */
export const openJobHeaders = async (secret: () => Promise<string>, job: RunningJob): Promise<RunningJob> => {
  const { request } = job;
  const { sealedHeaders, ...scrape } = request.scrape;
  if (sealedHeaders === undefined) return job;
  const headers = openHeaders(await secret(), 'crawl', sealedHeaders, crawlSealedFor(job.team, request));
  return headers === null ? job : { ...job, request: { ...request, scrape: { ...scrape, headers } } };
};
