/** Limits of API keys and of the records of their use; part of `limits`. */

const second = 1_000;
const minute = 60 * second;

export const keyLimits = {
  /** Requests of one key in a minute that begin work: stops only a client that runs wild. */
  keyRequestsPerMinuteDefault: 6_000,
  /** One item counts a key's minute, and takes 1,000 writes a second. */
  keyRequestsPerMinuteMax: 60_000,
  /** Crawls, batches and extractions of one key that run at the same time: as many jobs as one heartbeat can check. */
  keyOpenJobsDefault: 500,
  keyOpenJobsMax: 10_000,
  /** When to ask again at that limit: it is not known when a job ends; most are shorter. */
  openJobsRetrySeconds: 60,
  /** Keys of one team that are not revoked: they are listed in one answer. */
  keysPerTeamMax: 1_000,
  /** Keys with limits that stand above a key because one made the next: each counts what the key begins. */
  keyMakersMax: 8,
  /** How often each function that sees a key notes its use. */
  keyUseNotedMs: 5 * minute,
  /**
   * Longer than `manage-keys` runs (30 s): a process that claimed to make the keys of headers is dead or done by then.
   */
  sealKeysClaimMs: 40 * second,
  /** How often a process that meets that claim checks whether the keys are there: five seconds in all. */
  sealKeysLookMs: 200,
  sealKeysLooksMax: 25,
  /**
   * How long a function uses the public keys of headers before it reads them again. After a renewal, headers are sealed
   * for the secret before it for this long; functions that fetch can open both.
   */
  sealKeysKnownMs: minute,
  /** Boxes of headers that did not open, which a sandbox remembers so that it asks for the secret once for each. */
  shutBoxesKeptMax: 1_000,
  /** A month's usage can be compared with that of a year before; revoked keys are listed as long. */
  usageRetentionMs: 400 * 24 * 60 * minute,
  /** Items that count what a key used in a month: jobs that end at the same moment would conflict on a single one. */
  usageShards: 8,
} as const;
