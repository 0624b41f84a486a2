import { limits } from '../../limits/limits.ts';
import { FeedNames, type FeedField, type FeedName } from './feed-names.ts';
import {
  collapsedText,
  countHtmlText,
  escapedText,
  htmlWords,
  joinAuthors,
  paragraphsIn,
  textOrNull,
} from './feed-text.ts';
import { textForm, type TextForm } from './text-form.ts';
import { addressFrom, xmlBase } from './xml-base.ts';

/** A file that belongs to an entry of a feed: the recording of a podcast, a picture. */
export interface FeedEnclosure {
  /** As the feed writes it, or absolute where `xml:base` says where it starts. */
  readonly url: string;
  readonly title: string | null;
  readonly isImage: boolean;
}

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
  /** The longest text of the entry, as HTML. What extensions say counts only if it has none of its own. */
  readonly html: string | null;
  /** Where the links of its HTML start; null for the address of the feed. */
  readonly base: string | null;
  /** At most `limits.feedEnclosuresMax`. */
  readonly enclosures: readonly FeedEnclosure[];
}

const roots: ReadonlySet<string> = new Set(['rss', 'rdf', 'feed', 'channel']);

/** What is said of an entry, or of the channel, while it is read: texts as they stand. */
interface Said {
  readonly texts: Partial<Record<FeedField, string>>;
  readonly authors: string[];
  /** Where relative addresses of the summary start. */
  base: string | null;
}

/** An entry, or the channel, while it is read. */
interface Draft {
  readonly own: Said;
  /** What extensions say, for what the entry does not say itself. */
  readonly besides: Said;
  readonly enclosures: FeedEnclosure[];
}

const newSaid = (): Said => ({ texts: {}, authors: [], base: null });
const newDraft = (): Draft => ({ own: newSaid(), besides: newSaid(), enclosures: [] });

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);

/** Returns the title and the text of an entry or a channel, and where links of the text start. */
const textsIn = ({ own, besides }: Draft): Pick<FeedItem, 'title' | 'html' | 'base' | 'author'> => {
  const words = (said: Said): string | null => textOrNull(htmlWords(said.texts.title ?? ''));
  const summary = textOrNull(own.texts.summary?.trim());
  return {
    title: words(own) ?? words(besides),
    html: summary ?? textOrNull(besides.texts.summary?.trim()),
    base: summary === null ? besides.base : own.base,
    author: joinAuthors(own.authors) ?? joinAuthors(besides.authors),
  };
};

const itemFrom = (draft: Draft): FeedItem => {
  const { texts } = draft.own;
  const guid = texts.guid?.trim() ?? '';
  return {
    ...textsIn(draft),
    url: textOrNull(texts.link?.trim()) ?? (isAddress(guid) ? guid : null),
    date: textOrNull(collapsedText(texts.date ?? '')),
    enclosures: draft.enclosures,
  };
};

const depthMax = 64;

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
interface OpenElement extends FeedName {
  readonly base: string | null;
  /** Where an entry's files stand, of which one group holds the same in several forms: it gives one. */
  enclosureOfGroup?: number;
}

const isOwn = ({ vocabulary }: FeedName): boolean => vocabulary === 'feed' || vocabulary === 'atom';
const isItem = (element: OpenElement | undefined): boolean =>
  element !== undefined && isOwn(element) && (element.local === 'item' || element.local === 'entry');
const isMediaGroup = ({ vocabulary, local }: FeedName): boolean =>
  vocabulary === 'media' && local === 'group';

/** Says whether elements within this one speak of an entry or of the channel. */
const isSpokenOf = (parent: OpenElement): boolean =>
  isItem(parent) ||
  isMediaGroup(parent) ||
  (isOwn(parent) && (parent.local === 'channel' || parent.local === 'feed'));

/** Players that no browser has any more. */
const deadType = /flash/i;

