const second = 1_000;
const day = 24 * 60 * 60 * second;

/** Limits of the formats attributes, changeTracking and summary, and of PDFs, a part of `limits` (`limits.ts`). */
export const formatLimits = {
  /**
   * Selectors of the format attributes: each is searched in the whole page. Their characters are part of the job's
   * item.
   */
  attributeSelectorsMax: 50,
  selectorCharactersMax: 500,
  attributeNameCharactersMax: 100,
  /**
   * Values of one page's attributes: a listing of thousands of links; and their characters: a document has room for 5
   * MB.
   */
  attributeValuesMax: 10_000,
  attributeCharactersMax: 1_000_000,
  /**
   * Steps through a page's tree that its selectors take together: about two seconds. Some selectors would never end.
   */
  selectorStepsMax: 50_000_000,
  /**
   * Characters of links times size of patterns (`patternSize`), for one page's links: some seconds, and 16 s at worst.
   * Further links are left out.
   */
  patternWorkMax: 400_000_000,
  /** Origins to which a caller's headers are sent, beside those of the URLs. */
  headerOriginsMax: 20,
  /** Open jobs of a team that one answer searches for crawls, the newest first: the next answer continues there. */
  activeCrawlsMax: 1_000,
  /** How old an envelope may be when results promise a comparison with it: results live 8 days more, an envelope 90. */
  comparableMs: 80 * day,
  /** Lines that differ between two pages up to which the smallest difference is computed: a quarter of a second. */
  diffEditsMax: 2_000,
  /** Characters of a difference as text; the document contains it twice. */
  diffCharactersMax: 500_000,
  /** Characters of the tag of a history of changes (Firecrawl names no limit). */
  changeTagCharactersMax: 200,
  /**
   * For a summary: input tokens of a part of a long page, parts that are summarised (some 100,000 tokens), and the
   * output.
   */
  summaryChunkTokens: 8_192,
  summaryChunksMax: 12,
  summaryOutputTokensMax: 4_096,
  summaryCharactersMax: 5_000,

  /**
   * A PDF is read in a thread of its own with these bounds: so much CPU (18 ms for a page of a book), in so much time;
   * after that it is tried again. The time has to fit the time that an invocation keeps for its last page.
   */
  pdfMs: 15 * second,
  pdfWallMs: 18 * second,
  pdfHeapMb: 384,
  pdfPagesMax: 2_000,
  pdfCharactersMax: 10_000_000,
  /** Threads that read documents at the same time: two must fit the function's memory with everything else. */
  documentThreads: 2,

  /**
   * Items that are read of one feed (archives with more are sitemaps). The HTML of all of them together has the bounds
   * of a page: `domCharactersMax`, and `domNodesMax` tags.
   */
  feedItemsMax: 2_000,
  /** Files of one item of a feed that are told. A podcast has one; an album has some. */
  feedEnclosuresMax: 20,

  /**
   * A document of JSON or YAML that may describe an API is read in a thread as well, with these bounds. The largest
   * known descriptions have some twelve million characters of JSON; YAML takes fifteen times as long to parse, so a
   * description of more than a few millions ends at the bound.
   */
  dataMs: 10 * second,
  dataWallMs: 18 * second,
  dataHeapMb: 256,
  dataCharactersMax: 16_000_000,
  /**
   * Of a description of an API: operations and schemas that its envelope holds, characters of all of them as JSON, of
   * one schema, and of one text. The rest is counted and left out. The document itself is in the envelope whole.
   */
  apiEndpointsMax: 5_000,
  apiSchemasMax: 5_000,
  apiCharactersMax: 8_000_000,
  apiSchemaCharactersMax: 100_000,
  apiTextCharactersMax: 10_000,
  /** References from one to the next within a description, and parameters, answers and names of one operation. */
  apiReferencesMax: 10,
  apiPartsMax: 200,
} as const;
