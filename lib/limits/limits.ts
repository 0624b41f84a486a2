import { extractLimits } from './extract-limits.ts';
import { corpusLimits } from './corpus-limits.ts';
import { fetchLimits } from './fetch-limits.ts';
import { formatLimits } from './format-limits.ts';
import { keyLimits } from './key-limits.ts';
import { mapLimits } from './map-limits.ts';
import { metadataLimits } from './metadata-limits.ts';
import { monitorLimits } from './monitor-limits.ts';
import { modelLimits } from './model-limits.ts';
import { politenessLimits } from './politeness-limits.ts';
import { searchLimits } from './search-limits.ts';

/**
 * Every limit, with its unit in its name and its reason beside it. Raising one is a decision about memory, money or a
 * site's patience: the reason says which. Limits of one area, such as politeness, fetching, models or formats, are in
 * files of their own (`politeness-limits.ts`, …).
 */

const second = 1_000;
const minute = 60 * second;
const KiB = 1_024;
const MiB = 1_024 * KiB;

export const limits = {
  /** A body of any other request: our largest legitimate ones are manifests. */
  requestBodyBytesMax: 2 * MiB,
  /**
   * A multipart request with a file. A function receives at most 6 MB (AWS Lambda quotas), and API Gateway encodes the
   * body as Base64: 4.7 MB less headers.
   */
  uploadBytesMax: 4_500_000,
  /** Parts of an upload: two are read. Clients that add parts of their own add few. */
  uploadPartsMax: 16,
  /** Longest URL that is admitted. Browsers and CDNs stop at about 8 KB; longer ones hold session data. */
  urlCharactersMax: 2_048,
  /** Octets of a host name, and of a part of it between dots: DNS has no longer ones (RFC 1035 section 2.3.4). */
  hostNameOctetsMax: 253,
  hostLabelOctetsMax: 63,
  /** A batch is one request's body: more URLs go in several requests. */
  batchUrlsMax: 100_000,
  /** The body of a batch. A function receives at most 6 MB (AWS Lambda quotas), with each quote of the body escaped. */
  batchBodyBytesMax: 5_500_000,
  /** Pages that one extraction names: their answers are merged in memory. */
  extractUrlsMax: 10_000,
  /** Pages in one stored object of a job's first pages: they are read and admitted one object at a time. */
  seedPartPages: 1_000,
  /** How long one call of the API continues to admit a job's first pages: it has 29 s. */
  seedingMs: 10 * second,
  /** After its other work, how long since its start a heartbeat does so: the next one comes after a minute. */
  heartbeatSeedingMs: 45 * second,
  /** Redrives of one crawl and of its redrives, together: each link of a page is looked up in every earlier job. */
  redrivesMax: 5,
  /** Pages of one job: `finish-job` sorts them in its memory, at about 1 KB each (`npm run bench:finish`). */
  crawlPagesMax: 1_000_000,
  /** Pages of a source: its snapshot is in memory beside them. */
  sourcePagesMax: 500_000,
  /** Pages of a crawl whose request names no limit (Firecrawl's default). */
  crawlPagesDefault: 10_000,
  /** Include and exclude patterns of one crawl; each is a regular expression that runs on every link. */
  pathPatternsMax: 100,
  pathPatternCharactersMax: 500,
  /** The most seconds between two requests that a caller may ask for (Firecrawl's limit). */
  delaySecondsMax: 60,

  /** Failed runs in a row after which a source is paused until a person resumes it. */
  sourceFailuresMax: 5,
  /** A prompt of an extraction: Firecrawl's limit. */
  promptCharactersMax: 10_000,
  /** Keys at the top of a schema, and fields (Raito's limit); models follow far fewer. */
  schemaKeysMax: 256,
  /** DynamoDB holds 400 KB in an item; a schema of this size costs more tokens than most pages. */
  schemaBytesMax: 64 * KiB,
  ...extractLimits,
  ...modelLimits,
  ...mapLimits,
  ...keyLimits,
  ...searchLimits,
  ...formatLimits,
  ...corpusLimits,
  ...metadataLimits,
  ...monitorLimits,
  ...politenessLimits,
  ...fetchLimits,

  /** A job that runs longer than this is ended with what it has. */
  jobDeadlineMs: 24 * 60 * minute,
  /** How long a finished job, its pages and results can be read (Firecrawl: 24 h); DynamoDB's TTL then removes them. */
  jobRetentionMs: 7 * 24 * 60 * minute,
  /**
   * Bytes of a job's request, and of where it comes from, that its own item holds; larger ones are kept beside it. A
   * write of the item then costs two units at most, for a plain job one. The release before reads no job whose parts
   * are kept beside it, so the bound leaves all but large requests where that release finds them.
   */
  jobPartsBytesMax: 1_024,
  /** How long a repeated submission finds the job of the first one. */
  idempotencyMs: 24 * 60 * minute,

  /** URLs of one host in one message: what a worker can fetch politely within one invocation. */
  urlBatchPagesMax: 10,
  /**
   * TransactWriteItems takes 100 items: the page, the job, change state and audit leave room for this many children.
   */
  childrenPerTransactionMax: 90,
  /**
   * Pages of a visit that end in one transaction; how long the first of them waits while others end; and how long all
   * wait while none does. If the worker dies, they are requested again.
   */
  endsTogetherMax: 20,
  endWaitMs: 5 * second,
  endQuietMs: 1 * second,
  /**
   * How long a job that ended early waits for pages that its workers have fetched: as long as their ends may wait, and
   * a moment to write them.
   */
  latePagesMs: 10 * second,
  /** This many pages end with their last versions in one transaction: for fewer, a second one would cost more. */
  endsWithVersionsMax: 4,
  /** Links of one page that are considered. A page with more is a trap, or an index for which a sitemap is better. */
  linksPerPageMax: 20_000,
  /** Partitions over which a job's pages are spread, so that none takes more than its share of the writes. */
  pageBucketsPerJob: 16,
  /** A job of fewer pages keeps its counters in its own item; so does one over few hosts. */
  wideJobPagesMin: 5_000,
  /**
   * Hosts whose pages one shard counts: at 2 pages a second each, 50 transactions a second on one item (docs/scale.md).
   */
  shardHosts: 25,
  /** A crawl that may leave its site is assumed to find one host for every so many of its pages. */
  pagesPerHostGuess: 100,
  /** TransactWriteItems takes 100 items: a job is put together with its shards. */
  shardsMax: 64,
  /** How often conflicting transactions are retried with jitter before the message goes back to the queue. */
  transactionTriesMax: 12,

  /** Fields of one request, and a caller's schema as JSON: the model gets all of it with every chunk. */
  fieldsMax: 256,
  fieldNameCharactersMax: 200,
  fieldDescriptionCharactersMax: 2_000,
  schemaCharactersMax: 100_000,
  /**
   * Labels with values of one page (specifications have some hundred), and characters of its text that are kept as
   * evidence of one value.
   */
  pairsPerPageMax: 1_000,
  quoteCharactersMax: 300,
  /** Parts of one answer that are looked for in their page: each is a search through its text. */
  groundedValuesMax: 2_000,
  /**
   * Candidates that are kept for one field of a merge, including the winner (a few KB each), and items of one merged
   * list.
   */
  candidatesPerFieldMax: 20,
  listItemsMax: 10_000,

  /** Items of a list with one text that are compared, to find what several pages say of one thing. */
  itemsAlikeMax: 50,

  /** DynamoDB items hold 400 KB; the state of a page stays far below. */
  failureMessageCharactersMax: 500,
  /** A name that the log tells of a submission which was given up: a token, the longest of them, has so many. */
  submissionNameCharactersMax: 256,
  /** Every consumer reads an envelope into memory. */
  envelopeBytesMax: 64 * MiB,

  /** The answer of a Lambda behind API Gateway has at most 6 MB; results are paged below that. */
  resultsBytesMax: 5_000_000,
  resultsPerPageDefault: 100,
  resultsPerPageMax: 1_000,
  /** Entries in one file of a finished job's result index. */
  resultIndexEntries: 1_000,
  /** URL, headers and metadata of a webhook: they are read at every delivery. */
  webhookSpecBytesMax: 4 * KiB,
  /**
   * How long a receiver has to answer. Firecrawl gives 10 s; here another team's first event may have to wait for this
   * and the next, and is to come within 10 s.
   */
  webhookMs: 8 * second,
  /**
   * How long a worker goes on with one job's events before other teams have their turn. An event that began before goes
   * on, so a worker comes free after this and `webhookMs` at most, however slowly receivers answer.
   */
  webhookTurnMs: 1.5 * second,
  /** Body of a webhook: frameworks take 1 to 100 MB; a larger page comes without its HTML. */
  webhookBodyBytesMax: 5_000_000,
  /** How long an event is tried before it is given up. */
  webhookTryMs: 24 * 60 * minute,
  /** One worker delivers a job's events; if it dies, another may after this time. Longer than a delivery takes. */
  webhookLeaseMs: minute,
  /** How often the outbox of a running job is checked, in case a message was lost. */
  webhookLookMs: 2 * minute,
  /** Events that are read from an outbox together. */
  webhookEventsAtOnce: 25,
  /**
   * Webhooks for which one heartbeat sends messages, at some milliseconds each. A team whose receivers are all down
   * does not hide another team's webhooks.
   */
  heartbeatWebhooksMax: 5_000,

  /** How long POST /v2/scrape holds the connection: API Gateway closes it at 29 s. */
  scrapeWaitMs: 25 * second,
  /**
   * After how many seconds a caller asks again for a page that is not there yet: soon, or when it is tried next if that
   * is later. A caller that waited for the whole of a long pause would come back too late for its answer.
   */
  askAgainSeconds: 5,
  askAgainSecondsMax: 300,

  /** A job without progress for this long has its open pages sent again. */
  stuckAfterMs: 3 * minute,
  /**
   * When a job that stands still is reported, by its priority: no worker takes its open pages, or it is not concluded.
   */
  standStillMs: { high: 30 * minute, normal: 60 * minute, low: 360 * minute },
  /** Pages that the heartbeat sends again for one job in one minute. */
  resendPagesMax: 2_000,
  /** Share of heartbeats in which one job's pages are counted against its counters, and the largest job so counted. */
  driftSampleShare: 0.2,
  driftSamplePagesMax: 2_000,
  /** Open jobs that a heartbeat reads at once; it checks all of them. */
  heartbeatJobsAtOnce: 100,
} as const;
