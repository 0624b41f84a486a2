const second = 1_000;
const day = 24 * 60 * 60 * second;

/** Limits of corpora, a part of `limits` (`limits.ts`). */
export const corpusLimits = {
  /**
   * Tokens of a passage: where it is closed, up to where what belongs together stays together, and below which
   * a section does not stand alone. Of 300 to 500 tokens a reader sees at once what is meant, and a model is
   * given several.
   */
  passageTokensTarget: 400,
  passageTokensMax: 800,
  passageTokensMin: 60,
  /** Passages of one page: 200,000 tokens are a book of 500 pages; what comes after is not found. */
  passagesPerPageMax: 500,
  /**
   * Passages of a corpus: one file of about a gigabyte, which fits a function's disk and is written whole with
   * each commit.
   */
  corpusPassagesMax: 200_000,
  /** How long a version that was replaced is found by a search as of an earlier time. */
  corpusHistoryMs: 30 * day,
  /**
   * How long a page that is gone is remembered, so that an old envelope of it that comes late does not bring it
   * back.
   */
  corpusTombstoneMs: 400 * day,
  /** Envelopes that one message of a reindexing names, and keys that one listing answers (S3's own limit). */
  reindexKeysPerMessage: 50,
  reindexKeysPerListing: 1_000,
  /** Envelopes that are read at the same time: an envelope with its page's HTML may have some megabytes. */
  envelopeReadsMax: 8,
  /**
   * An envelope that is taken into the corpus longer than this after it was written is written again, so that
   * it is kept as long from then on; of one that is taken sooner the days are counted from when it was written.
   */
  envelopeRenewMs: 60 * 60 * second,
  /** Commits of a batch that others were before, each time. */
  corpusCommitTriesMax: 8,
  /** A search looks for a newer corpus this long after it last did. */
  corpusRefreshMs: 2 * second,
  /** Words of a query that are looked for; the rest of a longer one changes little. */
  corpusQueryWordsMax: 32,
  corpusQueryCharactersMax: 2_000,
  corpusResultsMax: 100,
  corpusResultsDefault: 10,
  /** Pages that one list of changes names. */
  corpusChangesMax: 1_000,
  /** Passages that are ranked for each result that is wanted: several are of one page, which is answered once. */
  passagesPerResult: 12,
  /**
   * Texts in one request to an embedder: at 3,072 numbers as text, its answer stays below what a model's reply
   * may be.
   */
  embedTextsMax: 128,
  /**
   * Requests to an embedder at the same time from one function: a server on the same machine answers one after
   * the other.
   */
  embedCallsMax: 4,
  /** What one request to an embedder may take, and how often it is put again where another time may bring more. */
  embedCallMs: 30 * second,
  embedTriesMax: 3,
  /** Pages whose vectors an embedder did not make are read again after this: SQS holds a message back no longer. */
  embedAgainSeconds: 900,
  /** A search that waits longer for its query's vector is one by words. */
  embedQueryMs: 5 * second,
} as const;
