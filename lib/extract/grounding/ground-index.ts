import type { Evidence, SourceKind } from '../candidates/candidate.ts';
import { datesIn } from '../schema/date-in-text.ts';
import { limits } from '../../limits/limits.ts';
import { normalText, wordsIndex, type NormalText } from '../schema/normal-text.ts';
import { numbersIn } from '../schema/number-in-text.ts';
import { amountsIn } from './written-amounts.ts';
import { dateRangesIn } from './date-ranges.ts';
import type { PageFacts } from '../candidates/page-facts.ts';
import { collectPageUrls, type PageUrls } from '../candidates/page-urls.ts';
import { collectLeaves } from '../candidates/structured-leaf.ts';

/** A part of a page in which values are looked for: its text, or a single value from elsewhere in the page. */
interface Part {
  readonly kind: SourceKind;
  readonly where: string | null;
  /** What the page calls the value, if it stands outside its text. */
  readonly label: string | null;
  readonly original: string;
  readonly normal: NormalText;
  /** Offset of its beginning in the joined text of all parts. */
  readonly from: number;
}

/** A place of a value: offsets in the original of its part. */
export interface ValuePlace {
  readonly part: Part;
  readonly start: number;
  readonly end: number;
  /** Of a number: codes of the currencies that the sign beside it may mean. */
  readonly currencies?: readonly string[];
}

/** A page prepared for looking up many values. */
export interface GroundIndex {
  readonly url: string;
  readonly urls: PageUrls;
  /** The page's language as it names it; it decides what `1.500` means. */
  readonly language: string | null;
  readonly joined: string;
  readonly parts: readonly Part[];
  /** The first places of each number. */
  readonly numbers: ReadonlyMap<number, readonly ValuePlace[]>;
  readonly dates: ReadonlyMap<string, ValuePlace>;
  /** The first place of each currency beside a number, by all codes that it may mean. */
  readonly currencies: ReadonlyMap<string, ValuePlace>;
}

/** A character that stands in no page, so that no match spans two parts. */
const border = '\u0001';

/** Places of one value that are looked at. */
const placesMax = 20;

/** Numbers that are also recognized in words. */
export const smallNumbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const numberWord = new RegExp(`\\b(?:${smallNumbers.join('|')})\\b`, 'gi');

const hours = '(?:hours?|hrs?|h|std\\.?|stunden?|heures?|horas?|ore)';
const minutes = '(?:minutes?|mins?|m|minuten?|minutos?|minuti)';
const worded = new RegExp(
  `(?<!\\d)(\\d{1,6})\\s?${hours}(?:\\s?(?:and\\s|,\\s)?(\\d{1,6})\\s?${minutes}?)?(?![\\p{L}])`,
  'giu',
);
const iso = /\bPT(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?\b/g;

/** Returns one key for two spellings of a binary fraction. */
const numberKey = (value: number): number => Number(value.toPrecision(12));

interface Lookups {
  readonly numbers: Map<number, ValuePlace[]>;
  readonly dates: Map<string, ValuePlace>;
  readonly currencies: Map<string, ValuePlace>;
}

const addNumber = ({ numbers }: Lookups, value: number, place: ValuePlace): void => {
  const key = numberKey(value);
  const places = numbers.get(key);
  if (places === undefined) numbers.set(key, [place]);
  else if (places.length < placesMax) places.push(place);
};

const addDurations = (lookups: Lookups, part: Part): void => {
  for (const pattern of [worded, iso]) {
    for (const match of part.original.matchAll(pattern)) {
      const total = 60 * Number(match[1] ?? 0) + Number(match[2] ?? 0);
      if (total === 0) continue;
      const place = { part, start: match.index, end: match.index + match[0].length };
      for (const value of [total, total / 60, total * 60]) addNumber(lookups, value, place);
    }
  }
};

/** Markdown escapes the full stop of `4. Juli` at the beginning of a line; returns the text with the same offsets. */
const unescapedStops = (text: string): string => text.replaceAll('\\. ', '.  ');

const addPart = (lookups: Lookups, part: Part): void => {
  const text = unescapedStops(part.original);
  for (const { start, end, readings, isPercent, isSignOpen, currencies } of numbersIn(text)) {
    const place = { part, start, end, currencies };
    const beside = currencies.join(' ');
    if (beside !== '' && !lookups.currencies.has(beside)) lookups.currencies.set(beside, place);
    const meant = isSignOpen ? readings.flatMap((value) => [value, -value]) : readings;
    for (const value of meant) {
      addNumber(lookups, value, place);
      if (isPercent) addNumber(lookups, value / 100, place);
    }
  }
  for (const { start, end, values } of amountsIn(text))
    for (const value of values) addNumber(lookups, value, { part, start, end });
  for (const { start, end, readings } of [...datesIn(text), ...dateRangesIn(text)]) {
    for (const date of readings) {
      const place = { part, start, end };
      if (!lookups.dates.has(date)) lookups.dates.set(date, place);
      addNumber(lookups, Number(date.slice(0, 4)), place);
    }
  }
  for (const match of part.original.matchAll(numberWord)) {
    const value = smallNumbers.indexOf(match[0].toLowerCase());
    addNumber(lookups, value, { part, start: match.index, end: match.index + match[0].length });
  }
  addDurations(lookups, part);
};

/** Returns every part of a page in which a value may stand, the text first. */
const sourcesOf = (facts: PageFacts): Omit<Part, 'normal' | 'from'>[] => {
  const { metadata } = facts;
  const named: readonly (readonly [string, string | null])[] = [
    ['title', metadata.title],
    ['link[rel="canonical"]', metadata.canonicalUrl],
    ['html[lang]', metadata.language],
    ...Object.entries(metadata.metas).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [`meta[name="${name}"]`, value]),
    ),
  ];
  return [
    { kind: 'text', where: null, label: null, original: facts.markdown },
    ...facts.pairs.map(({ kind, where, label, value, date }) => ({
      kind,
      where,
      label,
      original: date === undefined ? value : `${value} (${date})`,
    })),
    ...collectLeaves(facts.structuredData).map(({ value, item, where }) => ({
      kind: item.syntax,
      where,
      label: where,
      original: String(value),
    })),
    ...named.flatMap(([where, original]) =>
      original === null ? [] : [{ kind: 'meta' as const, where, label: where, original }],
    ),
  ];
};

