/** Flat metadata: texts and numbers, never null, as vector stores take it. The first nine are always there. */
export interface ReaderMetadata extends Readonly<Record<string, string | number>> {
  readonly source: string;
  readonly source_url: string;
  readonly title: string;
  readonly description: string;
  readonly status_code: number;
  readonly crawl_timestamp: string;
  readonly internal_links_count: number;
  readonly external_links_count: number;
  readonly source_type: string;
}

/** A page, or a passage of one. Its text is a page's: nobody vouches for what it says. */
export interface ReaderDocument {
  readonly id: string;
  readonly text: string;
  readonly metadata: ReaderMetadata;
}

type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : [];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

/** Metadata of a page, from an answer of Gleaner or of Crawl4AI; what it lacks is empty or 0. */
export const pageMetadata = (
  url: string,
  given: {
    readonly title?: unknown;
    readonly description?: unknown;
    readonly status?: unknown;
    readonly at?: unknown;
    readonly internal?: unknown;
    readonly external?: unknown;
    readonly language?: unknown;
  },
): ReaderMetadata => ({
  source: url,
  source_url: url,
  title: textOf(given.title),
  description: textOf(given.description),
  status_code: numberOf(given.status),
  crawl_timestamp: textOf(given.at),
  internal_links_count: listOf(given.internal).length,
  external_links_count: listOf(given.external).length,
  source_type: 'web_crawl',
  ...(textOf(given.language) === '' ? {} : { language: textOf(given.language) }),
});

/** A document as LlamaIndex's `Document` takes it. */
export const toLlamaIndex = ({
  id,
  text,
  metadata,
}: ReaderDocument): { readonly id_: string; readonly text: string; readonly metadata: ReaderMetadata } => ({
  id_: id,
  text,
  metadata,
});

/** A document as LangChain's `Document` takes it. */
export const toLangChain = ({
  id,
  text,
  metadata,
}: ReaderDocument): {
  readonly id: string;
  readonly pageContent: string;
  readonly metadata: ReaderMetadata;
} => ({
  id,
  pageContent: text,
  metadata,
});
