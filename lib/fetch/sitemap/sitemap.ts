import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import { limits } from '../../limits/limits.ts';
import { detectEncoding } from '../http/decode.ts';
import { htmlWords } from './feed-text.ts';
import { addressFrom, xmlBase } from './xml-base.ts';

/** The URLs in a sitemap file, as written. */
export interface Sitemap {
  readonly format: 'urlset' | 'index' | 'feed' | 'text';
  /** URLs of pages, each once, in the order of the file. */
  readonly urls: readonly string[];
  /** URLs of other sitemaps. */
  readonly sitemaps: readonly string[];
  /** Titles that a feed, or a sitemap of news, gives its URLs: of the first `limits.feedItemsMax` that have one. */
  readonly titles: ReadonlyMap<string, string>;
  /** Whether the file has more than is read, or breaks off. */
  readonly cut: boolean;
}

/**
 * Bytes that are parsed before other requests get their turn: 50 MB in one go would hold up every request of the
 * process.
 */
const chunkBytes = 512 * 1_024;

interface Found {
  format: Sitemap['format'] | undefined;
  readonly urls: Set<string>;
  readonly sitemaps: Set<string>;
  readonly titles: Map<string, string>;
}

/** Says that no more of a file is read; thrown out of the parser, which has no other way to stop. */
const enough = new Error('Enough of this sitemap was read');

