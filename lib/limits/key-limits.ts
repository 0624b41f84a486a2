/** Limits of API keys and of what is known of their use; part of `limits`. */

const second = 1_000;
const minute = 60 * second;

export const keyLimits = {
  /** Requests of one key in a minute that begin work: stops a client that runs wild, and nobody else. */
  keyRequestsPerMinuteDefault: 6_000,
  /** One item counts a key's minute, and takes 1,000 writes a second. */
  keyRequestsPerMinuteMax: 60_000,
  /** Crawls, batches and extractions of one key that run at the same time: as many jobs as one heartbeat looks at. */
  keyOpenJobsDefault: 500,
  keyOpenJobsMax: 10_000,
  /** When to ask again at that limit: nobody knows when a job ends; most are shorter. */
  openJobsRetrySeconds: 60,
  /** Keys of one team that are not revoked: they are listed in one answer. */
  keysPerTeamMax: 1_000,
  /** The last use of a key is noted once in so long by each function that sees it. */
  keyUseNotedMs: 5 * minute,
  /** Longer than `manage-keys` runs (30 s): whoever claimed to make the keys of headers is dead by then, or done. */
  sealKeysClaimMs: 40 * second,
  /** Whoever meets that claim looks so often whether the keys are there, five seconds in all. */
  sealKeysLookMs: 200,
  sealKeysLooksMax: 25,
  /** A month's usage can be compared with that of a year before; revoked keys are listed as long. */
  usageRetentionMs: 400 * 24 * 60 * minute,
  /** Items that count what a key used in a month: jobs that end at the same moment meet on one of so many. */
  usageShards: 8,
} as const;
