const second = 1_000;
const day = 24 * 60 * 60 * second;

/** Limits of the formats attributes, changeTracking and summary, and of PDFs, a part of `limits` (`limits.ts`). */
export const formatLimits = {
  /**
   * Selectors of the format attributes: each is looked for in the whole page; their characters are part of the
   * job's item.
   */
  attributeSelectorsMax: 50,
  selectorCharactersMax: 500,
  attributeNameCharactersMax: 100,
  /**
   * Values of one page's attributes: a listing of thousands of links; and their characters, of which a document has
   * room for 5 MB.
   */
  attributeValuesMax: 10_000,
  attributeCharactersMax: 1_000_000,
  /**
   * Steps through a page's tree that its selectors take together: about two seconds. Selectors can be written that
   * never end.
   */
  selectorStepsMax: 50_000_000,
  /**
   * Characters of links times characters of patterns, for one page's links: some seconds. Links beyond it are left out.
   */
  patternWorkMax: 400_000_000,
  /** Origins that a caller's headers are sent to, beside those of the URLs. */
  headerOriginsMax: 20,
  /** Open jobs of a team that one answer looks at for crawls, the newest first: the next answer goes on from there. */
  activeCrawlsMax: 1_000,
  /**
   * An envelope that is compared with lives this long at most when that is promised: results live 8 days more, it
   * lives 90.
   */
  comparableMs: 80 * day,
  /** Lines that differ between two pages where the fewest are looked for: a quarter of a second. */
  diffEditsMax: 2_000,
  /** Of a difference as text; it stands in the document twice. */
  diffCharactersMax: 500_000,
  /** The tag of a history of changes (Firecrawl names no limit). */
  changeTagCharactersMax: 200,
  /**
   * Of a summary: input tokens of a part of a long page, parts that are summarised (some 100,000 tokens), and what
   * is written.
   */
  summaryChunkTokens: 8_192,
  summaryChunksMax: 12,
  summaryOutputTokensMax: 4_096,
  summaryCharactersMax: 5_000,

  /**
   * A PDF is read in a thread of its own with these bounds: so much CPU (18 ms a page of a book), in so much time,
   * after which it is tried again. The time has to fit into what an invocation keeps for its last page, and two
   * threads with the rest of the function into its memory.
   */
  pdfMs: 15 * second,
  pdfWallMs: 18 * second,
  pdfHeapMb: 384,
  pdfThreads: 2,
  pdfPagesMax: 2_000,
  pdfCharactersMax: 10_000_000,
} as const;
