import { createHash } from 'node:crypto';
import type { EndCounts } from '../job/end-counts.ts';
import { isOfCalendar } from './crawler-trap.ts';
import type { PlainObject } from '../plain-object.ts';

/**
 * Links that lead on without end, to pages that say the same: facets, copies in other letter case, searches of
 * searches, empty calendars, honeypots. Their URLs differ without end, so a limit by form does not end them; what
 * they say does.
 *
 * Each page found by a link carries what the page said that it was found on (`kin`). A page that says just that is
 * evidence against the families of its URL. Families with evidence are counted on the job's item, in the
 * transaction that ends the page: how many of their pages were seen since, and how many said the same. One in which
 * nearly all do is exhausted: no more links into it are followed. Pages that differ, if only in a number, are no
 * evidence, and weigh against it.
 */
export type Sameness = Readonly<Record<string, number>>;

/** Families that are counted on a job's item, which every page writes: two counters of some ten bytes each. */
const familiesMax = 16;
/**
 * Pages that said the same, and their share of all that were seen, from which on a family is exhausted: a wide one
 * may hold others as well, and needs more.
 */
const bounds = [
  { sameMin: 24, share: 0.95 },
  { sameMin: 12, share: 0.8 },
] as const;

const digest = (text: string, characters: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, characters);

const calendarWords =
  /\d+|\b(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|mon|tue|wed|thu|fri|sat|sun)[a-zé]*\b/gi;

/** What a page says, in eight digits. Of a calendar's page the days say nothing. */
export const hashBody = (url: string, markdown: string): string =>
  digest(isOfCalendar(url) ? markdown.replace(calendarWords, '') : markdown, 8);

/**
 * The families of a URL: all that lie below the same first folder, with a query or without; and all that are
 * spelled like it but for numbers, letter case and the values of its query.
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

/** The counters of families among the attributes of a job's item. */
export const samenessIn = (item: PlainObject): { readonly sameness?: Sameness } => {
  const found = Object.entries(item).filter(
    (entry): entry is [string, number] => /^(?:same|seen)_/.test(entry[0]) && typeof entry[1] === 'number',
  );
  return found.length === 0 ? {} : { sameness: Object.fromEntries(found) };
};

/**
 * By how much the counters change with a page of this URL, which says what the page did that it was found on, or not.
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
