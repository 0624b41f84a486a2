const second = 1_000;
const minute = 60 * second;
const KiB = 1_024;
const MiB = 1_024 * KiB;

/** Limits of asking models, a part of `limits` (`limits.ts`). */
export const modelLimits = {
  /** Questions under way with one key of a model at the same time: the smallest paid tiers take about this many. */
  modelKeyConcurrency: 8,
  /**
   * One call of a model, from the first byte sent to the last received: small models write 4,000 tokens in half of it.
   * Failed calls of one question share this time, so that a job says within a minute why it waits.
   */
  modelCallMs: 55 * second,
  /** The longest time for which a job says nothing about a model that makes it wait. */
  modelSilentMs: minute,
  /** Less time than this is not worth a call. */
  modelCallMsMin: 3 * second,
  /** Calls for one question: a form that fails, the next form, keys that are skipped, one repair. */
  modelCallsMax: 12,
  /** How often a question is asked again because its answer cannot be used: each time costs money. */
  modelUnusableMax: 2,
  /** A model's reply as JSON: far above the size that any maximum of tokens allows. */
  modelReplyBytesMax: 8 * MiB,
  /** How long a question waits for a free key before its page is put off; waiting is billed. */
  modelKeyPatienceMs: 2 * second,
  /** The pause of a key whose provider says "too many requests" without a time; it doubles each time in a row. */
  modelKeyPauseMs: 5 * second,
  modelKeyPauseMsMax: 5 * minute,
  /** How long a question waits for a provider that is out and names no time. */
  modelOutPauseMs: 15 * second,
  /** How much longer a lease of a key lives than its longest call: for the writes around the call. */
  modelKeyLeaseGraceMs: 10 * second,
  /** The pause of a key without quota or credit: somebody has to pay first. */
  modelKeyQuotaPauseMs: 15 * minute,
  /** How long a refused key is not used for the model; it doubles each time in a row. */
  modelKeyRefusedMs: 2 * minute,
  modelKeyRefusedMsMax: 60 * minute,
  /** Keys are read again from their secret after this time, so that new ones are used. */
  modelKeysCacheMs: 5 * minute,
  /** What was learned of a model (which forms it has) is learned again after this time: servers are upgraded. */
  modelCapabilitiesMs: 24 * 60 * minute,
  /** How long it is known what answers with a schema take; every change prolongs it. */
  answerSizeKeptMs: 90 * 24 * 60 * minute,
  /** The most faults of an answer that are reported, to the model or to a person. */
  schemaFaultsMax: 10,
  /** Levels of nested objects and lists in an answer. */
  answerDepthMax: 20,
  /** Nodes of a schema with its references written out, and how often a reference may be inside itself. */
  strictSchemaNodesMax: 2_000,
  strictSchemaRecursionMax: 3,
  /** How long an answer of a model is valid for the same page, schema and model. */
  answerCacheMs: 30 * 24 * 60 * minute,
  /** A larger answer, compressed, is not kept: DynamoDB holds 400 KB in an item. */
  answerCacheBytesMax: 350 * KiB,
  /**
   * A longer answer has passed its maximum of tokens (8,192, at most 16 bytes each), and counts as cut. So every answer
   * that is used can also be kept, and none is paid for twice.
   */
  answerTextBytesMax: 256 * KiB,
  /** How long a page waits for an answer that another page is getting, before it is put off. */
  answerPatienceMs: 3 * second,
  /**
   * The right to get an answer is free again after this time if its holder died; a living holder renews it well before.
   */
  answerLeaseMs: 60 * second,
  answerLeaseRenewMs: 20 * second,

  /**
   * How long a question about a request is worth answering, and how long its answer is kept for callers who ask the
   * same.
   */
  questionMs: 2 * minute,
  questionKeptMs: 60 * minute,
  /** A question without an answer is sent again after this time, if a caller still asks it. */
  questionResendMs: 30 * second,
  /**
   * How long a request waits for the answer, or to learn whether a model exists. It still has to start a job before API
   * Gateway closes the connection.
   */
  questionWaitMs: 22 * second,
  /** Tokens of a model's answer for the options of a crawl: some patterns and numbers. */
  questionOutputTokensMax: 2_048,
  /** Tokens of a model's draft of a manifest: some hundred sources. */
  draftOutputTokensMax: 16_384,
} as const;
