import { createHash } from 'node:crypto';
import type { Failure } from '../failure.ts';
import { isArticlePage } from './article-signals.ts';
import { captionPasses, cleanupPasses } from './cleanup-passes.ts';
import { collapsed } from './dom-walk.ts';
import { parsePage, type PageDocument } from './document.ts';
import type { DomElement } from './dom.ts';
import { escapeLineStart, escapeText } from './escape-text.ts';
import { restoreFormulas } from './formulas.ts';
import { hasEmbeddedPdfs, hintsOf } from './hints.ts';
import { baseUrlOf, linksOf } from './links.ts';
import { headingOf, mainContentOf, restoreHeading, type PageHeading } from './main-content.ts';
import { cleanText, markdownOf } from './markdown.ts';
import { metadataOf } from './metadata.ts';
import type { ContentOptions, Metadata, PageContent } from './page-content.ts';
import { silentPasses, surroundingPasses, technicalPasses } from './passes.ts';
import type { Pass } from './pass.ts';
import { plainTextOf } from './plain-text.ts';
import { passRecord, removedIn, runPasses, type PassContext, type PassRecord } from './run-passes.ts';
import { selectTags } from './select-tags.ts';
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
}

export type PageRead =
  | { readonly kind: 'read'; readonly content: PageContent }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** `sha256:` and the hexadecimal SHA-256 of a page's markdown, by which its versions are compared. */
export const contentHashOf = (markdown: string): string =>
  `sha256:${createHash('sha256').update(markdown).digest('hex')}`;

/** The part of a page that is wanted, and what was taken out on the way there. */
interface Wanted {
  readonly root: DomElement;
  readonly heading: PageHeading | null;
  readonly record: PassRecord;
  readonly foundBy: PageContent['foundBy'];
}

/** Runs lists of passes one after the other; shares are counted in what the one before left. */
const clean = (
  root: DomElement,
  lists: readonly (readonly Pass[])[],
  context: Omit<PassContext, 'total'>,
): void => {
  for (const passes of lists) runPasses(root, passes, { ...context, total: summaryOf(root).length });
};

const mainOf = (page: PageDocument, metadata: Metadata, { url, options }: Html): Wanted => {
  const { body } = page;
  const heading = headingOf(body, [metadata.title, metadata.og.title]);
  const isArticle = isArticlePage(page, metadata);
  const record = passRecord(options.explain === true);
  const context = { without: options.without ?? [], record, isArticle };
  selectTags(body, options);
  clean(body, [silentPasses, technicalPasses, surroundingPasses, captionPasses], context);
  const { root, by } = mainContentOf(page, { isArticle, title: metadata.title ?? '', url });
  clean(root, [cleanupPasses], context);
  restoreHeading(root, heading);
  return { root, heading, record, foundBy: by };
};

/** All of the body, or of what the request's tags select. */
const wholeOf = ({ body }: PageDocument, { options }: Html): Wanted => {
  const record = passRecord(options.explain === true);
  selectTags(body, options);
  clean(body, [silentPasses, technicalPasses], {
    without: options.without ?? [],
    record,
    isArticle: false,
  });
  return { root: body, heading: null, record, foundBy: 'whole' };
};

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
  const embedsPdfs = hasEmbeddedPdfs(page);
  restoreFormulas(page.body);
  const urls = urlsFrom(baseUrl, options.removeBase64Images);
  // Who names the elements wanted does not want a guess among them.
  const isWhole = !options.onlyMainContent || options.includeTags.length > 0;
  const wanted = isWhole ? wholeOf(page, input) : mainOf(page, metadata, input);
  const markdown = markdownOf(wanted.root, urls) || bareTextOf(wanted.root);
  const { root } = wanted;
  return {
    kind: 'read',
    content: {
      ...metadata,
      markdown,
      text: plainTextOf(root, wanted.heading),
      ...(options.wantHtml ? { html: serializeHtml(root, urls) } : {}),
      links,
      structuredData,
      images: imagesOf(root, urls),
      removed: removedIn(wanted.record),
      ...(wanted.record.removals === null ? {} : { removals: wanted.record.removals }),
      foundBy: wanted.foundBy,
      contentHash: contentHashOf(markdown),
      hints: hintsOf(root, markdown, embedsPdfs),
    },
  };
};