const enclosureFrom = (attributes: Attributes, address: string, base: string | null): FeedEnclosure => {
  const { type = '', medium = '', title } = attributes;
  return {
    url: addressFrom(address.trim(), base),
    title: textOrNull(collapsedText(title ?? '')),
    isImage:
      /^image\//i.test(type) ||
      medium === 'image' ||
      (type + medium === '' && /\.(?:jpe?g|png|gif|webp|avif)(?:$|[?#])/i.test(address)),
  };
};

/** Builds a feed from the elements and texts of its file. */
export class FeedBuilder {
  readonly items: FeedItem[] = [];
  readonly leftOut = { items: 0, characters: 0 };
  /** What the feed's first elements say of the language of its text (XML 1.0, section 2.12). */
  #xmlLanguage: string | undefined;
  readonly #channel = newDraft();
  readonly #url: string;
  readonly #names = new FeedNames();
  readonly #open: OpenElement[] = [];
  #draft: Draft | null = null;
  #field: FeedField | null = null;
  #isOwnField = true;
  #depthOfField = 0;
  #form: TextForm = 'html';
  #hasTags = false;
  #text = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** What the channel says of itself. */
  get channel(): Pick<FeedItem, 'title' | 'html' | 'author'> {
    return textsIn(this.#channel);
  }

  get language(): string | null {
    return textOrNull(collapsedText(this.#channel.own.texts.language ?? this.#xmlLanguage ?? ''));
  }

  get #base(): string | null {
    return this.#open.at(-1)?.base ?? null;
  }

  begin(name: string, attributes: Attributes): void {
    const parent = this.#open.at(-1);
    const read = this.#names.read(name, attributes);
    const element: OpenElement = {
      ...read,
      base: xmlBase(attributes['xml:base'], this.#base, this.#url),
    };
    if (isOwn(element) && roots.has(read.local)) this.#xmlLanguage ??= attributes['xml:lang'];
    this.#open.push(element);
    if (this.#open.length > depthMax) return;
    if (isItem(element)) {
      this.#draft = newDraft();
      this.#field = null;
    }
    if (this.#field !== null) this.#beginWithin(this.#field, read.local, attributes);
    else if (parent !== undefined && isSpokenOf(parent)) this.#beginFact(element, parent, attributes);
  }

  #beginWithin(field: FeedField, local: string, attributes: Attributes): void {
    this.#hasTags = true;
    if (field === 'summary') this.#text += startTag(local, attributes);
    // Atom has the name in an element, beside others for an address.
    if (field === 'author' && local === 'name') this.#text = '';
  }

  /** Begins an element that says something of an entry or of the channel. */
  #beginFact(element: OpenElement, parent: OpenElement, attributes: Attributes): void {
    const { local, field } = element;
    const { href, rel = 'alternate', url } = attributes;
    if (isOwn(element) && local === 'link' && href !== undefined) {
      const { texts } = (this.#draft ?? this.#channel).own;
      if (rel === 'enclosure') this.#addEnclosure(href, attributes);
      if (rel === 'alternate' && (texts.link ?? '').trim() === '') texts.link = addressFrom(href, this.#base);
      return;
    }
    if (isOwn(element) && local === 'enclosure') this.#addEnclosure(url, attributes);
    else if (element.vocabulary === 'media' && local === 'content')
      this.#addEnclosure(url, attributes, parent);
    if (field === null || (field === 'guid' && attributes['isPermaLink'] === 'false')) return;
    const form = textForm(element, attributes);
    if (form === null) return;
    this.#field = field;
    this.#isOwnField = isOwn(element);
    this.#depthOfField = this.#open.length;
    this.#form = form;
    this.#hasTags = false;
    this.#text = '';
  }

  #addEnclosure(url: string | undefined, attributes: Attributes, parent?: OpenElement): void {
    const enclosures = this.#draft?.enclosures;
    if (enclosures === undefined || url === undefined || url.trim() === '') return;
    if (url.length > limits.urlCharactersMax || deadType.test(attributes['type'] ?? '')) return;
    const found = enclosureFrom(attributes, url, this.#base);
    const group = parent !== undefined && isMediaGroup(parent) ? parent : undefined;
    if (group?.enclosureOfGroup !== undefined) {
      if (attributes['isDefault'] === 'true') enclosures[group.enclosureOfGroup] = found;
      return;
    }
    if (enclosures.length >= limits.feedEnclosuresMax) return;
    if (group !== undefined) group.enclosureOfGroup = enclosures.length;
    enclosures.push(found);
  }

  text(part: string): void {
    if (this.#field === null) return;
    const isDetail =
      this.#field === 'author' &&
      this.#open.length > this.#depthOfField &&
      this.#open.at(-1)?.local !== 'name';
    if (!isDetail) this.#text += this.#form === 'html' ? part : escapedText(part);
  }

  end(): void {
    const closed = this.#open.at(-1);
    if (this.#field !== null && this.#open.length === this.#depthOfField) this.#endField(this.#field);
    else if (this.#field === 'summary' && closed !== undefined && !voidNames.has(closed.local))
      this.#text += `</${closed.local}>`;
    this.#open.pop();
    if (isItem(closed) && this.#draft !== null) {
      if (this.items.length < limits.feedItemsMax) this.items.push(itemFrom(this.#draft));
      else {
        this.leftOut.items += 1;
        const { title, html } = textsIn(this.#draft);
        this.leftOut.characters += countHtmlText(title ?? '') + countHtmlText(html ?? '');
      }
      this.#draft = null;
    }
  }

  #endField(field: FeedField): void {
    const draft = this.#draft ?? this.#channel;
    const target = this.#isOwnField ? draft.own : draft.besides;
    this.#field = null;
    if (field === 'author') {
      if (target.authors.length < limits.authorsMax) target.authors.push(this.#text);
      return;
    }
    const isPlain = this.#form === 'plain' && !this.#hasTags;
    const text = field === 'summary' && isPlain ? paragraphsIn(this.#text) : this.#text;
    const known = target.texts[field];
    // If there is a summary and a full text, the full text is kept; else the first.
    if (known === undefined || (field === 'summary' && text.length > known.length)) {
      target.texts[field] = field === 'link' ? addressFrom(text, this.#base) : text;
      if (field === 'summary') target.base = this.#base;
    }
  }
}
