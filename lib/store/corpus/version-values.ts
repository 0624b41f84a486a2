import type { CorpusPage } from '../../ingest/corpus-page.ts';

/**
 * Lists the values that a store of rows keeps for a version of a page, in the order of its columns, starting with `at`.
 */
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
