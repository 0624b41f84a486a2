/** Limits of manifests and their sources (see `limits.ts`). */
export const sourceLimits = {
  /** The id stands in each envelope's key, of which S3 takes 1,024 bytes. */
  sourceIdCharactersMax: 80,
  /** It is part of the job, which is one item of the table and read on every visit. */
  sourceMetadataCharactersMax: 8_000,
  /** Sources of one manifest: more than a person looks through. */
  manifestSourcesMax: 5_000,
  manifestGroupsMax: 200,
  /**
   * Sources of one call that runs, pauses or resumes them: a run takes some requests of ours, and the call half a
   * minute.
   */
  bulkSourcesMax: 100,
  /** Bytes of a manifest, as many as the API reads of a body. */
  manifestBytesMax: 2 * 1_024 * 1_024,
  /** Values that the aliases of a manifest in YAML stand for: twenty for each of its sources. */
  aliasedValuesMax: 100_000,
  /** Schedules of EventBridge in one stack: a template has at most 500 resources, of which we have about 150. */
  stackSchedulesMax: 200,
  /** URLs of one source of the method `batch`; more are a crawl, or several sources. */
  sourceUrlsMax: 1_000,
  /** A name that resolves to nothing comes back within days where somebody forgot to pay for it. */
  noHostMs: 14 * 24 * 60 * 60_000,
  /** More pages gone at once than both are held: one of twenty, and as many as one folder that is tidied up. */
  massShare: 0.05,
  massPagesMin: 10,
  /** Of a small site: more than half of it, and so many. */
  massFewMin: 3,
  /** A complete run this much later that finds the same is believed, where the manifest allows it. */
  massAgainMs: 24 * 60 * 60_000,
  /**
   * Due sources that one heartbeat looks at, and runs that it starts: it has five minutes, and the next comes in
   * one.
   */
  duePerBeat: 100,
  runsPerBeat: 20,
  /** Objects with headers of earlier versions that are still to be removed: each version removes them. */
  formerHeadersMax: 5,
  /** Runs by which a cadence of its own is judged: half a year of weekly ones; older ones count half each time. */
  watchedChecks: 26,
  /** A run with more of its pages answered 429 has its next ones farther apart, so many times at most. */
  throttledShareMax: 0.1,
  slowdownMax: 4,
  /** Runs in a row without such an answer that undo one doubling. */
  calmRunsWanted: 2,
  /** Dollars that a source may be allowed: more is a slip of the keyboard. */
  sourceDollarsMax: 100_000,
  /** Of a month's dollars, from which on somebody is told. */
  budgetShareTold: 0.8,
  /** Notes that a manifest is drafted from: some hundred sources; a model reads them at once. */
  draftNotesCharactersMax: 50_000,
  /** Manifests of one team. */
  manifestsMax: 50,
  /** Entries of an answer. */
  sourcesPerAnswerMax: 5_000,
  runsPerAnswerMax: 100,
  pagesPerAnswerMax: 1_000,
  changesPerAnswerMax: 1_000,
  /** Runs of the feed that one answer looks at, where few of their changes are wanted. */
  feedEntriesMax: 500,
  /** Entries of the feed for readers of feeds: some hundred bytes each, asked for every few minutes. */
  atomEntriesMax: 100,
  /** How long an address of that feed holds. It stands in lists and logs of its reader, so it does not hold for good. */
  feedTokenMs: 365 * 24 * 60 * 60_000,
  versionsPerAnswerMax: 200,
  /** Versions of a manifest that one is looked for in, to be read or gone back to: three years of daily ones. */
  versionsLookedAtMax: 1_000,
  /** Lines of each list of an overview: a screen shows them at once. */
  overviewLinesMax: 10,
  /** Jobs that an overview looks at: two reads of a hundred, for a page that asks every few seconds. */
  overviewJobsMax: 200,
  /** Rows of the audit in one answer, and records that it looks at, where few of them are wanted. */
  auditRowsPerAnswerMax: 5_000,
  auditRecordsPerAnswerMax: 500,
  /** A run takes a day at most (`jobDeadlineMs`): no visit is longer before its end than this. */
  auditRunMsMax: 2 * 24 * 60 * 60_000,
  /** Checking chains ends with the one that it is at after this: an answer has 29 s. */
  auditVerifyMs: 10_000,
  auditFindingsMax: 1_000,
  /**
   * Failures of one answer; and reads that it takes to find them, of the list of jobs, of indexes of failures and of
   * pages, where few of them are wanted: some 20 ms each, of the 29 s that an answer has.
   */
  failuresPerAnswerMax: 1_000,
  failureReadsMax: 100,
  /** Runs whose median says what is usual, and how many there have to be. */
  healthRuns: 10,
  healthRunsMin: 3,
  /** Of the log as many as hold those among skipped and incomplete ones. */
  alertRunsRead: 40,
  /** A source in which nothing changes for so long may be read in the wrong place. */
  quietDays: 30,
  /** Places where a team is told of alerts: all of them stand in one transaction with the alert. */
  alertChannelsMax: 10,
} as const;
