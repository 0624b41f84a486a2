import { publicSealKey, sealHeaders } from '../../lib/job/sealed-headers.ts';
import type { Seal } from '../../lib/steps/submit-job/seal-request.ts';

/** The deployment's secret of headers as tests have it. */
const secret = 'header secret';

const seal: Seal = async (use, headers, sealedFor) =>
  await Promise.resolve(sealHeaders(publicSealKey(secret, use), use, headers, sealedFor));

/** What seals and opens headers of callers. */
export const testSealing = {
  seal,
  pepper: async () => await Promise.resolve('pepper'),
  headerSecret: {
    known: async () => await Promise.resolve([secret]),
    anewFor: async () => await Promise.resolve([secret]),
  },
};
