import { Parser } from 'htmlparser2';
import { FeedBuilder, type FeedItem } from './feed-builder.ts';
import { htmlWords, textOrNull } from './feed-text.ts';

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

/** What may stand before the first element; RSS 0.91 has a document type. */
const prolog = /^(?:\s|<\?xml[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<!doctype\s[^<>[\]]*(?:\[[^\]]*\]\s*)?>)*/i;
const root = /^<(?:rss|rdf:RDF|(?:[\w.-]{1,32}:)?feed)[\s>]/i;

/** Says whether a document begins like a feed. */
export const isFeed = (xml: string): boolean => {
  const start = xml.slice(0, 2_048);
  return root.test(start.slice(prolog.exec(start)?.[0].length ?? 0));
};

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
  const { items, leftOut, channel, language } = builder;
  if (channel.title === null && items.length === 0) return null;
  return {
    title: channel.title,
    author: channel.author,
    description: textOrNull(htmlWords(channel.html ?? '')),
    language,
    items,
    leftOut,
  };
};
