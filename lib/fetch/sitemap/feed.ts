import { Parser } from 'htmlparser2';
import { limits } from '../../limits/limits.ts';
import { addressFrom, xmlBase } from './xml-base.ts';

/** An entry of a feed; null for what it does not have. */
export interface FeedItem {
  /** Plain text. */
  readonly title: string | null;
  /** As the feed writes it, or absolute where `xml:base` says where it starts. */
  readonly url: string | null;
  /** As the feed writes it. */
  readonly date: string | null;
  /** Names of those who wrote it, joined by a comma and a space. */
  readonly author: string | null;
  /** The longest text of the entry, as HTML. */
  readonly html: string | null;
  /** Where the links of its HTML start; null for the address of the feed. */
  readonly base: string | null;
}

/** RSS 0.9 to 2.0, Atom 1.0 and JSON Feed 1, read alike. Texts are plain. */
export interface Feed {
  readonly title: string | null;
  /** Names of those who write it, joined by a comma and a space. */
  readonly author: string | null;
  readonly description: string | null;
  readonly language: string | null;
  /** The first `limits.feedItemsMax` entries. */
  readonly items: readonly FeedItem[];
  /** How many entries follow, and the characters of their texts without white space and markup. */
  readonly leftOut: { readonly items: number; readonly characters: number };
}

type Field = 'title' | 'link' | 'guid' | 'date' | 'summary' | 'language' | 'author';

/** The meaning of elements by their local name: RSS, Atom and Dublin Core. */
const fields: Readonly<Record<string, Field>> = {
  title: 'title',
  link: 'link',
  guid: 'guid',
  pubdate: 'date',
  published: 'date',
  updated: 'date',
  date: 'date',
  description: 'summary',
  summary: 'summary',
  content: 'summary',
  encoded: 'summary',
  subtitle: 'summary',
  language: 'language',
  author: 'author',
  creator: 'author',
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const start =
  /^(?:\s|<\?xml[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<\?xml-stylesheet[^>]*\?>)*<(?:rss|feed|rdf:RDF)[\s>]/i;

/** Says whether a document begins like a feed. */
export const isFeed = (xml: string): boolean => start.test(xml.slice(0, 2_048));

const roots: ReadonlySet<string> = new Set(['rss', 'rdf', 'feed', 'channel']);

const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the words of a piece of HTML, which feeds have in their titles and summaries. */
export const htmlWords = (html: string): string => {
  const kept: string[] = [];
  let skipped = 0;
  const parser = new Parser({
    onopentagname: (name) => {
      if (name === 'script' || name === 'style') skipped += 1;
      kept.push(' ');
    },
    onclosetag: (name) => {
      if (name === 'script' || name === 'style') skipped -= 1;
      kept.push(' ');
    },
    ontext: (text) => {
      if (skipped === 0) kept.push(text);
    },
  });
  parser.end(html);
  return collapsed(kept.join(''));
};

/**
 * Returns the name of an author without an address: RSS has `ada@a.test (Ada Quill)`, Atom an element for each part.
 */
const authorName = (text: string): string => {
  const [, named] = /^\S+@\S+\s+\(([^()]+)\)$/.exec(text) ?? [];
  return named ?? (text.includes('@') && !text.includes(' ') ? '' : text);
};

/** Joins the names of authors, each once. */
export const joinAuthors = (names: readonly string[]): string | null =>
  orNull(
    [...new Set(names.map((name) => authorName(htmlWords(name))).filter((name) => name !== ''))].join(', '),
  );

const orNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** An entry, or the channel, while it is read: texts as they stand, and the addresses where they start. */
interface Draft {
  readonly texts: Partial<Record<Field, string>>;
  readonly authors: string[];
  base: string | null;
}

const newDraft = (): Draft => ({ texts: {}, authors: [], base: null });

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

const itemOf = ({ texts, authors, base }: Draft): FeedItem => {
  const guid = texts.guid?.trim() ?? '';
  return {
    title: orNull(htmlWords(texts.title ?? '')),
    url: orNull(texts.link?.trim()) ?? (isAddress(guid) ? guid : null),
    date: orNull(collapsed(texts.date ?? '')),
    author: joinAuthors(authors),
    html: orNull(texts.summary?.trim()),
    base,
  };
};

/** Counts the characters of HTML, without white space and markup. */
export const countHtmlText = (html: string): number => html.replace(/<[^<>]*>|\s+/g, '').length;

const depthMax = 64;

/** Escapes what is markup in a text. */
export const escapedText = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));

/** Elements that HTML closes by their beginning. */
const voidNames = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

type Attributes = Readonly<Record<string, string>>;

const startTag = (local: string, attributes: Attributes): string => {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapedText(value).replaceAll('"', '&quot;')}"`,
  );
  return `<${local}${written.join('')}>`;
};

