import type { RunningJob } from '../../job/job.ts';
import { crawlSealedFor, openHeaders } from '../../job/sealed-headers.ts';

/**
 * Error names of Secrets Manager ("GetSecretValue", Errors) which mean that the deployment may not read the secret, or
 * that its KMS key is disabled, is gone or refuses. Somebody has shut the secret off, so a retry does not help.
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
 * Returns the job with its caller's headers opened, in memory only. For jobs without headers the deployment's secret is
 * not read. Headers that cannot be opened, because the secret has changed, stay in `sealedHeaders`: such pages are not
 * requested without them.
 *
 * @throws {Error} that ends the job's pages, while the secret is shut off. Any other failure to read it is an outage,
 *   and the message comes again.
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
