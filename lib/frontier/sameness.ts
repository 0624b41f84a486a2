import { createHash } from 'node:crypto';
import type { EndCounts } from '../job/end-counts.ts';
import { isOfCalendar } from './crawler-trap.ts';
import type { PlainObject } from '../plain-object.ts';

/**
 * Detects links that lead on endlessly, to pages with the same content: facets, copies in other letter case, searches
 * of searches, empty calendars, honeypots. Their URLs differ endlessly, so the form of a URL does not reveal them;
 * their content does.
 *
 * Each page found by a link carries a hash of the content of the page with that link (`kin`). If it has the same
 * content, it is evidence against the families of its URL. Families with evidence are counted on the job's item, in the
 * transaction that ends the page: how many of their pages were seen since, and how many had the same content. A family
 * in which nearly all pages did is exhausted: links into it are no longer followed. Pages that differ, if only in a
 * number, weigh against the evidence.
 */
export type Sameness = Readonly<Record<string, number>>;

/** Families that are counted on a job's item, which every page writes: two counters of some ten bytes each. */
const familiesMax = 16;
/**
 * How many pages with the same content, and which share of all seen pages, make a family exhausted. A wide family may
 * also hold other pages, and needs more.
 */
const bounds = [
  { sameMin: 24, share: 0.95 },
  { sameMin: 12, share: 0.8 },
] as const;

const digest = (text: string, characters: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, characters);

const calendarWords =
  /\d+|\b(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|mon|tue|wed|thu|fri|sat|sun)[a-zé]*\b/gi;

/** Hashes a page's content, in eight digits. On a calendar's page the days are left out. */
export const hashBody = (url: string, markdown: string): string =>
  digest(isOfCalendar(url) ? markdown.replace(calendarWords, '') : markdown, 8);

/**
 * Returns the families of a URL. The wide one: all URLs below the same first folder, with a query or without. The
 * narrow one: all URLs with the same spelling but for numbers, letter case and the values of the query.
 */
export const listFamilies = (link: string): readonly string[] => {
  const url = new URL(link);
  const path = url.pathname.toLowerCase();
  const names = [...new Set([...url.searchParams.keys()].map((name) => name.toLowerCase()))].toSorted();
  const folder = path.split('/').slice(1, -1)[0] ?? '';
  const wide = `${url.host} ${folder} ${names.length > 0}`;
  const narrow = `${url.host} ${path.replace(/\d+/g, '#')} ${names.join()}`;
  return [digest(wide, 6), digest(narrow, 6)];
};

const sameOf = (family: string) => `same_${family}` as const;
const seenOf = (family: string) => `seen_${family}` as const;

/** Reads the counters of families from the attributes of a job's item. */
export const samenessIn = (item: PlainObject): { readonly sameness?: Sameness } => {
  const found = Object.entries(item).filter(
    (entry): entry is [string, number] => /^(?:same|seen)_/.test(entry[0]) && typeof entry[1] === 'number',
  );
  return found.length === 0 ? {} : { sameness: Object.fromEntries(found) };
};

/**
 * Computes by how much the counters change with a page of this URL. `isSame`: it has the same content as the page with
 * the link to it.
 */
export const samenessCounts = (sameness: Sameness = {}, url: string, isSame: boolean): EndCounts => {
  const known = (family: string): boolean => sameOf(family) in sameness;
  const hasRoom = Object.keys(sameness).length < 2 * familiesMax;
  const counted = listFamilies(url).filter((family) => known(family) || (isSame && hasRoom));
  return Object.fromEntries(
    counted.flatMap((family) => [
      [seenOf(family), 1] as const,
      ...(isSame ? [[sameOf(family), 1] as const] : []),
    ]),
  );
};

/** Whether links like this one lead to nothing new. */
export const isExhausted = (sameness: Sameness | undefined, url: string): boolean =>
  sameness !== undefined &&
  listFamilies(url).some((family, index) => {
    const same = sameness[sameOf(family)] ?? 0;
    const { sameMin, share } = bounds[index] ?? bounds[0];
    return same >= sameMin && same >= share * (sameness[seenOf(family)] ?? 0);
  });
