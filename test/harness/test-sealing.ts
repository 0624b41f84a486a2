import { publicSealKey, sealHeaders } from '../../lib/job/sealed-headers.ts';
import type { Seal } from '../../lib/steps/submit-job/seal-request.ts';

/** The deployment's secrets as tests have them. */
const secrets = { crawl: 'header secret', webhook: 'pepper' } as const;

const seal: Seal = async (use, headers, sealedFor) =>
  await Promise.resolve(sealHeaders(publicSealKey(secrets[use], use), use, headers, sealedFor));

/** What seals and opens headers of callers. */
export const testSealing = {
  seal,
  pepper: async () => await Promise.resolve(secrets.webhook),
  headerSecret: {
    known: async () => await Promise.resolve([secrets.crawl]),
    anewFor: async () => await Promise.resolve([secrets.crawl]),
  },
};
