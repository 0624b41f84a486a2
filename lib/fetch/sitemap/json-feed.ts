import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import { nestingMax, nestingOf } from '../../request/nesting.ts';
import type { FeedEnclosure, FeedItem } from './feed-builder.ts';
import { countHtmlText, escapedText, htmlWords, joinAuthors, paragraphsIn } from './feed-text.ts';
import type { Feed } from './feed.ts';

/** What a feed may leave out, or write in another type than it should. */
const text = z.string().optional().catch(undefined);
const person = z.object({ name: text });
const attachment = z.object({ url: z.string(), mime_type: text, title: text });
const people = z.array(person.catch({})).optional().catch(undefined);

const entry = z.object({
  id: text,
  url: text,
  external_url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  date_published: text,
  date_modified: text,
  authors: people,
  author: person.optional().catch(undefined),
  attachments: z.array(attachment.nullable().catch(null)).optional().catch(undefined),
});
type Entry = z.infer<typeof entry>;

const feed = z.object({
  version: z.string().regex(/^https?:\/\/(?:www\.)?jsonfeed\.org\/version\/1/),
  title: text,
  description: text,
  language: text,
  authors: people,
  author: person.optional().catch(undefined),
  items: z.array(z.unknown()).catch([]),
});

const version = /^\s*\{[\s\S]*"version"\s*:\s*"https?:(?:\\?\/){2}(?:www\.)?jsonfeed\.org\\?\/version\\?\/1/;

/** Says whether a document begins like a JSON Feed: it names the version of the format. */
export const isJsonFeed = (json: string): boolean => version.test(json.slice(0, 4_096));

const orNull = (value: string | undefined): string | null => {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

const htmlOf = ({ content_html: html, content_text: plain, summary }: Entry): string | null =>
  orNull(html) ??
  orNull(paragraphsIn(escapedText(plain ?? ''))) ??
  orNull(paragraphsIn(escapedText(summary ?? '')));

const namesOf = ({ authors = [], author }: Pick<Entry, 'authors' | 'author'>): string | null =>
  joinAuthors(
    [...authors, ...(author === undefined ? [] : [author])]
      .slice(0, limits.authorsMax)
      .map(({ name = '' }) => name),
  );

const enclosuresIn = ({ attachments = [] }: Entry): FeedEnclosure[] =>
  attachments.slice(0, limits.feedEnclosuresMax).flatMap((one) => {
    if (one === null || one.url.length > limits.urlCharactersMax) return [];
    return [
      { url: one.url, title: orNull(one.title), isImage: one.mime_type?.startsWith('image/') ?? false },
    ];
  });

const itemOf = (given: Entry): FeedItem => ({
  title: orNull(htmlWords(given.title ?? '')),
  url:
    orNull(given.url) ??
    orNull(given.external_url) ??
    (URL.canParse(given.id ?? '') ? orNull(given.id) : null),
  date: orNull(given.date_published) ?? orNull(given.date_modified),
  author: namesOf(given),
  html: htmlOf(given),
  base: null,
  enclosures: enclosuresIn(given),
});

const parsed = (json: string): unknown => {
  if (json.length > limits.dataCharactersMax || nestingOf(json, nestingMax) > nestingMax) return null;
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
};

/**
 * Reads a JSON Feed (https://www.jsonfeed.org/version/1.1/) like any other feed. Leaves out an item that is no object,
 * and what of an item has another type than the format says. Null for what is no JSON Feed, or has no items and no
 * title.
 */
export const readJsonFeed = (json: string): Feed | null => {
  const found = feed.safeParse(parsed(json));
  if (!found.success) return null;
  const { data } = found;
  const entries = data.items.flatMap((item) => {
    const read = entry.safeParse(item);
    return read.success ? [read.data] : [];
  });
  const title = orNull(htmlWords(data.title ?? ''));
  if (title === null && entries.length === 0) return null;
  const rest = entries.slice(limits.feedItemsMax);
  return {
    title,
    author: namesOf(data),
    description: orNull(htmlWords(data.description ?? '')),
    language: orNull(data.language),
    items: entries.slice(0, limits.feedItemsMax).map(itemOf),
    leftOut: {
      items: rest.length,
      characters: rest.reduce(
        (sum, one) => sum + countHtmlText(`${one.title ?? ''} ${htmlOf(one) ?? ''}`),
        0,
      ),
    },
  };
};
