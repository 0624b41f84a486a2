import type { RunningJob } from '../../job/job.ts';
import { crawlSealedFor, openHeaders } from '../../job/sealed-headers.ts';

/**
 * What Secrets Manager answers while the deployment may not read the secret, or its key of KMS is disabled, is gone or
 * refuses ("GetSecretValue", Errors): somebody has shut it off, and asking again does not open it.
 */
const shut: ReadonlySet<string> = new Set([
  'AccessDeniedException',
  'DecryptionFailure',
  'InvalidRequestException',
  'ResourceNotFoundException',
]);

const readSecret = async (secret: () => Promise<string>): Promise<string> => {
  try {
    return await secret();
  } catch (error) {
    if (!(error instanceof Error) || !shut.has(error.name)) throw error;
    throw new Error(`its headers are sealed, and the deployment may not open them now (${error.name})`, {
      cause: error,
    });
  }
};

/**
 * The job with its caller's headers as they were given, in memory alone. The deployment's secret is not read for jobs
 * without any. Headers that do not open, because
 * the secret is another one by now, leave `sealedHeaders` standing: such pages are not asked for without them.
 *
 * @throws {Error} which is the end of the job's pages, while the secret is shut off; what else kept it from being read
 *   is an outage, and comes again.
 */
export const openJobHeaders = async (secret: () => Promise<string>, job: RunningJob): Promise<RunningJob> => {
  const { request } = job;
  const { sealedHeaders, ...scrape } = request.scrape;
  if (sealedHeaders === undefined) return job;
  const headers = openHeaders(
    await readSecret(secret),
    'crawl',
    sealedHeaders,
    crawlSealedFor(job.team, request),
  );
  return headers === null ? job : { ...job, request: { ...request, scrape: { ...scrape, headers } } };
};
