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

/** What a store keeps for a version besides its content: the facts by which searches filter and weigh its page. */
export interface VersionFacts {
  readonly metadata: string;
  readonly language: string;
  readonly host: string;
  readonly source: string;
  readonly page_group: string;
  readonly agency: string;
  readonly weight: number;
}

/** The columns of `VersionFacts`. */
export const factColumns = 'metadata, language, host, source, page_group, agency, weight';

/** Says whether the kept facts are those of the page. */
export const hasFacts = (held: VersionFacts, page: CorpusPage): boolean =>
  held.metadata === JSON.stringify(page.metadata) &&
  held.language === page.language &&
  held.host === page.host &&
  held.source === page.source &&
  held.page_group === page.group &&
  held.agency === page.agency &&
  held.weight === page.weight;