/** An element that is open, and the address where relative ones in it start: of `xml:base` (RFC 4287, section 2). */
interface OpenElement {
  readonly local: string;
  readonly base: string | null;
}

/** Builds a feed from the elements and texts of its file. */
class FeedBuilder {
  readonly items: FeedItem[] = [];
  readonly channel = newDraft();
  readonly leftOut = { items: 0, characters: 0 };
  /** What the feed's first elements say of the language of its text (XML 1.0, section 2.12). */
  language: string | undefined;
  readonly #url: string;
  readonly #open: OpenElement[] = [];
  #draft: Draft | null = null;
  #field: Field | null = null;
  #depthOfField = 0;
  /** Whether the field is XHTML, so that its text is written as such. */
  #isXhtml = false;
  #text = '';

  constructor(url: string) {
    this.#url = url;
  }

  get #base(): string | null {
    return this.#open.at(-1)?.base ?? null;
  }

  begin(name: string, attributes: Attributes): void {
    const local = localName(name);
    const parent = this.#open.at(-1)?.local ?? '';
    if (roots.has(local) && attributes['xml:lang'] !== undefined) this.language ??= attributes['xml:lang'];
    this.#open.push({ local, base: xmlBase(attributes['xml:base'], this.#base, this.#url) });
    if (this.#open.length > depthMax) return;
    if (local === 'item' || local === 'entry') {
      this.#draft = newDraft();
      this.#field = null;
    }
    if (this.#field !== null) {
      if (this.#field === 'summary') this.#text += startTag(local, attributes);
      // Atom has the name in an element, beside others for an address.
      if (this.#field === 'author' && local === 'name') this.#text = '';
      return;
    }
    if (!['item', 'entry', 'channel', 'feed'].includes(parent)) return;
    const { href } = attributes;
    if (local === 'link' && href !== undefined) {
      const { texts } = this.#draft ?? this.channel;
      const isItsOwn = (attributes['rel'] ?? 'alternate') === 'alternate';
      if (isItsOwn && (texts.link ?? '').trim() === '') texts.link = addressFrom(href, this.#base);
    } else if (Object.hasOwn(fields, local) && !(local === 'guid' && attributes['isPermaLink'] === 'false')) {
      this.#field = fields[local] ?? null;
      this.#depthOfField = this.#open.length;
      this.#isXhtml = attributes['type'] === 'xhtml';
      this.#text = '';
    }
  }

  text(part: string): void {
    if (this.#field === null) return;
    const isDetail =
      this.#field === 'author' &&
      this.#open.length > this.#depthOfField &&
      this.#open.at(-1)?.local !== 'name';
    if (!isDetail) this.#text += this.#isXhtml ? escapedText(part) : part;
  }

  end(): void {
    const closed = this.#open.at(-1);
    if (this.#field !== null && this.#open.length === this.#depthOfField) this.#endField(this.#field);
    else if (this.#field === 'summary' && closed !== undefined && !voidNames.has(closed.local))
      this.#text += `</${closed.local}>`;
    this.#open.pop();
    const isItem = closed?.local === 'item' || closed?.local === 'entry';
    if (isItem && this.#draft !== null) {
      if (this.items.length < limits.feedItemsMax) this.items.push(itemOf(this.#draft));
      else {
        this.leftOut.items += 1;
        const { title = '', summary = '' } = this.#draft.texts;
        this.leftOut.characters += countHtmlText(title) + countHtmlText(summary);
      }
      this.#draft = null;
    }
  }

  #endField(field: Field): void {
    const target = this.#draft ?? this.channel;
    this.#field = null;
    if (field === 'author') {
      if (target.authors.length < limits.authorsMax) target.authors.push(this.#text);
      return;
    }
    const known = target.texts[field];
    // If there is a summary and a full text, the full text is kept; else the first.
    if (known === undefined || (field === 'summary' && this.#text.length > known.length)) {
      target.texts[field] = field === 'link' ? addressFrom(this.#text, this.#base) : this.#text;
      if (field === 'summary') target.base = this.#base;
    }
  }
}

/**
 * Reads a feed, even if it is not well-formed; expands no entities except XML's own. Null if it has no items and no
 * title.
 *
 * @param url Its own address, where `xml:base` starts.
 */
export const readFeed = (xml: string, url: string): Feed | null => {
  const builder = new FeedBuilder(url);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => builder.begin(name, attributes),
      ontext: (part) => builder.text(part),
      onclosetag: () => builder.end(),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const { items, leftOut, channel } = builder;
  const title = orNull(htmlWords(channel.texts.title ?? ''));
  if (title === null && items.length === 0) return null;
  return {
    title,
    author: joinAuthors(channel.authors),
    description: orNull(htmlWords(channel.texts.summary ?? '')),
    language: orNull(collapsed(channel.texts.language ?? builder.language ?? '')),
    items,
    leftOut,
  };
};
