/** What the package hands out. */
export { documentId } from './document-id.ts';
export { toLangChain, toLlamaIndex, type ReaderDocument, type ReaderMetadata } from './document.ts';
export {
  GleanerReader,
  type CorpusOptions,
  type CrawlOptions,
  type DocumentStore,
} from './gleaner-reader.ts';
export { ReaderError, type ReaderErrorKind } from './reader-error.ts';
export type { ReaderOptions } from './reader-options.ts';
