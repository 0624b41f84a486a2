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
   * Calls that bring nothing share it, so that a job says within a minute why it waits.
   */
  modelCallMs: 55 * second,
  /** The longest that a job says nothing of a model that has it wait. */
  modelSilentMs: minute,
  /** Less time than this is not worth a call. */
  modelCallMsMin: 3 * second,
  /** Calls for one question: a form that fails, the next, keys that are passed over, one repair. */
  modelCallsMax: 12,
  /** Times that a question is put again whose answer cannot be used: each is paid for. */
  modelUnusableMax: 2,
  /** A model's reply as JSON: far above what any maximum of tokens makes of it. */
  modelReplyBytesMax: 8 * MiB,
  /** How long a question waits for a key to be free before its page is put off; waiting is billed. */
  modelKeyPatienceMs: 2 * second,
  /** A key whose provider says "too many requests" and not for how long: this, twice as long each time in a row. */
  modelKeyPauseMs: 5 * second,
  modelKeyPauseMsMax: 5 * minute,
  /** A question waits this long for a provider that is out and does not say for how long. */
  modelOutPauseMs: 15 * second,
  /** A lease of a key outlives its longest call by this much: for the writes around it. */
  modelKeyLeaseGraceMs: 10 * second,
  /** A key without quota or credit: somebody has to pay first. */
  modelKeyQuotaPauseMs: 15 * minute,
  /** A key that was refused is left alone for the model for this long, twice as long each time in a row. */
  modelKeyRefusedMs: 2 * minute,
  modelKeyRefusedMsMax: 60 * minute,
  /** Keys are read again from their secret after this, so that new ones count. */
  modelKeysCacheMs: 5 * minute,
  /** What was learned of a model (which forms it has) is learned anew after this: servers are upgraded. */
  modelCapabilitiesMs: 24 * 60 * minute,
  /** What is told of an answer's faults, to the model or to a person. */
  schemaFaultsMax: 10,
  /** Objects and lists inside each other in an answer. */
  answerDepthMax: 20,
  /** Nodes of a schema once its references are written out, and how often a reference stands inside itself. */
  strictSchemaNodesMax: 2_000,
  strictSchemaRecursionMax: 3,
  /** How long an answer of a model stands for the same page, schema and model. */
  answerCacheMs: 30 * 24 * 60 * minute,
  /** An answer that is larger than this, packed, is not kept: DynamoDB holds 400 KB in an item. */
  answerCacheBytesMax: 350 * KiB,
  /**
   * An answer that is longer has passed the maximum of tokens that it was given (8,192, at most 16 bytes each), and
   * counts as cut: so every answer that is used is one that is kept, and none is paid for twice.
   */
  answerTextBytesMax: 256 * KiB,
  /** Whoever asks for an answer that is being made waits this long for it before its page is put off. */
  answerPatienceMs: 3 * second,
  /** The right to make an answer is free again after this if its holder died; a living one renews it well before. */
  answerLeaseMs: 60 * second,
  answerLeaseRenewMs: 20 * second,

  /**
   * How long a question about a request is worth answering, and how long its answer is kept for whoever asks the same.
   */
  questionMs: 2 * minute,
  questionKeptMs: 60 * minute,
  /** A question that nobody has answered is sent again after this, if somebody still asks it. */
  questionResendMs: 30 * second,
  /**
   * How long a request waits for the answer, or to hear whether there is a model: it has a job to start after that,
   * before API Gateway closes the connection.
   */
  questionWaitMs: 22 * second,
  /** Words of a model for the options of a crawl: some patterns and numbers. */
  questionOutputTokensMax: 2_048,
  /** And for the draft of a manifest: some hundred sources. */
  draftOutputTokensMax: 16_384,
} as const;
