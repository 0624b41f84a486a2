const second = 1_000;
const minute = 60 * second;

/** Limits of extraction, a part of `limits` (`limits.ts`). */
export const extractLimits = {
  /** Pages of an extraction that follows links: unless told, and at most. */
  extractPagesDefault: 50,
  /** Links between the first page of such an extraction and the last: what is looked for lies near the entrance. */
  extractDepthDefault: 3,
  extractPagesMax: 10_000,
  /** Pages in the frontier of such an extraction, for each that may be visited: what is chosen from. */
  frontierPerPage: 10,
  /**
   * How long a page waits for a model that cannot be asked before it ends with what it has, unless the request says;
   * and at most.
   */
  extractWaitMsDefault: 30 * minute,
  extractWaitMsMax: 24 * 60 * minute,
  /** Times a page is asked about again after its model took too long, which is paid for each time. */
  extractTriesMax: 3,
  /** The wait for a provider that is out: this, twice as long each time. */
  extractBackOffMs: 15 * second,
  extractBackOffMsMax: 5 * minute,
  /** The least wait for a key or a budget that others hold: this, twice as long each time. */
  extractComeBackMs: second,
  extractComeBackMsMax: 30 * second,
  /** What a page keeps of its client's patience to say what it has. */
  extractLastWordMs: 5 * second,
  /** Warnings of one answer: each names a reason, and pages share reasons. */
  extractWarningsMax: 20,
  /**
   * A page that a model answers slowly, part by part, is told of after this and as often again, so that whoever looks
   * hears of it within a minute.
   */
  answeringNoteMs: 45 * second,
  /** A job's note of why its pages wait is written anew when it is older than this. */
  waitingNoteMs: 10 * second,
  /**
   * The longest that one question takes, with keys that are passed over and a repair; a job that is over waits no
   * longer.
   */
  askingMs: 3 * minute,
  /** Time that an invocation keeps for the envelope and the frontier, after the last answer of a model. */
  extractTailMs: 20 * second,
  /** Chunks of one page that a model is asked about: 100,000 tokens; what comes after them is a book's. */
  chunksPerPageMax: 50,
  /** Tokens of one answer; a list of some hundred objects. */
  modelOutputTokensMax: 8_192,
  /** Of a model's own words: enough to see what it meant. */
  rawAnswerCharactersMax: 20_000,
  /** Input tokens of a chunk of a long page: as long a text as small models still read all of. */
  chunkTokensDefault: 2_048,
} as const;
