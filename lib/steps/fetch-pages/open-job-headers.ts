import type { RunningJob } from '../../job/job.ts';
import type { SecretVersions } from '../../store/keys/secret-versions.ts';
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

type Headers = Record<string, string>;

const readVersions = async (read: () => Promise<readonly string[]>): Promise<readonly string[]> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error) || !shut.has(error.name)) throw error;
    throw new Error(`its headers are sealed, and the deployment may not open them now (${error.name})`, {
      cause: error,
    });
  }
};

/**
 * Returns the job with its caller's headers opened, in memory only. For jobs without headers the deployment's secret is
 * not read. If they do not open, the secret may have been renewed: the headers were sealed for the new one, and this
 * sandbox knows the old one, or the other way round. So the present secret and the one before it are read, once for
 * each job. Headers of an earlier secret stay in `sealedHeaders`: such pages are not requested without them.
 *
 * @throws {Error} that ends the job's pages, while the secret is shut off. Any other failure to read it is an outage,
 *   and the message comes again.
 */
export const openJobHeaders = async (secret: SecretVersions, job: RunningJob): Promise<RunningJob> => {
  const { request } = job;
  const { sealedHeaders, ...scrape } = request.scrape;
  if (sealedHeaders === undefined) return job;
  const sealedFor = crawlSealedFor(job.team, request);
  const openWith = (versions: readonly string[]): Headers | null =>
    versions.reduce<Headers | null>(
      (opened, version) => opened ?? openHeaders(version, 'crawl', sealedHeaders, sealedFor),
      null,
    );
  const headers =
    openWith(await readVersions(secret.known)) ??
    openWith(await readVersions(async () => await secret.anewFor(sealedHeaders)));
  return headers === null ? job : { ...job, request: { ...request, scrape: { ...scrape, headers } } };
};
