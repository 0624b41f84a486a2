import { createHash } from 'node:crypto';
import type { Failure } from '../failure.ts';
import { captionPasses, cleanupPasses } from './cleanup-passes.ts';
import { collapsed } from './dom-walk.ts';
import { elementsOf, parsePage, type PageDocument } from './document.ts';
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

const articleType = /"@type"\s*:\s*\[?\s*"[a-z]*(?:Article|BlogPosting)"/i;

/** Whether the page itself says that it is an article, in Open Graph or JSON-LD. */
const isArticle = (page: PageDocument, openGraphType: string | null): boolean =>
  openGraphType?.toLowerCase() === 'article' ||
  elementsOf(page, 'script').some(
    (script) => script.getAttribute('type') === 'application/ld+json' && articleType.test(script.textContent),
  );

/** The part of a page that is wanted, and what was taken out on the way there. */
interface Wanted {
  readonly root: DomElement;
  readonly heading: PageHeading | null;
  readonly record: PassRecord;
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
  const article = isArticle(page, metadata.og.type);
  const record = passRecord(false);
  const context = { without: [], record, isArticle: article };
  selectTags(body, options);
  clean(body, [silentPasses, technicalPasses, surroundingPasses, captionPasses], context);
  const { root } = mainContentOf(page, { isArticle: article, title: metadata.title ?? '', url });
  clean(root, [cleanupPasses], context);
  restoreHeading(root, heading);
  return { root, heading, record };
};

/** All of the body, or of what the request's tags select. */
const wholeOf = ({ body }: PageDocument, { options }: Html): Wanted => {
  const record = passRecord(false);
  selectTags(body, options);
  clean(body, [silentPasses, technicalPasses], { without: [], record, isArticle: false });
  return { root: body, heading: null, record };
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
      images: imagesOf(root, urls),
      removed: removedIn(wanted.record),
      contentHash: contentHashOf(markdown),
      hints: hintsOf(root, markdown, embedsPdfs),
    },
  };
};
