import { attributesInPage } from '../attributes-in-page.ts';
import { contain } from '../contain.ts';
import type { ParsedPage } from '../dom/document.ts';
import { frameList } from '../frames/frame-list.ts';
import { linkUrls } from '../link-url.ts';
import { limits } from '../../limits/limits.ts';
import { findLinks, pageBaseUrl } from '../links.ts';
import { readDeclared } from './declared.ts';
import { readDescribed } from './described.ts';
import { readStructuredData } from './structured-data.ts';
import type { StructuredItem } from './structured-item.ts';
import { noMetadata, type ContentOptions, type Metadata, type PageContent } from '../page-content.ts';
import { pairsInPage } from '../pairs-in-page.ts';
import { hasEmbeddedPdfs } from '../passes/hints.ts';
import { shownFrames, type ShownFrame } from '../frames/shown-frames.ts';

/** What a page says of itself and its links, read before anything is removed from it. */
export interface DescribedPage {
  readonly baseUrl: string;
  readonly links: PageContent['links'];
  /** Markdown of what a page of frames shows. */
  readonly frames: string;
  /** The frames that may hold the page's content, of which nothing is read. */
  readonly shownFrames: readonly ShownFrame[];
  /** What its head, its structured data and its bylines say together. */
  readonly metadata: Metadata;
  readonly structuredData: readonly StructuredItem[];
  readonly embedsPdfs: boolean;
  readonly elements: Pick<PageContent, 'pairs' | 'attributes'>;
}

/** Reads what the options want of the page's elements, wherever on the page they stand. */
const elementsOf = (
  page: ParsedPage,
  baseUrl: string,
  options: ContentOptions,
): DescribedPage['elements'] => ({
  ...(options.wantPairs === true ? { pairs: pairsInPage(page, baseUrl) } : {}),
  ...(options.attributes === undefined ? {} : { attributes: attributesInPage(page, options.attributes) }),
});

/**
 * Reads what a page says of itself, its links and its frames. Call this before anything is removed from the page. A
 * step that throws is left out, with a warning.
 */
export const describePage = (
  page: ParsedPage,
  { url, options }: { readonly url: string; readonly options: ContentOptions },
  warnings: string[],
): DescribedPage => {
  const orElse = <T>(consequence: string, step: () => T, value: T): T =>
    contain(warnings, consequence, step, () => value);
  const baseUrl = orElse("The page's base URL is not heeded", () => pageBaseUrl(page, url), url);
  const links = orElse('Links are left out', () => findLinks(page, baseUrl, url), []);
  if (links.length >= limits.linksPerPageMax)
    warnings.push(
      `Only the first ${limits.linksPerPageMax.toLocaleString('en')} links of the page were read: it has more`,
    );
  const urlOf = linkUrls(baseUrl);
  const frames = orElse('Frames are left out', () => frameList(page, links, urlOf), '');
  const within = orElse('Other frames were not looked for', () => shownFrames(page, urlOf, url), []);
  const declared = orElse('Metadata is left out', () => readDeclared(page, baseUrl), noMetadata);
  const structuredData = orElse(
    'Structured data is left out',
    () => readStructuredData(page, declared, baseUrl),
    [],
  );
  const metadata = orElse(
    'Metadata that is not in the head is left out',
    () => ({ ...declared, ...readDescribed(page, declared, structuredData, url) }),
    declared,
  );
  const elements = orElse(
    'What is extracted from elements is left out',
    () => elementsOf(page, baseUrl, options),
    {},
  );
  const embedsPdfs = orElse('Embedded PDFs were not looked for', () => hasEmbeddedPdfs(page), false);
  return {
    baseUrl,
    links,
    frames,
    shownFrames: within,
    metadata,
    structuredData,
    embedsPdfs,
    elements,
  };
};
