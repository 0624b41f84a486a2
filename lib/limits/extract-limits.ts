const second = 1_000;
const minute = 60 * second;

/** Limits of extraction, a part of `limits` (`limits.ts`). */
export const extractLimits = {
  /** Pages of an extraction that follows links: by default, and at most. */
  extractPagesDefault: 50,
  /** Links between the first page of such an extraction and the last: the wanted facts are near the entrance. */
  extractDepthDefault: 3,
  extractPagesMax: 10_000,
  /** Pages in the frontier of such an extraction for each page that may be visited: the choice. */
  frontierPerPage: 10,
  /**
   * How long a page waits for a model that cannot be asked before it ends with what it has: by default, and at most.
   */
  extractWaitMsDefault: 30 * minute,
  extractWaitMsMax: 24 * 60 * minute,
  /** How often a page is asked about again after its model took too long; each time costs money. */
  extractTriesMax: 3,
  /** The wait for a provider that is out; it doubles each time. */
  extractBackOffMs: 15 * second,
  extractBackOffMsMax: 5 * minute,
  /** The least wait for a key or a budget that others hold; it doubles each time. */
  extractComeBackMs: second,
  extractComeBackMsMax: 30 * second,
  /** The part of a client's waiting time that a page keeps to deliver what it has. */
  extractLastWordMs: 5 * second,
  /** Warnings of one answer: each names a reason, and pages share reasons. */
  extractWarningsMax: 20,
  /**
   * When a page that a model answers slowly, part by part, is reported, and how often again, so that a client learns of
   * it within a minute.
   */
  answeringNoteMs: 45 * second,
  /** A job's note of why its pages wait is rewritten when it is older than this. */
  waitingNoteMs: 10 * second,
  /** The longest time for one question, with skipped keys and a repair; a job that is over waits no longer. */
  askingMs: 3 * minute,
  /** Time that an invocation keeps for the envelope and the frontier, after the last answer of a model. */
  extractTailMs: 20 * second,
  /**
   * How long a worker may be at a page that it extracts from alone: as long as an invocation may take. If the page
   * still says so after that, its worker will not come back.
   */
  loneExtractionMs: 5 * minute,
  /**
   * How long a message waits that carries what was spent on a page, because the table was out: most outages are over by
   * then. If not, the message comes again.
   */
  untoldDelaySeconds: 60,
  /** Chunks of one page that a model is asked about: 100,000 tokens; a longer page is a book. */
  chunksPerPageMax: 50,
  /** Tokens of one answer: a list of some hundred objects. */
  modelOutputTokensMax: 8_192,
  /** Characters of a model's own words that are kept: enough to see what it meant. */
  rawAnswerCharactersMax: 20_000,
  /** Input tokens of a chunk of a long page: as long a text as small models still read completely. */
  chunkTokensDefault: 2_048,
} as const;
