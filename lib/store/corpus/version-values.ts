import type { CorpusPage } from '../../ingest/corpus-page.ts';

/** What a store of rows keeps of a version of a page, in the order of its columns, from `at` on. */
export const versionValues = (page: CorpusPage, shape: string) =>
  [
    page.at,
    page.envelopeKey,
    page.isDeleted ? 1 : 0,
    page.contentHash,
    shape,
    page.title,
    JSON.stringify(page.metadata),
    page.language,
    page.host,
    page.source,
    page.group,
    page.agency,
    page.weight,
  ] as const;
