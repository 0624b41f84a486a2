/** Limits of manifests and their sources (see `limits.ts`). */
export const sourceLimits = {
  /** The id is part of each envelope's key; S3 takes keys of 1,024 bytes. */
  sourceIdCharactersMax: 80,
  /** It is part of the job, which is one item of the table and is read on every visit. */
  sourceMetadataCharactersMax: 8_000,
  /** Sources of one manifest: more than a person looks through. */
  manifestSourcesMax: 5_000,
  manifestGroupsMax: 200,
  /** Sources that one call runs, pauses or resumes: a run takes some requests of ours, and the call half a minute. */
  bulkSourcesMax: 100,
  /** Bytes of a manifest: as many as the API reads of a body. */
  manifestBytesMax: 2 * 1_024 * 1_024,
  /** Values for which the aliases of a YAML manifest stand: twenty for each of its sources. */
  aliasedValuesMax: 100_000,
  /** Schedules of EventBridge in one stack: a template has at most 500 resources, of which we use about 150. */
  stackSchedulesMax: 200,
  /** URLs of one source of the method `batch`; more make a crawl, or several sources. */
  sourceUrlsMax: 1_000,
  /** If somebody forgot to pay for a name, it comes back within days. */
  noHostMs: 14 * 24 * 60 * 60_000,
  /**
   * If more pages are gone at once than both, their deletions are held: one of twenty, and as many as one folder that
   * is tidied up.
   */
  massShare: 0.05,
  massPagesMin: 10,
  /** For a small site: more than half of it, and at least so many. */
  massFewMin: 3,
  /** A complete run this much later that finds the same is believed, if the manifest allows it. */
  massAgainMs: 24 * 60 * 60_000,
  /** Due sources that one heartbeat lists, as keys of the index: those of one large manifest do not hide others. */
  dueReadMax: 5_000,
  /** Due sources that one heartbeat checks, and runs that it starts: it has five minutes, and the next comes in one. */
  duePerBeat: 100,
  runsPerBeat: 20,
  /** Objects with headers of earlier versions that are still to be removed: each version removes them. */
  formerHeadersMax: 5,
  /** Runs by which a source's own cadence is judged: half a year of weekly ones; older ones count half each time. */
  watchedChecks: 26,
  /** If a larger share of a run's pages is answered 429, its next runs are farther apart, at most so many times. */
  throttledShareMax: 0.1,
  slowdownMax: 4,
  /** Runs in a row without that which undo one doubling. */
  calmRunsWanted: 2,
  /** The largest budget of a source in dollars: more is a typing error. */
  sourceDollarsMax: 100_000,
  /** The largest budget of a source in credits of a service that fetches its pages: more is a typing error. */
  sourceCreditsMax: 100_000_000,
  /** Share of a month's dollars from which on an alert is raised. */
  budgetShareTold: 0.8,
  /**
   * Characters of paths times size of patterns (`patternSize`) that a plan reads to find crawls that overlap: under a
   * second. Further crawls are not compared.
   */
  overlapWorkMax: 20_000_000,
  /**
   * Characters of known pages' URLs times size of the crawl's patterns that the start of one run judges: at worst 40 s
   * of the five minutes of a heartbeat, usually a hundredth of that. Further known pages are not requested by this run.
   */
  knownPatternWorkMax: 1_000_000_000,
  /** Hosts that a plan names where nothing is known of robots.txt; it counts the others. */
  unknownHostsTold: 5,
  /** Characters of the notes from which a manifest is drafted: some hundred sources; a model reads them at once. */
  draftNotesCharactersMax: 50_000,
  /** Envelopes that one call confirms: each is read, and written again if it is old. */
  confirmedPerCallMax: 100,
  /** Manifests of one team. */
  manifestsMax: 50,
  /** Entries of one answer. */
  sourcesPerAnswerMax: 5_000,
  runsPerAnswerMax: 100,
  pagesPerAnswerMax: 1_000,
  changesPerAnswerMax: 1_000,
  /** Runs of the feed that one answer reads if few of their changes match. */
  feedEntriesMax: 500,
  /** Entries of the feed for feed readers: some hundred bytes each, requested every few minutes. */
  atomEntriesMax: 100,
  /**
   * How long an address of that feed is valid. It is in lists and logs of its reader, so it must not be valid for ever.
   */
  feedTokenMs: 365 * 24 * 60 * 60_000,
  versionsPerAnswerMax: 200,
  /** Versions of a manifest that are searched for the one to read or go back to: three years of daily ones. */
  versionsLookedAtMax: 1_000,
  /** Lines of each list of an overview: a screen shows them at once. */
  overviewLinesMax: 10,
  /** Jobs that an overview reads: two reads of a hundred, for a page that polls every few seconds. */
  overviewJobsMax: 200,
  /** Rows of the audit in one answer, and records that it reads if few of them match. */
  auditRowsPerAnswerMax: 5_000,
  auditRecordsPerAnswerMax: 500,
  /** A run takes a day at most (`jobDeadlineMs`): no visit is longer than this before the end of its run. */
  auditRunMsMax: 2 * 24 * 60 * 60_000,
  /** After this time no further chain is checked: an answer has 29 s. */
  auditVerifyMs: 10_000,
  auditFindingsMax: 1_000,
  /**
   * Failures in one answer; and reads to find them, of the list of jobs, of indexes of failures and of pages, if few of
   * them match: some 20 ms each, of the 29 s that an answer has.
   */
  failuresPerAnswerMax: 1_000,
  failureReadsMax: 100,
  /** Runs whose median is the usual figure, and how many there have to be. */
  healthRuns: 10,
  healthRunsMin: 3,
  /** Runs that are read from the log, so that there are enough among skipped and incomplete ones. */
  alertRunsRead: 40,
  /** If nothing changes in a source for so long, it may be read in the wrong place. */
  quietDays: 30,
  /**
   * A run that costs so many dollars more than usual may be too dear. The run of one page costs a few millionths, and
   * twice as much once its page has changed or was tried again.
   */
  dearerDollarsMin: 0.01,
  /** Channels to which a team's alerts are sent: all of them are in one transaction with the alert. */
  alertChannelsMax: 10,
} as const;
