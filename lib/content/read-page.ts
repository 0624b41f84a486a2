import { createHash } from 'node:crypto';
import type { Failure } from '../failure.ts';
import { imagesOf, makeUrlsAbsolute } from './absolute-urls.ts';
import { parsePage, type PageDocument } from './document.ts';
import type { DomElement } from './dom.ts';
import { hasEmbeddedPdfs, hintsOf } from './hints.ts';
import { baseUrlOf, linksOf } from './links.ts';
import { headingOf, mainContentOf, restoreHeading, type PageHeading } from './main-content.ts';
import { markdownOf } from './markdown.ts';
import { markupProblem } from './markup-size.ts';
import { metadataOf } from './metadata.ts';
import type { ContentOptions, PageContent, Removed } from './page-content.ts';
import { surroundingPasses, technicalPasses } from './passes.ts';
import { runPasses, textLength } from './run-passes.ts';
import { selectTags } from './select-tags.ts';

/** An HTML page, decoded. */
export interface Html {
  readonly html: string;
  /** Where the page was found. */
  readonly url: string;
  readonly options: ContentOptions;
}

export type PageRead =
  | { readonly kind: 'read'; readonly content: PageContent }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** `sha256:` and the hexadecimal SHA-256 of a page's markdown, by which its versions are compared. */
export const contentHashOf = (markdown: string): string =>
  `sha256:${createHash('sha256').update(markdown).digest('hex')}`;

const articleType = /"@type"\s*:\s*\[?\s*"[a-z]*(?:Article|BlogPosting)"/i;

/** Whether the page itself says that it is an article, in Open Graph or JSON-LD. */
const isArticle = (page: PageDocument, openGraphType: string | null): boolean =>
  openGraphType?.toLowerCase() === 'article' ||
  page.document
    .getElementsByTagName('script')
    .some(
      (script) =>
        script.getAttribute('type') === 'application/ld+json' && articleType.test(script.textContent),
    );

/** Takes out of a fresh tree what its reader does not want, and makes what is left independent of where it stood. */
const prepare = (page: PageDocument, baseUrl: string, options: ContentOptions): Removed[] => {
  selectTags(page.body, options);
  const passes = options.onlyMainContent ? [...technicalPasses, ...surroundingPasses] : technicalPasses;
  const removed = runPasses(page.body, passes);
  makeUrlsAbsolute(page.body, baseUrl, options.removeBase64Images);
  return removed;
};

/** Tree, markdown and what was removed of one way to read the page. */
interface Reading {
  readonly markdown: string;
  readonly html: string | undefined;
  readonly images: string[];
  readonly root: DomElement;
  readonly removed: Removed[];
}

const render = (root: DomElement, removed: Removed[], options: ContentOptions): Reading => {
  // Before the markdown, which uses the tree up.
  const html = options.wantHtml ? root.innerHTML.trim() : undefined;
  return { html, images: imagesOf(root), markdown: markdownOf(root), root, removed };
};

const readTree = (
  { html, options }: Html,
  page: PageDocument,
  baseUrl: string,
  facts: { readonly article: boolean; readonly heading: PageHeading | null },
): Reading => {
  const reopen = (): PageDocument => {
    const again = parsePage(html);
    prepare(again, baseUrl, options);
    return again;
  };
  const removed = prepare(page, baseUrl, options);
  // Who names the elements wanted does not want a guess among them.
  const isWhole = !options.onlyMainContent || options.includeTags.length > 0;
  const root = isWhole ? page.body : mainContentOf(page, facts.article, reopen).root;
  if (!isWhole) restoreHeading(page, root, facts.heading);
  return render(root, removed, options);
};

/** All of the body: for a page whose text the passes and readability together took for furniture. */
const readWhole = ({ html, options }: Html, baseUrl: string): Reading => {
  const page = parsePage(html);
  selectTags(page.body, options);
  const removed = runPasses(page.body, technicalPasses.slice(0, 1));
  makeUrlsAbsolute(page.body, baseUrl, options.removeBase64Images);
  return render(page.body, removed, options);
};

/**
 * Reads an HTML page: links and metadata of the raw page, then the main content as markdown. The same page gives the same
 * bytes. Markdown is empty only where the body has no text, or where the request's tags select none.
 *
 * Answers CONTENT_TOO_COMPLEX for a page nested deeper or with more tags than `limits` allow, before building anything.
 */
export const readPage = (input: Html): PageRead => {
  const problem = markupProblem(input.html);
  if (problem !== null) return { kind: 'refused', failure: problem };
  const page = parsePage(input.html);
  const baseUrl = baseUrlOf(page, input.url);
  const links = linksOf(page, baseUrl);
  const metadata = metadataOf(page, baseUrl);
  const embedsPdfs = hasEmbeddedPdfs(page);
  const hasText = textLength(page.body) > 0;
  const first = readTree(input, page, baseUrl, {
    article: isArticle(page, metadata.og.type),
    heading: headingOf(page.body, [metadata.title, metadata.og.title]),
  });
  const { markdown, html, images, root, removed } =
    first.markdown === '' && hasText ? readWhole(input, baseUrl) : first;
  return {
    kind: 'read',
    content: {
      ...metadata,
      markdown,
      ...(html === undefined ? {} : { html }),
      links,
      images,
      removed,
      contentHash: contentHashOf(markdown),
      hints: hintsOf(root, markdown, embedsPdfs),
    },
  };
};
