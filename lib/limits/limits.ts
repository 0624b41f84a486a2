import { extractLimits } from './extract-limits.ts';
import { corpusLimits } from './corpus-limits.ts';
import { formatLimits } from './format-limits.ts';
import { keyLimits } from './key-limits.ts';
import { mapLimits } from './map-limits.ts';
import { metadataLimits } from './metadata-limits.ts';
import { monitorLimits } from './monitor-limits.ts';
import { modelLimits } from './model-limits.ts';
import { searchLimits } from './search-limits.ts';

/**
 * Every limit, with its unit in its name and its reason beside it. Raising one is a decision about memory, money
 * or a site's patience: the reason says which. Those of asking models, of maps, API keys, searches,
 * corpora and formats stand in files of their own (`model-limits.ts`, …).
 */

const second = 1_000;
const minute = 60 * second;
const KiB = 1_024;
const MiB = 1_024 * KiB;

export const limits = {
  /** API Gateway passes 10 MB; our largest legitimate body is a batch of URLs. */
  requestBodyBytesMax: 2 * MiB,
  /**
   * A multipart request with a file. A function is handed at most 6 MB (AWS Lambda quotas), in which API Gateway
   * writes the body as Base64: 4.7 MB less headers. /
   */
  uploadBytesMax: 4_500_000,
  /** Longest URL that is admitted. Browsers and CDNs stop at about 8 KB; longer ones are session junk. */
  urlCharactersMax: 2_048,
  /** A batch is one request's body: more URLs go in several requests. */
  batchUrlsMax: 10_000,
  /** Pages in one stored object of a redrive's first pages: they are read and admitted an object at a time. */
  seedPartPages: 1_000,
  /** One call goes on admitting a redrive's first pages for this long: the heartbeat has other jobs, the API 29 s. */
  seedingMs: 10 * second,
  /** Redrives of one crawl and of its redrives, together: each link of a page is looked up in every job before. */
  redrivesMax: 5,
  /** Pages of one job: `finish-job` puts them in order in its memory, at about 1 KB each. */
  crawlPagesMax: 500_000,
  /** Pages of a crawl whose request names no limit (Firecrawl's default). */
  crawlPagesDefault: 10_000,
  /** Include and exclude patterns of one crawl; each is a regular expression that runs on every link. */
  pathPatternsMax: 100,
  pathPatternCharactersMax: 500,
  /** Seconds between two requests that a caller may ask for (Firecrawl's limit). */
  delaySecondsMax: 60,

  /** Runs of a source that fail in a row, after which it is paused until a person resumes it. */
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

  /** A job that runs longer than this is ended with what it has. */
  jobDeadlineMs: 24 * 60 * minute,
  /** How long a finished job, its pages and results can be read (Firecrawl: 24 h); DynamoDB's TTL then removes them. */
  jobRetentionMs: 7 * 24 * 60 * minute,
  /** How long a repeated submission finds the job of the first one. */
  idempotencyMs: 24 * 60 * minute,

  /** URLs of one host in one message: what a worker can fetch politely within one invocation. */
  urlBatchPagesMax: 10,
  /**
   * TransactWriteItems takes 100 items: the page, the job, change state and audit leave room for this many children.
   */
  childrenPerTransactionMax: 90,
  /**
   * Pages of a visit that end in one transaction, and how long the first of them waits: if we die, they are asked for
   * again.
   */
  endsTogetherMax: 20,
  endWaitMs: 5 * second,
  /** Links of one page that are considered. A page with more is a trap or an index that a sitemap serves better. */
  linksPerPageMax: 20_000,
  /** Partitions that a job's pages are spread over, so that none takes more than its share of the writes. */
  pageBucketsPerJob: 16,
  /** A job of fewer pages keeps its counters in its own item; so does one over few hosts. */
  wideJobPagesMin: 5_000,
  /**
   * Hosts whose pages one shard counts: at 2 pages a second each, 50 transactions a second on one item (docs/scale.md).
   */
  shardHosts: 25,
  /** A crawl that may leave its site is taken to find a host for so many of its pages. */
  pagesPerHostGuess: 100,
  /** TransactWriteItems takes 100 items: a job is put together with its shards. */
  shardsMax: 64,
  /** Conflicting transactions are retried this often with jitter before the message goes back to the queue. */
  transactionTriesMax: 12,

  /** SQS: longest delay of a message. */
  messageDelaySecondsMax: 900,
  /** A worker waits this long for a host's next slot; waiting is billed, a delayed message is not. */
  slotPatienceMs: 5 * second,
  /**
   * Slots further apart than this are not waited for from one to the next: a message and the writes of a visit cost
   * less.
   */
  slotWaitMs: second,
  /** A page that comes back for its place waits this long: its message comes up to a second early, and may be late. */
  slotLateMs: 1.5 * second,
  /** From this distance of two slots on, none is given up to make up for late messages. */
  slotKeptMs: 5 * second,
  /** Slots are promised this far ahead. What a cancelled job had reserved is idle time for everyone else. */
  slotHorizonMs: 30 * second,
  /** Requests in flight to one host at the same time. */
  hostConcurrencyDefault: 3,
  /** Seconds between two requests to one host for jobs that a person started, and for scheduled runs. */
  hostDelaySecondsDefault: 0.5,
  hostDelaySecondsScheduled: 2,
  /**
   * Requests that scheduled runs may have in flight at all hosts together: nobody waits for them, and sites share
   * networks.
   */
  scheduledConcurrencyMax: 10,
  /** A lease that a dead worker held is free again after this; a living one renews it well before. */
  leaseMs: 20 * second,
  leaseRenewMs: 6 * second,
  /** `Retry-After` beyond this is taken as this: some sites send years. */
  retryAfterMsMax: 15 * minute,
  /** robots.txt `Crawl-delay` beyond this is taken as this. */
  crawlDelaySecondsMax: 60,
  /** A host that fails this often in a row is left alone for a while, then probed once. */
  breakerFailuresMax: 5,
  breakerPauseMs: 1 * minute,

  /** robots.txt: RFC 9309 section 2.5 asks for at least 500 KiB; section 2.4 for at most 24 h of caching. */
  robotsBytesMax: 512 * KiB,
  robotsCacheMs: 24 * 60 * minute,
  /**
   * One that asks to be cached for less is believed for this long all the same: it would be asked for with every page.
   */
  robotsCacheMsMin: 5 * minute,
  /** An unreachable robots.txt is asked for again after this. */
  robotsRetryMs: 1 * minute,
  /** Where the host itself failed, the next try of a page asks it again: just below the shortest retry. */
  robotsHostRetryMs: 0.9 * second,
  robotsRedirectsMax: 5,
  /** What is kept of a host's robots.txt for one product token: all of it; packed, it fits an item of 400 KB. */
  robotsRuleBytesMax: 512 * KiB,
  robotsSitemapsMax: 50,

  /**
   * A sitemap, on the wire and after decompression: the protocol's own bounds (sitemaps.org). What is beyond is not
   * read.
   */
  sitemapBytesMax: 50 * MiB,
  sitemapUrlsMax: 50_000,
  /** Elements inside each other: a sitemap has three, a feed with its extensions a few more. */
  sitemapDepthMax: 64,
  /** Indexes on the way to a file. The protocol knows one; sites put one into the other. */
  sitemapNestingMax: 3,
  /** Sitemap files of one job and portions of their URLs: each costs a request to the site, or some writes. */
  sitemapItemsMax: 4_000,
  /**
   * URLs that go from a sitemap into the frontier in one step, and their characters: ninety such items fit a
   * transaction.
   */
  sitemapPortionUrls: 450,
  sitemapPortionCharacters: 40_000,

  /** A page's bytes on the wire and after decompression. Pages beyond are data dumps. */
  pageWireBytesMax: 20 * MiB,
  pageBytesMax: 30 * MiB,
  /** Decompressed to compressed bytes, judged once 1 MiB has come out: real HTML reaches about 30. */
  compressionRatioMax: 200,
  headerBytesMax: 64 * KiB,
  /**
   * Header fields of one answer over HTTP/2, where Node would take 128; browsers bound only their bytes, as we do
   * over HTTP/1.1.
   */
  headerFieldsMax: 2_000,
  /**
   * An HTTP/2 connection that nothing waits on is closed after this: a Lambda is frozen between events and finds it
   * dead.
   */
  http2IdleMs: 4 * second,
  /**
   * One that something waits on is asked so often whether it still answers, and given up after three of these without.
   */
  http2PingMs: 5 * second,
  /** The beginning of an error page that is read: enough to recognise a challenge. */
  errorBodyBytesMax: 256 * KiB,
  redirectsMax: 10,
  connectMs: 10 * second,
  /** One request from first byte sent to last byte received. */
  requestMs: 30 * second,
  /** One page in a browser, from its start to its end: scripts that never end are stopped with it. */
  renderMs: 45 * second,
  /** How long Chromium may take to start; it takes a twentieth of a second unless the machine is starved. */
  browserStartMs: 15 * second,
  /** A caller's own wait, within `renderMs` with all else. */
  waitForMsMax: 30 * second,
  /** A page whose requests never pause is taken as it stands after this; most need a second. */
  renderIdleMs: 8 * second,
  /** A challenge that solves itself by script has this long for it. */
  challengeMs: 12 * second,
  /** Everything that one page makes Chromium load, and how many connections and requests it takes for it. */
  renderBytesMax: 60 * MiB,
  renderRequestsMax: 1_000,
  /** Memory of one Chromium, of the 2 GB that its function has; a page of ten thousand elements takes 150 MB. */
  renderMemoryBytesMax: 1_200 * MiB,
  /** Falls in a row, with no success between them, after which a host is asked with a browser at once. */
  hostFallsMax: 3,
  /** What worked for a host is forgotten after this. */
  hostTierMs: 24 * 60 * minute,
  /**
   * Share of the pages of a host known to need a browser that are asked for over HTTP all the same, to see if it
   * still does.
   */
  hostRetryShare: 0.05,
  /**
   * Seconds that a wiki's replicas may be behind when it is asked, and the wait where it names none (MediaWiki's
   * own advice).
   */
  wikiLagSecondsMax: 5,
  /**
   * Titles in one question, as many as a wiki takes from a stranger; and their bytes, of a URL of which servers
   * take 8 KB.
   */
  wikiTitlesMax: 50,
  wikiTitleBytesMax: 6_000,
  /** What a wiki says of itself is asked again after this; where it could not say it, after this. */
  wikiSiteMs: 24 * 60 * minute,
  wikiSiteRetryMs: 5 * minute,
  /** Portions of one category's members; each names up to 500. */
  categoryPortionsMax: 200,
  /**
   * JSON of what is said of hosts: a Lambda's environment has 4 KB (AWS Lambda quotas), of which a quarter is taken.
   */
  hostsBytesMax: 2_800,
  /** Actions of a page (Firecrawl's limit), and their characters: they are part of the job's item. */
  actionsMax: 50,
  actionsCharactersMax: 65_536,
  /** An action's element has this long to come: it acts on what the page shows. */
  actionElementMs: 5 * second,
  /** Elements that one action clicks. */
  clicksMax: 100,
  /** Pixels of a screenshot: Chromium holds four bytes of each, twice. What is further down is cut off. */
  screenshotPixelsMax: 40_000_000,
  /** A screenshot that is larger as a PNG is taken as a JPEG. */
  screenshotBytesMax: 10 * MiB,
  /** All screenshots, PDFs and HTML of one page together, until they are stored. */
  capturesBytesMax: 64 * MiB,
  /** What a script of the caller's returns, as JSON. */
  scriptReturnCharactersMax: 1_000_000,
  /** How long a URL of a stored screenshot can be opened; each answer makes new ones. */
  captureUrlSeconds: 3_600,
  /** Depth at which the parser stops nesting: real pages reach about 60, and what is deeper becomes siblings. */
  domDepthMax: 128,
  /** Attributes of one element: the standard names about 150, real pages write 30. */
  attributesMax: 256,
  /** Characters of a class attribute or an id that are asked for names: frameworks of utilities write some thousand. */
  nameCharactersMax: 10_000,
  /**
   * Elements, texts and comments of a page, attributes of its elements, and characters of its text; of a longer page
   * the beginning is read, and told so. The aim is 2 s of CPU and 300 MB at worst. Of 50,000 pages of manuals ten have
   * more nodes, and none that is not cut for them more attributes; a long novel has 3,000,000 characters.
   */
  domNodesMax: 150_000,
  domAttributesMax: 100_000,
  domCharactersMax: 4_000_000,
  /** Elements that are looked at for the panels of a page's tabs: each set of tabs looks for its own. */
  tabStepsMax: 1_000_000,

  /** Fields of one request, and a caller's schema as JSON: the model is told all of it with every chunk. */
  fieldsMax: 256,
  fieldNameCharactersMax: 200,
  fieldDescriptionCharactersMax: 2_000,
  schemaCharactersMax: 100_000,
  /**
   * Labels with values of one page (specifications have some hundred), and words of it that are kept as evidence of
   * one value.
   */
  pairsPerPageMax: 1_000,
  quoteCharactersMax: 300,
  /** Parts of one answer that are looked for in their page: each is a search through its text. */
  groundedValuesMax: 2_000,
  /**
   * Offers that are kept for one field of a merge, the winner among them (a few KB each), and items of one merged list.
   */
  candidatesPerFieldMax: 20,
  listItemsMax: 10_000,

  /** DynamoDB items hold 400 KB; the state of a page stays far below. */
  failureMessageCharactersMax: 500,
  /** An envelope is read into memory by every consumer. */
  envelopeBytesMax: 64 * MiB,

  /** Answer of a Lambda behind API Gateway is at most 6 MB; results are paged below that. */
  resultsBytesMax: 5_000_000,
  resultsPerPageDefault: 100,
  resultsPerPageMax: 1_000,
  /** Entries in one file of a finished job's result index. */
  resultIndexEntries: 1_000,
  /** URL, headers and metadata of a webhook: they are read at every delivery. */
  webhookSpecBytesMax: 4 * KiB,
  /** A receiver answers within this (Firecrawl's limit). */
  webhookMs: 10 * second,
  /** Body of a webhook: frameworks take 1 to 100 MB; a larger page comes without its HTML. */
  webhookBodyBytesMax: 5_000_000,
  /** An event is tried for this long, then given up. */
  webhookTryMs: 24 * 60 * minute,
  /** One worker delivers a job's events; if it dies, another may after this. Longer than a delivery takes. */
  webhookLeaseMs: minute,
  /** The outbox of a job that runs is looked at this often, in case a ring was lost. */
  webhookLookMs: 2 * minute,
  /** Events that are read from an outbox together. */
  webhookEventsAtOnce: 25,
  /** Webhooks that one heartbeat rings for. */
  heartbeatWebhooksMax: 500,

  /** How long POST /v2/scrape holds the connection: API Gateway closes it at 29 s. */
  scrapeWaitMs: 25 * second,

  /** A job without progress for this long has its open pages sent again. */
  stuckAfterMs: 3 * minute,
  /** Pages the heartbeat sends again for one job in one minute. */
  resendPagesMax: 2_000,
  /** Share of heartbeats in which one job's pages are counted against its counters, and the largest job so counted. */
  driftSampleShare: 0.2,
  driftSamplePagesMax: 2_000,
  /** Open jobs that a heartbeat reads at once; it looks at all of them. */
  heartbeatJobsAtOnce: 100,
} as const;
