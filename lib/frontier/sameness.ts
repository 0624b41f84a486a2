import { createHash } from 'node:crypto';
import type { EndCounts } from '../job/end-counts.ts';
import { isOfCalendar } from './crawler-trap.ts';
import type { PlainObject } from '../plain-object.ts';

/**
 * Detects links that lead on endlessly, to pages with the same content: facets, copies in other letter case, searches
 * of searches, empty calendars, honeypots. Their URLs differ endlessly, so the form of a URL does not reveal them;
 * their content does.
 *
 * Each page found by a link carries a hash of the content of the page with that link (`kin`), and of the links of that
 * page that lead out of its own kind. If it has the same content and the same such links, it is evidence against the
 * families of its URL: a list whose pages read alike, and lead to other pages each, is none. Families with evidence are
 * counted on the job's item, in the
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

interface Spelling {
  readonly url: URL;
  readonly host: string;
  /** In small letters, with `#` for each number. */
  readonly path: string;
  /** The first one, in small letters; empty for a URL in none. */
  readonly folder: string;
  /** Names in the query. */
  readonly names: readonly string[];
}

const spellingOf = (link: string): Spelling => {
  const url = new URL(link);
  const path = url.pathname.toLowerCase();
  const names = [...new Set([...url.searchParams.keys()].map((name) => name.toLowerCase()))].toSorted();
  const folder = path.split('/').slice(1, -1)[0] ?? '';
  return { url, host: url.host, path: path.replace(/\d+/g, '#'), folder, names };
};

const narrowOf = ({ host, path, names }: Spelling): string => `${host} ${path} ${names.join()}`;

/**
 * Returns the families of a URL. The wide one: all URLs below the same first folder, with a query or without. The
 * narrow one: all URLs with the same spelling but for numbers, letter case and the values of the query.
 */
export const listFamilies = (link: string): readonly string[] => {
  const spelling = spellingOf(link);
  const { host, folder, names } = spelling;
  return [digest(`${host} ${folder} ${names.length > 0}`, 6), digest(narrowOf(spelling), 6)];
};

/**
 * Whether a link stays with pages of the same kind: at the same path but for numbers, or, where neither has a query,
 * below the same first folder. Endless pages link to each other in this way.
 */
const isOfKind = (page: Spelling, link: Spelling): boolean =>
  link.host === page.host &&
  (link.path === page.path ||
    (link.folder === page.folder && link.names.length === 0 && page.names.length === 0));

/**
 * Whether a link is about the page itself, as the ones to print it, to share it or to come back to it after a login
 * are: it names the page's path, or a value of its query. Such a link differs with each page.
 */
const isAbout = ({ url: page }: Spelling, values: ReadonlySet<string>, { url: link }: Spelling): boolean => {
  const own = page.pathname === '/' ? page.search : page.pathname;
  return (
    (own !== '' && link.pathname.indexOf(own) > 0) ||
    [...link.searchParams.values()].some(
      (value) => value !== '' && (values.has(value) || (own !== '' && value.includes(own))),
    )
  );
};

/**
 * Makes the key by which a page is compared with the page that led to it: the hash of its content, and a hash of the
 * links that lead to pages of other kinds, if there are any. On a calendar's page links that differ in numbers are one.
 *
 * @param body What `hashBody` returns.
 * @param links Those in scope; in linear time.
 */
export const hashKin = (url: string, body: string, links: readonly string[]): string => {
  const page = spellingOf(url);
  const values = new Set(page.url.searchParams.values());
  const isDated = isOfCalendar(url);
  const others = new Set<string>();
  for (const link of links) {
    const spelling = spellingOf(link);
    if (isOfKind(page, spelling) || isAbout(page, values, spelling)) continue;
    others.add(isDated ? narrowOf(spelling) : link);
  }
  return others.size === 0 ? body : `${body}.${digest([...others].toSorted().join('\n'), 6)}`;
};

/** Whether a page is the same as the page that led to it. A page whose links are not read is judged by its content. */
export const isSameKin = (kin: string, body: string, own: string | undefined): boolean =>
  own === undefined ? kin.split('.')[0] === body : kin === own;

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
 * Computes by how much the counters change with a page of this URL. `isSame`: it is the same as the page with the link
 * to it (`isSameKin`).
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

const isSpent = (sameness: Sameness, family: string, index: number): boolean => {
  const same = sameness[sameOf(family)] ?? 0;
  const { sameMin, share } = bounds[index] ?? bounds[0];
  return same >= sameMin && same >= share * (sameness[seenOf(family)] ?? 0);
};

/** Whether links like this one lead to nothing new. */
export const isExhausted = (sameness: Sameness | undefined, url: string): boolean =>
  sameness !== undefined && listFamilies(url).some((family, index) => isSpent(sameness, family, index));

/**
 * Writes the form of the URLs that are no longer followed because of this one: `https://a.test/agenda/#?month=…`, with
 * `#` for each number, or `https://a.test/maze/…` for all below a folder. Null if links like it are followed.
 */
export const exhaustedForm = (sameness: Sameness, url: string): string | null => {
  const [wide = '', narrow = ''] = listFamilies(url);
  const { path, folder, names } = spellingOf(url);
  const { origin } = new URL(url);
  const query = names.length === 0 ? '' : `?${names.map((name) => `${name}=…`).join('&')}`;
  if (isSpent(sameness, wide, 0))
    return `${origin}/${folder === '' ? '' : `${folder}/`}…${names.length === 0 ? '' : '?…'}`;
  return isSpent(sameness, narrow, 1) ? `${origin}${path}${query}` : null;
};
