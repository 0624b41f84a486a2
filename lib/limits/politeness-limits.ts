const second = 1_000;
const minute = 60 * second;

/** Limits of how a host is requested: slots, leases, pauses; a part of `limits` (`limits.ts`). */
export const politenessLimits = {
  /** The longest delay of an SQS message. */
  messageDelaySecondsMax: 900,
  /** How long a worker waits for a host's next slot; waiting is billed, a delayed message is not. */
  slotPatienceMs: 5 * second,
  /** How late a request may start within its last slot, after it was too late for those before. */
  lastSlotGraceMs: 2 * second,
  /**
   * If slots are further apart than this, a worker does not wait from one to the next: a message and the writes of a
   * visit cost less.
   */
  slotWaitMs: second,
  /** How long a page that comes back for its place waits: its message comes up to a second early, and may be late. */
  slotLateMs: 1.5 * second,
  /** If slots are at least this far apart, none is given up to make up for late messages. */
  slotKeptMs: 5 * second,
  /** How far ahead slots are promised. The reservations of a cancelled job are idle time for all others. */
  slotHorizonMs: 30 * second,
  /** Requests in flight to one host at the same time. */
  hostConcurrencyDefault: 3,
  /** Seconds between two requests to one host for jobs that a person started, and for scheduled runs. */
  hostDelaySecondsDefault: 0.5,
  hostDelaySecondsScheduled: 2,
  /**
   * Requests that scheduled runs may have in flight at all hosts together: no caller waits for them, and sites share
   * networks.
   */
  scheduledConcurrencyMax: 10,
  /** How long a page whose worker did not come back is read alone: ten times what the slowest known page takes. */
  loneReadMs: 20 * second,
  releaseTriesMax: 5,
  /** After how many visits alone from which no worker came back a page is given up: workers also die by chance. */
  loneVisitsLostMax: 5,
  /** How often the dead letter of a page that was never alone when its worker died is sent again before it fails. */
  lettersSentAgainMax: 5,
  /** A visit of a page alone that began longer ago is over: no worker of a fetch queue lives longer. */
  loneVisitMs: 190 * second,
  /** The lease of a dead worker is free again after this time; a living worker renews it well before. */
  leaseMs: 20 * second,
  leaseRenewMs: 6 * second,
  /** A longer `Retry-After` counts as this: some sites send years. */
  retryAfterMsMax: 15 * minute,
  /**
   * How long a wait that one team was told holds for other teams at most; and how long if the host has lately answered
   * one of them.
   */
  retryAfterSharedMsMax: 1 * minute,
  retryAfterDoubtedMsMax: 10 * second,
  answeredWellMs: 10 * minute,
  /** Teams for which a host's pace records the waits and the answers that they got. */
  pausedTeamsMax: 20,
  /** A longer `Crawl-delay` of robots.txt counts as this. */
  crawlDelaySecondsMax: 60,
  /** A host that fails this often in a row gets no requests for a while, then one as a probe. */
  breakerFailuresMax: 5,
  breakerPauseMs: 1 * minute,
};
