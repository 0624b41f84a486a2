const second = 1_000;
const minute = 60 * second;
const KiB = 1_024;
const MiB = 1_024 * KiB;
const GiB = 1_024 * MiB;

/** Limits of one request and its results: robots.txt, sitemaps, pages, browsers, documents; a part of `limits`. */
export const fetchLimits = {
  /** robots.txt: RFC 9309 section 2.5 asks for at least 500 KiB; section 2.4 for at most 24 h of caching. */
  robotsBytesMax: 512 * KiB,
  robotsCacheMs: 24 * 60 * minute,
  /**
   * A robots.txt that asks to be cached for less is kept for this long all the same; otherwise each page would fetch
   * it.
   */
  robotsCacheMsMin: 5 * minute,
  /** An unreachable robots.txt is requested again after this time. */
  robotsRetryMs: 1 * minute,
  /** If the host itself failed, the next try of a page requests it again: just below the shortest retry. */
  robotsHostRetryMs: 0.9 * second,
  robotsRedirectsMax: 5,
  /**
   * The part of a host's robots.txt that is kept for one product token: all of it. Compressed, it fits an item of 400
   * KB.
   */
  robotsRuleBytesMax: 512 * KiB,
  robotsSitemapsMax: 50,
  /**
   * Characters that the rules of robots.txt read of one URL, and of the URLs of one visit, plan or estimate
   * together: at worst a tenth of a second, and two seconds. A URL beyond either counts as forbidden. Thousands of
   * rules with wildcards read a hundredth of the former.
   */
  robotsWorkMax: 10_000_000,
  robotsBatchWorkMax: 200_000_000,

  /** A sitemap, on the wire and after decompression: the protocol's own bounds (sitemaps.org). The rest is not read. */
  sitemapBytesMax: 50 * MiB,
  sitemapUrlsMax: 50_000,
  /** Levels of nested elements: a sitemap has three, a feed with its extensions a few more. */
  sitemapDepthMax: 64,
  /** Indexes on the way to a file. The protocol has one; some sites nest them. */
  sitemapNestingMax: 3,
  /** Sitemap files of one job and portions of their URLs: each costs a request to the site, or some writes. */
  sitemapItemsMax: 4_000,
  /**
   * Bytes of all sitemap files of one job, unpacked: as many as name the most pages that a crawl may have, each with
   * its translations, twenty times over. Files that are under way when this is reached are still read.
   */
  sitemapBytesPerJobMax: 2 * GiB,
  /**
   * URLs that go from a sitemap into the frontier in one step, and their characters: ninety such items fit a
   * transaction.
   */
  sitemapPortionUrls: 450,
  sitemapPortionCharacters: 40_000,

  /** A page's bytes on the wire and after decompression. Larger pages are data dumps. */
  pageWireBytesMax: 20 * MiB,
  pageBytesMax: 30 * MiB,
  /** Decompressed to compressed bytes, checked once 1 MiB has been decompressed: real HTML reaches about 30. */
  compressionRatioMax: 200,
  headerBytesMax: 64 * KiB,
  /**
   * Header fields of one response over HTTP/2, where Node's default is 128. Browsers limit only the bytes of headers,
   * as we do over HTTP/1.1.
   */
  headerFieldsMax: 2_000,
  /**
   * An idle HTTP/2 connection is closed after this time: a Lambda is frozen between events, and the connection would be
   * dead afterwards.
   */
  http2IdleMs: 4 * second,
  /** How often a connection in use is pinged. It is given up after three pings without an answer. */
  http2PingMs: 5 * second,
  /** The beginning of an error page that is read: enough to recognise a challenge. */
  errorBodyBytesMax: 256 * KiB,
  redirectsMax: 10,
  connectMs: 10 * second,
  /** One request, from the first byte sent to the last byte received. */
  requestMs: 30 * second,
  /** One page in a browser, from its start to its end: scripts that never end are stopped then. */
  renderMs: 45 * second,
  /**
   * A page from a service that fetches for us: as long as a request of our own, because the function keeps no more time
   * for its last page. The service gives up this much earlier, so that it charges nothing that nobody waits for.
   */
  fetcherMs: 30 * second,
  fetcherGivesUpMs: 4 * second,
  /** Its reply: the page within JSON, which writes quotes and line breaks as two characters. */
  fetcherReplyBytesMax: 40 * MiB,
  /** How long the keys of services are used before they are read again: as those of models. */
  fetcherKeysKeptMs: 5 * minute,
  /** Its answer about its own health: whoever plans waits for it. */
  fetcherHealthMs: 5 * second,
  /** How long that is believed. */
  fetcherHealthKeptMs: 60 * second,
  /** How long Chromium may take to start; it takes a twentieth of a second unless the machine is overloaded. */
  browserStartMs: 15 * second,
  /** A caller's own wait, which is part of `renderMs`. */
  waitForMsMax: 30 * second,
  /** A page whose requests never pause is taken as it is after this time; most need a second. */
  renderIdleMs: 8 * second,
  /** A challenge that a script solves by itself has this long. */
  challengeMs: 12 * second,
  /** Everything that one page makes Chromium load: bytes, and requests. */
  renderBytesMax: 60 * MiB,
  renderRequestsMax: 1_000,
  /** Memory of one Chromium, of the 2 GB that its function has; a page of ten thousand elements takes 150 MB. */
  renderMemoryBytesMax: 1_200 * MiB,
  /** Falls in a row, without a success between them, after which a host is requested with a browser at once. */
  hostFallsMax: 3,
  /** What worked for a host is forgotten after this time. */
  hostTierMs: 24 * 60 * minute,
  /**
   * Share of the pages of a host known to need a browser that are still requested over HTTP, to see whether that
   * changed.
   */
  hostRetryShare: 0.05,
  /**
   * The most seconds that a wiki's replicas may lag when it is requested, and the wait if it names none (MediaWiki's
   * own advice).
   */
  wikiLagSecondsMax: 5,
  /**
   * Titles in one question: as many as a wiki accepts from an anonymous client. And their bytes: servers take 8 KB of a
   * URL.
   */
  wikiTitlesMax: 50,
  wikiTitleBytesMax: 6_000,
  /**
   * What a wiki says about itself is requested again after the first time; if it could not say it, after the second.
   */
  wikiSiteMs: 24 * 60 * minute,
  wikiSiteRetryMs: 5 * minute,
  /** Portions of one category's members; each names up to 500. */
  categoryPortionsMax: 200,
  /** How long a host's answer for missing pages is believed: one request a day. */
  errorPageMs: 24 * 60 * minute,
  /** Bytes of JSON of the settings for hosts: some 10,000 hosts, which a function reads in 50 ms as it starts. */
  hostsBytesMax: 262_144,
  /** Actions of a page (Firecrawl's limit), and their characters: they are part of the job's item. */
  actionsMax: 50,
  actionsCharactersMax: 65_536,
  /** How long an action waits for its element to appear: it acts on what the page shows. */
  actionElementMs: 5 * second,
  /**
   * How long an element that the caller names is waited for, if the caller waits for the page itself: with starting and
   * showing the page it ends before the answer is due (`scrapeWaitMs`).
   */
  awaitedElementMs: 15 * second,
  /** Elements that one action clicks. */
  clicksMax: 100,
  /** Pixels of a screenshot: Chromium holds four bytes for each, twice. The part further down is cut off. */
  screenshotPixelsMax: 40_000_000,
  /** A screenshot that is larger as a PNG is taken as a JPEG. */
  screenshotBytesMax: 10 * MiB,
  /** All screenshots, PDFs and HTML of one page together, until they are stored. */
  capturesBytesMax: 64 * MiB,
  /** The value that a caller's script returns, as JSON. */
  scriptReturnCharactersMax: 1_000_000,
  /** How long a URL of a stored screenshot can be opened; each answer makes new ones. */
  captureUrlSeconds: 3_600,
  /** Depth at which the parser stops nesting: real pages reach about 60. Deeper elements become siblings. */
  domDepthMax: 128,
  /** Attributes of one element: the standard names about 150, real pages write 30. */
  attributesMax: 256,
  /** Characters of a class attribute or an id in which names are searched: utility frameworks write some thousand. */
  nameCharactersMax: 10_000,
  /**
   * Elements, texts and comments of a page, attributes of its elements, and characters of its text. Only the beginning
   * of a longer page is read, and its result says so. The aim is at most 2 s of CPU and 300 MB. Of 50,000 pages of
   * manuals, ten have more nodes, and only pages that are cut for their nodes have more attributes. A long novel has
   * 3,000,000 characters.
   */
  domNodesMax: 150_000,
  domAttributesMax: 100_000,
  domCharactersMax: 4_000_000,
  /** Elements that are checked for the panels of a page's tabs: each set of tabs searches for its own. */
  tabStepsMax: 1_000_000,
};