const roots: Readonly<Record<string, Sitemap['format']>> = {
  urlset: 'urlset',
  sitemapindex: 'index',
  rss: 'feed',
  feed: 'feed',
  rdf: 'feed',
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')));

/** What a text is: the URL of a page, of another sitemap, or of an item that may have a link as well; or a title. */
type Holder = 'page' | 'sitemap' | 'guid' | 'title';

/** Elements of a sitemap or feed that are read, by parent and name. Extensions (`image:loc`) have another prefix. */
const holders: ReadonlyMap<string, Holder> = new Map([
  ['url>loc', 'page'],
  ['sitemap>loc', 'sitemap'],
  ['item>link', 'page'],
  ['item>guid', 'guid'],
  ['item>title', 'title'],
  ['entry>title', 'title'],
]);

/** The element of Google's sitemaps for news that holds the title of the page: `news:title` in `news:news`. */
const newsTitle = 'news>title';

const isEntry = (parent: string, local: string): boolean =>
  local === 'item' || local === 'entry' || (local === 'url' && parent === 'urlset');

/** The entry that was opened last. Its permanent address counts if it has no link. */
interface OpenEntry {
  /** How many elements are open around its content. */
  readonly depth: number;
  hasLink: boolean;
  guid: string;
  title: string;
  readonly urls: string[];
}

const newEntry = (depth: number): OpenEntry => ({ depth, hasLink: false, guid: '', title: '', urls: [] });

/** URLs of one entry that get its title: an Atom entry may have links in several languages. */
const titledUrlsMax = 10;

/** An element that is open, and the address where relative ones in it start: of `xml:base` (RFC 4287, section 2). */
interface OpenElement {
  readonly name: string;
  readonly base: string | null;
}

/**
 * Makes a streaming reader of XML sitemaps and feeds. It knows only XML's five entities and numbers. It ignores
 * declarations in a document type, so there is nothing to expand or fetch. It ignores errors of form, because most
 * sitemaps that break a rule still name their pages.
 */
const xmlReader = (found: Found, ownUrl: string | null): Pick<Parser, 'write' | 'end'> => {
  const open: OpenElement[] = [];
  let prefix = '';
  let text: string | null = null;
  let holder: Holder = 'page';
  let entry = newEntry(0);
  const base = (): string | null => open.at(-1)?.base ?? null;
  const add = (to: Set<string>, value: string): void => {
    const url = addressFrom(value.trim(), base());
    if (url !== '' && url.length <= limits.urlCharactersMax) {
      to.add(url);
      if (to === found.urls && entry.urls.length < titledUrlsMax) entry.urls.push(url);
    }
    if (found.urls.size + found.sitemaps.size >= limits.sitemapUrlsMax) throw enough;
  };
  const settle = (written: string): void => {
    if (holder === 'title') entry.title ||= written;
    else if (holder === 'guid') entry.guid = /^https?:\/\//i.test(written.trim()) ? written : '';
    else add(holder === 'sitemap' ? found.sitemaps : found.urls, written);
    if (holder === 'page' && written.trim() !== '') entry.hasLink = true;
  };
  const close = (local: string): void => {
    if (local === 'item' && !entry.hasLink) add(found.urls, entry.guid);
    if (entry.title === '' || found.titles.size >= limits.feedItemsMax) return;
    const title = htmlWords(entry.title).slice(0, limits.mapTitleCharactersMax);
    for (const url of entry.urls) if (title !== '' && !found.titles.has(url)) found.titles.set(url, title);
  };
  return new Parser(
    {
      onopentag: (name, attributes) => {
        const local = localName(name);
        const parent = localName(open.at(-1)?.name ?? '');
        if (open.length === 0) {
          found.format ??= roots[local];
          if (found.format === undefined) throw enough;
          prefix = prefixOf(name);
        }
        open.push({ name, base: xmlBase(attributes['xml:base'], base(), ownUrl) });
        if (open.length > limits.sitemapDepthMax) throw enough;
        // RSS 1.0 gives its root a prefix that its items do not have.
        const isOurs = prefixOf(name) === prefix || prefix === 'rdf';
        const place = `${parent}>${local}`;
        if (!isOurs && place !== newsTitle) return;
        if (isEntry(parent, local)) entry = newEntry(open.length);
        const held = place === newsTitle ? 'title' : holders.get(place);
        if (held !== undefined && !(held === 'guid' && attributes['isPermaLink'] === 'false')) {
          text = '';
          holder = held;
        }
        if (parent === 'entry' && local === 'link' && (attributes['rel'] ?? 'alternate') === 'alternate')
          add(found.urls, attributes['href'] ?? '');
      },
      ontext: (part) => {
        if (text !== null && text.length <= limits.urlCharactersMax) text += part;
      },
      onclosetag: (name, isImplied) => {
        // An element that only the end of the file closes may hold half a URL.
        const local = localName(name);
        // A title may hold elements of XHTML.
        if (text !== null && !isImplied && (holder !== 'title' || local === 'title')) {
          settle(text);
          text = null;
        } else if (open.length === entry.depth) close(local);
        open.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
};

const isUrl = (line: string): boolean => /^https?:\/\/\S+$/i.test(line);

/** Makes a reader of text sitemaps, with one URL a line. A text whose first lines are no URLs is no sitemap. */
const textReader = (found: Found): Pick<Parser, 'write' | 'end'> => {
  let rest = '';
  let others = 0;
  const take = (lines: readonly string[]): void => {
    for (const line of lines) {
      const text = line.trim();
      if (text === '') continue;
      if (isUrl(text)) {
        found.format = 'text';
        if (text.length <= limits.urlCharactersMax) found.urls.add(text);
      } else others += 1;
      if (others > found.urls.size + 5 || found.urls.size >= limits.sitemapUrlsMax) throw enough;
    }
  };
  return {
    write: (chunk) => {
      const lines = `${rest}${chunk}`.split(/\r\n|\r|\n/);
      rest = lines.pop() ?? '';
      take(lines);
      // A line longer than any URL is not collected.
      rest = rest.slice(0, limits.urlCharactersMax + 1);
    },
    end: () => take([rest]),
  };
};

/** Returns the beginning of a file, cut at a place that splits no character. */
const beginning = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length <= chunkBytes) return bytes;
  const chunk = bytes.subarray(0, chunkBytes);
  return chunk.subarray(0, Math.max(chunk.lastIndexOf(0x0a), chunk.lastIndexOf(0x3e)) + 1);
};

const sitemapRoot =
  /^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->)*<(?:[\w.-]{1,32}:)?(?:urlset|sitemapindex)[\s>]/i;

/** Says whether a document begins like a sitemap of XML. */
export const isSitemapXml = (xml: string): boolean => sitemapRoot.test(xml.slice(0, 2_048));

/**
 * Reads a sitemap file (sitemaps.org), decompressed: urlset, index, RSS 1.0 and 2.0, Atom, or text. Returns at most
 * `limits.sitemapUrlsMax` URLs. Returns null for any other document: many sites answer any path with a page.
 *
 * @param contentType The `Content-Type` header: only its charset counts.
 * @param url Its own address, where `xml:base` of a feed starts; null if it has none.
 */
export const readSitemap = async (
  bytes: Uint8Array,
  contentType: string | undefined,
  url: string | null = null,
): Promise<Sitemap | null> => {
  const decoder = new TextDecoder(detectEncoding(beginning(bytes), contentType));
  const found: Found = { format: undefined, urls: new Set(), sitemaps: new Set(), titles: new Map() };
  let reader: Pick<Parser, 'write' | 'end'> | undefined;
  let cut = false;
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const chunk = decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true });
      reader ??= /^\s*</.test(chunk) ? xmlReader(found, url) : textReader(found);
      reader.write(chunk);
      await nextTurn();
    }
    reader?.end();
  } catch (error) {
    if (error !== enough) throw error;
    cut = true;
  }
  if (found.format === undefined) return null;
  const { format, urls, sitemaps, titles } = found;
  return { format, urls: [...urls], sitemaps: [...sitemaps], titles, cut };
};
