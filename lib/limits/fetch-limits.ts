const second = 1_000;
const minute = 60 * second;
const KiB = 1_024;
const MiB = 1_024 * KiB;

/** Limits of one request and of what comes of it: robots.txt, sitemaps, pages, browsers, documents; a part of `limits` (`limits.ts`). */
export const fetchLimits = {
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
  /** How long a host is believed to answer as it did where nothing is: one request a day. */
  errorPageMs: 24 * 60 * minute,
  /**
   * Bytes of JSON of what is said of hosts: some 10,000 of them, which a function reads in 50 ms as it starts.
   */
  hostsBytesMax: 262_144,
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
};
