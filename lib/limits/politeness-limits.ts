const second = 1_000;
const minute = 60 * second;

/** Limits of how a host is asked: slots, leases, pauses; a part of `limits` (`limits.ts`). */
export const politenessLimits = {
  /** SQS: longest delay of a message. */
  messageDelaySecondsMax: 900,
  /** A worker waits this long for a host's next slot; waiting is billed, a delayed message is not. */
  slotPatienceMs: 5 * second,
  /**
   * Slots further apart than this are not waited for from one to the next: a message and the writes of a visit cost
   * less.
   */
  slotWaitMs: second,
  /** A page that comes back for its place waits this long: its message comes up to a second early, and may be late. */
  slotLateMs: 1.5 * second,
  /** From this distance of two slots on, none is given up to make up for late messages. */
  slotKeptMs: 5 * second,
  /** Slots are promised this far ahead. What a cancelled job had reserved is idle time for everyone else. */
  slotHorizonMs: 30 * second,
  /** Requests in flight to one host at the same time. */
  hostConcurrencyDefault: 3,
  /** Seconds between two requests to one host for jobs that a person started, and for scheduled runs. */
  hostDelaySecondsDefault: 0.5,
  hostDelaySecondsScheduled: 2,
  /**
   * Requests that scheduled runs may have in flight at all hosts together: nobody waits for them, and sites share
   * networks.
   */
  scheduledConcurrencyMax: 10,
  /** A page whose worker did not come back is read alone for this long: ten times what the slowest known page takes. */
  loneReadMs: 20 * second,
  releaseTriesMax: 5,
  /** Dead letters of a list of links that are sent again before it fails: it may have died with others each time. */
  listLettersMax: 5,
  /** A lease that a dead worker held is free again after this; a living one renews it well before. */
  leaseMs: 20 * second,
  leaseRenewMs: 6 * second,
  /** `Retry-After` beyond this is taken as this: some sites send years. */
  retryAfterMsMax: 15 * minute,
  /**
   * What one team was told holds others for this long at most; for this, where the host has lately answered one of
   * them.
   */
  retryAfterSharedMsMax: 1 * minute,
  retryAfterDoubtedMsMax: 10 * second,
  answeredWellMs: 10 * minute,
  /** Teams of which a host's pace says what they were told, and how they were answered. */
  pausedTeamsMax: 20,
  /** robots.txt `Crawl-delay` beyond this is taken as this. */
  crawlDelaySecondsMax: 60,
  /** A host that fails this often in a row is left alone for a while, then probed once. */
  breakerFailuresMax: 5,
  breakerPauseMs: 1 * minute,
};
