import { createHash } from 'node:crypto';
import type { Failure } from '../failure.ts';
import { withDescribed } from './described-metadata.ts';
import { collapsed } from './dom-walk.ts';
import { parsePage, type PageDocument } from './document.ts';
import type { DomElement } from './dom.ts';
import { escapeLineStart, escapeText } from './escape-text.ts';
import { restoreFormulas } from './formulas.ts';
import { hasEmbeddedPdfs, hintsOf } from './hints.ts';
import { detectLanguage } from './language.ts';
import { baseUrlOf, linksOf } from './links.ts';
import { cleanText, markdownOf } from './markdown.ts';
import { metadataOf } from './metadata.ts';
import type { ContentOptions, PageContent } from './page-content.ts';
import { mainPartOf, wholePartOf } from './wanted-part.ts';
import { plainTextOf } from './plain-text.ts';
import { removedIn } from './run-passes.ts';
import { serializeHtml } from './serialize-html.ts';
import { structuredDataOf } from './structured-data.ts';
import { summaryOf } from './text-summary.ts';
import { imagesOf, urlsFrom } from './urls.ts';

/** An HTML page, decoded. */
export interface Html {
  readonly html: string;
  /** Where the page was found. */
  readonly url: string;
  readonly options: ContentOptions;
  /** Looks at the page's tree before anything is removed from it, for whoever wants more of it than is read here. */
  readonly inspect?: Inspect | undefined;
}

/** Looks at a page's tree; `baseUrl`: where its relative links start. It changes nothing there. */
export type Inspect = (page: PageDocument, baseUrl: string) => void;

export type PageRead =
  | { readonly kind: 'read'; readonly content: PageContent }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** `sha256:` and the hexadecimal SHA-256 of a page's markdown, by which its versions are compared. */
export const contentHashOf = (markdown: string): string =>
  `sha256:${createHash('sha256').update(markdown).digest('hex')}`;

/** Text that stands only where none is shown, such as in a drawing: of a page of nothing else, better than nothing. */
const bareTextOf = (root: DomElement): string =>
  summaryOf(root).length === 0 ? '' : escapeLineStart(escapeText(collapsed(cleanText(root.textContent))));

/**
 * Reads an HTML page: links and metadata of the raw page, then the main content as markdown. The same page gives the same
 * bytes. Markdown is empty only where the body has no text, or where the request's tags select none.
 *
 * Answers CONTENT_TOO_COMPLEX for a page of more nodes than `limits` allow.
 */
export const readPage = (input: Html): PageRead => {
  const parsed = parsePage(input.html);
  if (parsed.kind === 'refused') return parsed;
  const { page } = parsed;
  const { options } = input;
  const baseUrl = baseUrlOf(page, input.url);
  const links = linksOf(page, baseUrl, input.url);
  const metadata = metadataOf(page, baseUrl);
  const structuredData = structuredDataOf(page, metadata, baseUrl);
  input.inspect?.(page, baseUrl);
  const embedsPdfs = hasEmbeddedPdfs(page);
  restoreFormulas(page);
  const urls = urlsFrom(baseUrl, options.removeBase64Images);
  // Who names the elements wanted does not want a guess among them.
  const isWhole = !options.onlyMainContent || options.includeTags.length > 0;
  const raw = { page, metadata, structuredData, url: input.url };
  const wanted = isWhole ? wholePartOf(raw, options) : mainPartOf(raw, options);
  const shown = options.keepImages === false ? { ...urls, image: () => null } : urls;
  const markdown = markdownOf(wanted.root, shown) || bareTextOf(wanted.root);
  const { root } = wanted;
  const text = plainTextOf(root, wanted.heading);
  return {
    kind: 'read',
    content: {
      ...withDescribed(metadata, structuredData),
      language: metadata.language ?? detectLanguage(text),
      markdown,
      text,
      ...(options.wantHtml ? { html: serializeHtml(root, urls) } : {}),
      links,
      structuredData,
      images: imagesOf(root, urls),
      removed: removedIn(wanted.record),
      ...(wanted.record.removals === null ? {} : { removals: wanted.record.removals }),
      foundBy: wanted.foundBy,
      pageKind: wanted.found.kind,
      kindEvidence: wanted.found.evidence,
      contentHash: contentHashOf(markdown),
      hints: hintsOf(root, markdown, embedsPdfs),
    },
  };
};