/** Makes the index of a page, in time linear in its length. */
export const makeGroundIndex = (facts: PageFacts): GroundIndex => {
  const lookups: Lookups = { numbers: new Map(), dates: new Map(), currencies: new Map() };
  const parts: Part[] = [];
  const texts: string[] = [];
  let from = 0;
  for (const source of sourcesOf(facts)) {
    const part = { ...source, normal: normalText(source.original), from };
    parts.push(part);
    texts.push(part.normal.text);
    from += part.normal.text.length + border.length;
    addPart(lookups, part);
  }
  const { url, metadata } = facts;
  const found = { url, urls: collectPageUrls(facts), language: metadata.language };
  return { ...found, joined: texts.join(border), parts, ...lookups };
};

const quoteOf = (original: string, start: number, end: number): string => {
  const room = Math.max(0, limits.quoteCharactersMax - (end - start));
  const before = Math.min(40, Math.floor(room / 2));
  const from = Math.max(original.lastIndexOf('\n', start) + 1, start - before);
  const lineEnd = original.indexOf('\n', end);
  const to = Math.min(
    lineEnd < 0 ? original.length : lineEnd,
    end + before,
    from + limits.quoteCharactersMax,
  );
  return original.slice(from, Math.max(to, Math.min(end, from + limits.quoteCharactersMax))).trim();
};

/** Returns the evidence of a value at a place. */
export const evidenceAt = (index: GroundIndex, { part, start, end }: ValuePlace): Evidence => ({
  url: index.url,
  kind: part.kind,
  where: part.where,
  quote: quoteOf(part.original, start, end),
  ...(part.kind === 'text' ? { start, end } : {}),
});

/** Returns the last part that begins at or before an offset in the joined text. */
export const partAt = (parts: readonly Part[], at: number): Part | undefined => {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((parts[middle]?.from ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return parts[low];
};

/** Returns the places at which a text stands in the page word by word: the first `most`. */
export const findPlaces = ({ joined, parts }: GroundIndex, text: string, most = placesMax): ValuePlace[] => {
  const wanted = normalText(text).text;
  const places: ValuePlace[] = [];
  if (wanted === '') return places;
  for (let at = wordsIndex(joined, wanted); at >= 0; at = wordsIndex(joined, wanted, at + wanted.length)) {
    const part = partAt(parts, at);
    if (part === undefined) break;
    const { offsets } = part.normal;
    const start = offsets[at - part.from] ?? 0;
    const last = offsets[at - part.from + wanted.length - 1] ?? start;
    const width = (part.original.codePointAt(last) ?? 0) > 0xffff ? 2 : 1;
    places.push({ part, start, end: last + width });
    if (places.length >= most) break;
  }
  return places;
};

/** Returns the evidence for a text that stands in the page word by word, or null. */
export const findText = (index: GroundIndex, text: string): Evidence | null => {
  const [place] = findPlaces(index, text, 1);
  return place === undefined ? null : evidenceAt(index, place);
};

/** Returns the first places of a number in any of its spellings. */
export const findNumberPlaces = (index: GroundIndex, value: number): readonly ValuePlace[] =>
  index.numbers.get(numberKey(value)) ?? [];

/** Returns the evidence for a number in any of its spellings, or null. */
export const findNumber = (index: GroundIndex, value: number): Evidence | null => {
  const [place] = findNumberPlaces(index, value);
  return place === undefined ? null : evidenceAt(index, place);
};

/** Returns the evidence for an ISO 8601 date (a year and month, or a day) in any of its spellings, or null. */
export const findDate = (index: GroundIndex, date: string): Evidence | null => {
  const place = index.dates.get(date);
  return place === undefined ? null : evidenceAt(index, place);
};
