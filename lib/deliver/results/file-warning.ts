import { contentKind } from '../../content/content-kind.ts';
import type { Envelope } from '../../envelope/envelope.ts';
import { detectContentType } from '../../fetch/http/content-type.ts';
import { isFeed } from '../../fetch/sitemap/feed.ts';
import { isJsonFeed } from '../../fetch/sitemap/json-feed.ts';

/** What a request wants of a page. */
export interface AskedDocument {
  readonly formats: readonly string[];
  readonly includeTags?: readonly string[];
  readonly excludeTags?: readonly string[];
  /** Whether the caller named no formats, and gets all that there are. */
  readonly isDefault?: boolean;
  /** The job whose result it is. An envelope of another job is delivered again if its page has not changed. */
  readonly job?: string;
}

/** A document that is read without a tree of elements, in words. */
type FileKind = 'a PDF' | 'a feed' | 'plain text' | 'JSON' | 'XML';

const kinds = { text: 'plain text', json: 'JSON', xml: 'XML' } as const;

/** The facts of an envelope by which its document was read. */
interface ReadDocument {
  readonly content: Pick<Envelope['content'], 'format' | 'body_html'>;
  readonly scrape: Pick<Envelope['scrape'], 'content_type'>;
}

/** Returns what an envelope's document is, by the facts that decided how it was read; null for a page of HTML. */
const fileKindIn = ({ content, scrape }: ReadDocument): FileKind | null => {
  if (content.format === 'pdf_text') return 'a PDF';
  const { body_html: sent } = content;
  if (sent === '') return null;
  if (isFeed(sent) || isJsonFeed(sent)) return 'a feed';
  const bytes = Buffer.from(sent.slice(0, 1_024));
  const kind = contentKind(detectContentType(scrape.content_type ?? undefined, bytes), bytes);
  return kind === null || kind === 'html' || kind === 'xhtml' ? null : kinds[kind];
};

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Formats of which a file has nothing. What a PDF shows is not drawn, and its bytes are no text. */
const emptyFormats = (kind: FileKind): readonly string[] =>
  kind === 'a PDF' ? ['html', 'rawHtml', 'images', 'attributes'] : ['attributes'];

/** Returns the request's options of which nothing is heeded in a document without elements. */
export const unheededTags = ({
  includeTags = [],
  excludeTags = [],
}: Omit<AskedDocument, 'formats'>): string =>
  listed([
    ...(includeTags.length > 0 ? ['includeTags'] : []),
    ...(excludeTags.length > 0 ? ['excludeTags'] : []),
  ]);

/**
 * Returns a warning for a document that is no page of HTML (a PDF, a feed, text, data), if the request wants of it what
 * only such a page has: formats that are empty or as the file was sent, and selectors. Null if it wants nothing so.
 */
export const fileWarning = (envelope: ReadDocument, asked: AskedDocument): string | null => {
  const formats = asked.isDefault === true ? [] : asked.formats;
  const tags = unheededTags(asked);
  const mayLack = ['html', 'rawHtml', 'images', 'attributes'].some((name) => formats.includes(name));
  if (tags === '' && !mayLack) return null;
  const kind = fileKindIn(envelope);
  if (kind === null) return null;
  const none = emptyFormats(kind).filter((name) => formats.includes(name));
  const isAsSent = formats.includes('html') && !none.includes('html');
  const lacks = [
    ...(none.length === 0 ? [] : [`${listed(none)} ${none.length === 1 ? 'has' : 'have'} nothing`]),
    ...(isAsSent ? ['html has the file as it was sent'] : []),
    ...(tags === '' ? [] : [`all of it is given, without heed to ${tags}`]),
  ];
  return lacks.length === 0 ? null : `The document is ${kind} and no page of HTML: ${lacks.join('; ')}`;
};
