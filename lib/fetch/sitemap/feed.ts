import { Parser } from 'htmlparser2';
import { limits } from '../../limits/limits.ts';

/** An entry of a feed. Text is plain; null if the feed has none. */
export interface FeedItem {
  readonly title: string | null;
  /** As the feed writes it. */
  readonly url: string | null;
  readonly date: string | null;
  readonly summary: string | null;
}

/** RSS 0.9 to 2.0 and Atom 1.0, read alike. */
export interface Feed {
  readonly title: string | null;
  readonly description: string | null;
  readonly language: string | null;
  readonly items: readonly FeedItem[];
}

/** Most items that are read from one feed; archives with more are sitemaps. */
const itemsMax = 2_000;
const summaryCharactersMax = 20_000;

type Field = 'title' | 'link' | 'date' | 'summary' | 'description' | 'language';

/** The meaning of elements by their local name: RSS, Atom and Dublin Core. */
const fields: Readonly<Record<string, Field>> = {
  title: 'title',
  link: 'link',
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
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const start =
  /^(?:\s|<\?xml[^>]*\?>|<!--(?:(?!-->)[\s\S])*-->|<\?xml-stylesheet[^>]*\?>)*<(?:rss|feed|rdf:RDF)[\s>]/i;

/** Says whether a document begins like a feed. */
export const isFeed = (xml: string): boolean => start.test(xml.slice(0, 2_048));

const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the words of a piece of HTML, which feeds have in their summaries. */
const wordsOf = (html: string): string => {
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

const orNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

type Draft = Partial<Record<Field, string>>;

const itemOf = (draft: Draft): FeedItem => ({
  title: orNull(wordsOf(draft.title ?? '')),
  url: orNull(draft.link?.trim()),
  date: orNull(collapsed(draft.date ?? '')),
  summary: orNull(wordsOf((draft.summary ?? '').slice(0, summaryCharactersMax))),
});

const depthMax = 64;

/**
 * Reads a feed, even if it is not well-formed; expands no entities except XML's own. Null if it has no items and no
 * title.
 */
export const readFeed = (xml: string): Feed | null => {
  const channel: Draft = {};
  const items: FeedItem[] = [];
  const open: string[] = [];
  let draft: Draft | undefined;
  let field: Field | undefined;
  let depthOfField = 0;
  let text = '';
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const local = localName(name);
        open.push(local);
        if (items.length >= itemsMax || open.length > depthMax) return;
        if (local === 'item' || local === 'entry') {
          draft = {};
          field = undefined;
        }
        const parent = open.at(-2);
        const isOurs = parent === 'item' || parent === 'entry' || parent === 'channel' || parent === 'feed';
        const { href } = attributes;
        if (isOurs && local === 'link' && href !== undefined) {
          const target = draft ?? channel;
          if ((attributes['rel'] ?? 'alternate') === 'alternate') target.link ??= href;
        } else if (isOurs && field === undefined && Object.hasOwn(fields, local)) {
          field = fields[local];
          depthOfField = open.length;
          text = '';
        }
      },
      ontext: (part) => {
        if (field !== undefined && text.length < summaryCharactersMax) text += part;
      },
      onclosetag: () => {
        const local = open.pop();
        if (field !== undefined && open.length < depthOfField) {
          const target = draft ?? channel;
          // If there is a summary and a full text, the full text is kept; else the first.
          if (
            target[field] === undefined ||
            (field === 'summary' && text.length > (target.summary?.length ?? 0))
          )
            target[field] = text;
          field = undefined;
        }
        if ((local === 'item' || local === 'entry') && draft !== undefined) {
          items.push(itemOf(draft));
          draft = undefined;
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const title = orNull(wordsOf(channel.title ?? ''));
  if (title === null && items.length === 0) return null;
  return {
    title,
    description: orNull(wordsOf(channel.summary ?? '')),
    language: orNull(collapsed(channel.language ?? '')),
    items: items.slice(0, itemsMax),
  };
};

const escaped = (text: string): string => text.replace(/[\\`*_[\]<]/g, '\\$&');

/**
 * Writes a feed as Markdown: its title and description, then a section for each item.
 *
 * @param absolute Returns the absolute form of a URL in the feed, or null for one that is not followed.
 */
export const feedMarkdown = (feed: Feed, absolute: (url: string) => string | null): string => {
  const sections = feed.items.map(({ title, url, date, summary }) => {
    const to = url === null || url.length > limits.urlCharactersMax ? null : absolute(url);
    const name = escaped(title ?? to ?? 'Untitled');
    const heading = to === null ? `## ${name}` : `## [${name}](<${to}>)`;
    return [heading, date, summary === null ? null : escaped(summary)]
      .filter((part) => part !== null)
      .join('\n\n');
  });
  return [
    feed.title === null ? null : `# ${escaped(feed.title)}`,
    feed.description === null ? null : escaped(feed.description),
    ...sections,
  ]
    .filter((part) => part !== null)
    .join('\n\n');
};
