/**
 * List prices of US East (N. Virginia) in dollars, without free tiers, volume discounts and savings plans, from copies
 * of the named pages of 2025 and 2026. They are the same in most large regions, higher in some. In another region, or
 * with a discount, a job costs something else; the units beside each cost stay right.
 */
export const prices = {
  /** https://aws.amazon.com/lambda/pricing/: a request; a GB-second, initialisation included since August 2025. */
  lambdaRequest: 0.2e-6,
  lambdaGigabyteSecond: { arm64: 0.0000133334, x86_64: 0.0000166667 },
  /** https://aws.amazon.com/dynamodb/pricing/on-demand/: a request unit of a table of the standard class. */
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  /** https://aws.amazon.com/sqs/pricing/: a request of a standard queue, for each 64 KB. */
  queueRequest: 0.4e-6,
  /** https://aws.amazon.com/s3/pricing/: S3 Standard; a GB (2^30 bytes) for a month. */
  objectPut: 5e-6,
  objectGet: 0.4e-6,
  objectGigabyteMonth: 0.023,
  /** https://aws.amazon.com/api-gateway/pricing/: a request of a REST API. */
  apiRequest: 3.5e-6,
} as const;

/** Days for which objects under a prefix are kept: the buckets' lifecycle rules (`infra/make-stores.ts`). */
export const keptDays = {
  staged: 90,
  captures: 90,
  drafts: 7,
  uploads: 1,
  results: 30,
  requests: 30,
} as const;

/** Functions whose time is counted separately, with what determines its price: as `infra/functions.ts` makes them. */
export const meteredFunctions = {
  apiMs: { name: 'api', memoryMb: 1_024, architecture: 'arm64' },
  submitMs: { name: 'submit-job', memoryMb: 512, architecture: 'arm64' },
  fetchMs: { name: 'fetch-pages', memoryMb: 512, architecture: 'arm64' },
  renderMs: { name: 'render-pages', memoryMb: 2_048, architecture: 'x86_64' },
  extractMs: { name: 'extract-pages', memoryMb: 1_024, architecture: 'arm64' },
  finishMs: { name: 'finish-job', memoryMb: 2_048, architecture: 'arm64' },
} as const;

export type FunctionTime = keyof typeof meteredFunctions;
export const functionTimes = Object.keys(meteredFunctions) as FunctionTime[];
