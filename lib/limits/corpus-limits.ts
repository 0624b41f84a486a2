const second = 1_000;
const day = 24 * 60 * 60 * second;

/** Limits of corpora, a part of `limits` (`limits.ts`). */
export const corpusLimits = {
  /**
   * Tokens of a passage: the size at which it is closed; the size up to which text that belongs together stays
   * together; and the size below which a section does not make a passage of its own. A reader sees at once what 300 to
   * 500 tokens mean, and a model can be given several such passages.
   */
  passageTokensTarget: 400,
  passageTokensMax: 800,
  passageTokensMin: 60,
  /** Passages of one page: 200,000 tokens are a book of 500 pages. The rest of a longer page is not found. */
  passagesPerPageMax: 500,
  /**
   * Passages of a corpus: one file of about a gigabyte, which fits a function's disk and is written whole with each
   * commit.
   */
  corpusPassagesMax: 200_000,
  /** Of these, those that only later versions of its pages take: a full corpus still shows what its pages say now. */
  corpusPassagesReserved: 10_000,
  /** Corpora of teams that a sandbox holds at a time: two files of a gigabyte fit its disk. */
  corporaHeldMax: 2,
  /** How long a search as of an earlier time finds a version that was replaced. */
  corpusHistoryMs: 30 * day,
  /** How long a page that is gone is remembered, so that a late old envelope does not bring it back. */
  corpusTombstoneMs: 400 * day,
  /**
   * Envelopes that one message of a reindex names (a full batch of messages is one commit), and keys that one listing
   * returns (S3's own limit).
   */
  reindexKeysPerMessage: 4,
  reindexKeysPerListing: 1_000,
  /** Receives after which a message of ingestion is a dead letter: enough to find the one that ends its worker. */
  ingestReceivesMax: 5,
  /**
   * Envelopes and characters of passages that one commit takes. They are held in memory: about 200 MB. What is behind
   * that has messages of its own.
   */
  ingestEnvelopesMax: 2_000,
  ingestCharactersMax: 100_000_000,
  /**
   * How long an invocation takes messages apart that come again. All but those around the one that ends its worker got
   * in with larger groups before, and cost no write.
   */
  ingestSuspectsMs: 60 * second,
  /** Time that an invocation keeps for the commit it is in. */
  ingestReserveMs: 60 * second,
  /** Envelopes that are read at the same time: an envelope with its page's HTML may have some megabytes. */
  envelopeReadsMax: 8,
  /**
   * An envelope that the corpus takes later than this after it was written is written again, so that its retention
   * starts then. For an envelope that is taken sooner, the days count from when it was written.
   */
  envelopeRenewMs: 60 * 60 * second,
  /** How often a batch tries to commit if another writer was first each time. */
  corpusCommitTriesMax: 8,
  /**
   * How long a writer waits for another one before it takes that for dead: a commit to a corpus of 290 MB took some ten
   * seconds on a busy laptop. And how often it looks: a look costs a twentieth of the wait.
   */
  corpusLeaseMs: 60 * second,
  corpusLeasePollMs: 200,
  /** How long after its last check a search looks for a newer corpus. */
  corpusRefreshMs: 2 * second,
  /** Words of a query that are searched; the rest of a longer query changes little. */
  corpusQueryWordsMax: 32,
  corpusQueryCharactersMax: 2_000,
  /** Sites that a filter of a search may name. */
  corpusSitesMax: 100,
  corpusResultsMax: 100,
  corpusResultsDefault: 10,
  /** Pages that one list of changes names. */
  corpusChangesMax: 1_000,
  /** Passages that are ranked for each wanted result: several may be of one page, which is returned once. */
  passagesPerResult: 12,
  /** Passages of one page that are ranked at most where others would leave no room for further pages. */
  passagesPerCrowdedPage: 3,
  /**
   * Texts in one request to an embedder: at 3,072 numbers as text, its answer stays below the maximum of a model's
   * reply.
   */
  embedTextsMax: 128,
  /**
   * Requests to an embedder at the same time from one function: a server on the same machine answers one after the
   * other.
   */
  embedCallsMax: 4,
  /** How long one request to an embedder may take, and how often it is tried if another try may succeed. */
  embedCallMs: 30 * second,
  embedTriesMax: 3,
  /** Pages without vectors from their embedder are read again after this time, the longest delay of an SQS message. */
  embedAgainSeconds: 900,
  /** How long one request to a server of vectors may take. */
  vectorIndexMs: 10 * second,
  /** The most vectors that S3 Vectors returns for a query, which is its own limit, and that Qdrant is asked for. */
  s3VectorsNearestMax: 100,
  qdrantNearestMax: 10_000,
  /**
   * The most passages left by filters for which each is compared: ten calls of S3 Vectors, which returns 100 at a time.
   */
  vectorsAmongMax: 1_000,
  /**
   * Characters of a passage that PostgreSQL indexes: a `tsvector` takes a megabyte, and a row of a table, which is
   * never cut, may have more.
   */
  postgresIndexedCharactersMax: 200_000,
  /** A search that waits longer for its query's vector uses words only. */
  embedQueryMs: 5 * second,
} as const;
