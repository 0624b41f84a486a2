import { crawlSealedFor } from '../../job/sealed-headers.ts';
import type { RunningJob } from '../../job/job.ts';
import type { SecretVersions } from '../../store/keys/secret-versions.ts';
import { openSealed } from '../protocol/open-sealed.ts';

/**
 * Returns the job with its caller's headers opened, in memory only. For jobs without headers the deployment's secret is
 * not read. Headers of an earlier secret stay in `sealedHeaders`: such pages are not requested without them.
 *
 * @throws {Error} that ends the job's pages, while the secret is shut off. Any other failure to read it is an outage,
 *   and the message comes again.
 */
export const openJobHeaders = async (secret: SecretVersions, job: RunningJob): Promise<RunningJob> => {
  const { request } = job;
  const { sealedHeaders, ...scrape } = request.scrape;
  if (sealedHeaders === undefined) return job;
  const opened = await openSealed(secret, 'crawl', sealedHeaders, crawlSealedFor(job.team, request));
  if (opened.kind === 'shut') {
    const { cause } = opened;
    throw new Error(`its headers are sealed, and the deployment may not open them now (${cause.name})`, {
      cause,
    });
  }
  return opened.kind === 'no key'
    ? job
    : { ...job, request: { ...request, scrape: { ...scrape, headers: opened.headers } } };
};
