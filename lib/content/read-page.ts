import type { Failure } from '../failure.ts';
import { cleanNode } from './clean-node.ts';
import { contentHash } from './content-hash.ts';
import { parsePage, type PageDocument } from './document.ts';
import type { DomElement } from './dom.ts';
import { embedsPdf, hintsOf } from './hints.ts';
import { baseUrlOf, linksOf } from './links.ts';
import { mainContentOf, plainTextOf, saysArticle, type MainContent } from './main-content.ts';
import { markdownOf } from './markdown.ts';
import { markupProblem } from './markup-size.ts';
import { metadataOf } from './metadata.ts';
import type { ContentOptions, Metadata, PageContent } from './page-content.ts';
import { technicalPasses } from './passes.ts';
import { runPasses } from './run-passes.ts';
import { excludeElements, includeElements } from './select-elements.ts';

/** An HTML page as it was fetched and decoded. */
export interface HtmlPage {
  readonly html: string;
  /** Where the page was found after redirects. */
  readonly url: string;
  readonly options: ContentOptions;
}

export type PageReading =
  { readonly ok: true; readonly content: PageContent } | { readonly ok: false; readonly failure: Failure };

interface Facts {
  readonly baseUrl: string;
  readonly metadata: Metadata;
  readonly options: ContentOptions;
}

const contentNode = (page: PageDocument, { baseUrl, metadata, options }: Facts): MainContent => {
  const isArticle = saysArticle(page, metadata);
  const removed = [...excludeElements(page.body, options.excludeTags), ...runPasses(page.body, technicalPasses)];
  if (options.includeTags.length > 0) return { node: includeElements(page, options.includeTags), removed };
  if (!options.onlyMainContent) return { node: page.body, removed };
  const main = mainContentOf(page, baseUrl, { title: metadata.title, isArticle });
  return { node: main.node, removed: [...removed, ...main.removed] };
};

/** Own properties that shadow linkedom's, set where readability reads them, are gone before the tree is written out. */
const htmlOf = (node: DomElement): string => {
  Reflect.deleteProperty(node, 'innerHTML');
  return node.innerHTML.trim();
};

/**
 * Reads a page: one parse, from which links, metadata, main content and markdown are taken in this order, because each
 * step removes what the ones before it need. The same page gives the same bytes.
 *
 * Fails with CONTENT_TOO_COMPLEX on a page that is nested too deeply or has too many tags. A page without any text is no
 * failure here: its markdown is empty, and the caller knows whether another tier might find more.
 */
export const readPage = ({ html, url, options }: HtmlPage): PageReading => {
  const problem = markupProblem(html);
  if (problem !== null) return { ok: false, failure: problem };
  const page = parsePage(html);
  const baseUrl = baseUrlOf(page, url);
  const links = linksOf(page, baseUrl);
  const metadata = metadataOf(page, baseUrl);
  const hasEmbeddedPdfs = embedsPdf(page.body);
  const { node, removed } = contentNode(page, { baseUrl, metadata, options });
  const images = cleanNode(node, baseUrl, !options.removeBase64Images);
  const mainHtml = options.wantHtml ? { html: htmlOf(node) } : {};
  const text = plainTextOf(node);
  const markdown = markdownOf(node) || text;
  const content: PageContent = {
    ...metadata,
    markdown,
    ...mainHtml,
    links,
    images,
    removed,
    contentHash: contentHash(markdown),
    hints: hintsOf(markdown, hasEmbeddedPdfs),
  };
  return { ok: true, content };
};
