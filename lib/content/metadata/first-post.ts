import type { Metadata } from '../page-content.ts';
import type { Byline } from '../kind/post-byline.ts';
import { comparable } from './comparable.ts';
import { propertyText, worksIn } from './main-item.ts';
import { isName } from './person-names.ts';
import type { StructuredItem } from './structured-item.ts';
import { toIsoDateTime, writtenDatesIn, type DateReading } from './written-date.ts';

/** Fewer posts with an author show no thread. */
const namedPostsMin = 2;
const dayCharacters = 10;

/** Returns the texts of properties that the page's data give of its works, comparable. */
const said = (items: readonly StructuredItem[], ...names: readonly string[]): string[] =>
  worksIn(items).flatMap(({ properties }) =>
    names.flatMap((name) => properties[name] ?? []).map((value) => comparable(propertyText(value) ?? '')),
  );

/** Returns the authors of a thread: whoever wrote its first post, where another poster stands for them. */
const authorsOf = (
  { author, authors }: Metadata,
  [first, ...others]: readonly Byline[],
  items: readonly StructuredItem[],
): readonly string[] => {
  const name = first?.author ?? null;
  if (name === null) return authors;
  const isOf = (post: Byline): boolean => comparable(post.author ?? '') === comparable(author ?? '');
  const isAnswerer = author !== null && comparable(name) !== comparable(author) && others.some(isOf);
  if (author !== null && (!isAnswerer || said(items, 'author').includes(comparable(author)))) return authors;
  return isName(name) ? [name] : [];
};

/** Returns the day of the first post where it is before the one that the page seems to be of. */
const dayOf = (
  { publishedTime }: Metadata,
  [first]: readonly Byline[],
  items: readonly StructuredItem[],
  reading: DateReading,
): string | null => {
  const date = first?.date ?? null;
  if (date === null || said(items, 'datePublished', 'dateCreated').length > 0) return publishedTime;
  const iso = writtenDatesIn(date, reading)[0]?.iso ?? toIsoDateTime(date, reading);
  if (publishedTime === null || iso === null) return publishedTime ?? iso;
  // A post may show when it was edited last: no thread is younger than a date of it.
  return iso.slice(0, dayCharacters) < publishedTime.slice(0, dayCharacters) ? iso : publishedTime;
};

/**
 * Gives a thread the author and the day of its first post, in place of those of another post. What the page's data say
 * of the thread itself is believed more than what its posts show: an answer may stand first.
 */
export const withFirstPost = (
  metadata: Metadata,
  posts: readonly Byline[],
  items: readonly StructuredItem[],
  reading: DateReading,
): Metadata => {
  if (posts.filter(({ author }) => author !== null).length < namedPostsMin) return metadata;
  const authors = authorsOf(metadata, posts, items);
  return {
    ...metadata,
    author: authors.length === 0 ? null : authors.join(', '),
    authors,
    publishedTime: dayOf(metadata, posts, items, reading),
  };
};
