import type { Evidence } from '../candidates/candidate.ts';
import { normalText, wordsIndex } from '../schema/normal-text.ts';
import { writesComma } from '../schema/number-in-text.ts';
import { evidenceAt, partAt, type GroundIndex } from './ground-index.ts';

/** A normal text in which spellings of one thing are alike, with the offset in the normal text of each character. */
interface Reworded {
  readonly text: string;
  readonly offsets: Int32Array;
}

/** Times of day, titles with a full stop, words for `&`, and numbers with separators. */
const spellings =
  /(?<![\d:.])(?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))?\s?(?<half>a\.?m\.?|p\.?m\.?|uhr)(?![\p{L}\d])|(?<![\d:.])(?<h>\d{1,2}):(?<m>[0-5]\d)(?![\d:])|(?<!\p{L})(?<title>dr|prof|mr|mrs|ms|st|jr|sr|inc|ltd|corp|co)\.|(?<= )(?<word>and|und|et)(?= )|(?<!\d[.,']?)(?:(?<groups>[1-9]\d{0,2}(?<mark>[.,' ])\d{3}(?:\k<mark>\d{3})*)|(?<whole>\d+))(?:[.,](?<decimals>\d{1,2}|\d{4,}))?(?!\d|[.,]\d)/gu;

/** Returns one spelling of a time of day; null where there is no such time. */
const timeOf = (hour: number, minute: string, half: string): string | null => {
  const isHalf = /^[ap]/.test(half);
  if (isHalf ? hour < 1 || hour > 12 : hour > 24) return null;
  const full = isHalf ? (hour % 12) + (half.startsWith('p') ? 12 : 0) : hour;
  return `${String(full).padStart(2, '0')}:${minute}`;
};

/** Says whether a mark groups digits. Of one group, `1.500` is 1.5 in English, and `1,500` is 1.5 in German. */
const groupsDigits = (mark: string, groups: string, isComma: boolean | null): boolean =>
  !/[.,]/.test(mark) || groups.split(mark).length > 2 || isComma === null || (mark === '.') === isComma;

/** Returns a number without separators between thousands, and with a point before decimals. */
const plainNumber = (
  { groups, mark = '', whole = '', decimals }: Readonly<Record<string, string | undefined>>,
  isComma: boolean | null,
): string => {
  const isGrouped = groups !== undefined && groupsDigits(mark, groups, isComma);
  const digits = groups === undefined ? whole : groups.split(mark).join(isGrouped ? '' : '.');
  return decimals === undefined ? digits : `${digits}.${decimals}`;
};

const respelled = (
  found: Readonly<Record<string, string | undefined>>,
  isComma: boolean | null,
): string | null => {
  const { hour, minute = '00', half = '', h, m = '', title, word } = found;
  if (hour !== undefined) return timeOf(Number(hour), minute, half);
  if (h !== undefined) return timeOf(Number(h), m, '');
  return title ?? (word === undefined ? plainNumber(found, isComma) : '&');
};

/** @param isComma Whether numbers have a decimal comma; null where either may be meant. */
const reworded = (normal: string, isComma: boolean | null): Reworded => {
  const texts: string[] = [];
  const offsets: number[] = [];
  const keep = (from: number, to: number): void => {
    texts.push(normal.slice(from, to));
    for (let at = from; at < to; at += 1) offsets.push(at);
  };
  let from = 0;
  for (const match of normal.matchAll(spellings)) {
    const text = respelled(match.groups ?? {}, isComma);
    if (text === null || text === match[0]) continue;
    keep(from, match.index);
    texts.push(text);
    const last = match[0].length - 1;
    for (let at = 0; at < text.length; at += 1)
      offsets.push(match.index + (at === text.length - 1 ? last : Math.min(at, last)));
    from = match.index + match[0].length;
  }
  keep(from, normal.length);
  return { text: texts.join(''), offsets: Int32Array.from(offsets) };
};

const known = new WeakMap<GroundIndex, Reworded>();

const pageOf = (index: GroundIndex): Reworded => {
  const page = known.get(index) ?? reworded(index.joined, writesComma(index.language));
  known.set(index, page);
  return page;
};

/** Longer texts are sentences, which are looked for word by word. */
const charactersMax = 600;
/** Places of the first words that are tried. */
const triesMax = 200;

/** Marks with which people put in one line what a page has in several. */
const joint = /([,;:] | ?[·•] )/;

/** A break of the page, with the mark of an entry of a list behind it. */
const breakHere = / (?:(?:[-+]|\d{1,3}[.)]) )?/y;

/** Says whether a line or a cell of a table ends between two characters of the page's reworded text. */
const isBreak = (index: GroundIndex, { offsets }: Reworded, before: number, behind: number): boolean => {
  const [last, next] = [offsets[before], offsets[behind]];
  const part = last === undefined ? undefined : partAt(index.parts, last);
  if (last === undefined || next === undefined || part === undefined) return false;
  const { normal, original, from } = part;
  const [start, end] = [normal.offsets[last - from], normal.offsets[next - from]];
  return start !== undefined && end !== undefined && /[\n|]|<br/.test(original.slice(start + 1, end));
};

/** Returns what may stand in the page in place of a mark between two pieces: the mark, or a break. */
const gapsAt = (index: GroundIndex, page: Reworded, at: number, mark: string): readonly string[] => {
  breakHere.lastIndex = at;
  const gap = breakHere.exec(page.text)?.[0];
  // Between a number and a word a normal text has no space.
  if (gap === undefined) return isBreak(index, page, at - 1, at) ? [mark, ''] : [mark];
  return isBreak(index, page, at - 1, at + 1) ? [mark, gap, ' '] : [mark];
};

const isWord = (text: string, from: number, to: number): boolean => {
  const wanted = text.slice(from, to);
  return wordsIndex(text.slice(Math.max(0, from - 1), to + 5), wanted) === (from === 0 ? 0 : 1);
};

/** Returns where pieces end that stand at a place of the page one after the other; -1 if they do not. */
const endOfPieces = (
  index: GroundIndex,
  page: Reworded,
  pieces: readonly string[],
  start: number,
): number => {
  const { text } = page;
  let at = start;
  for (let number = 0; number < pieces.length; number += 2) {
    const piece = pieces[number] ?? '';
    if (number > 0) {
      const gaps = gapsAt(index, page, at, pieces[number - 1] ?? '');
      const fitting = gaps.find((one) => text.startsWith(`${one}${piece}`, at));
      if (fitting === undefined) return -1;
      at += fitting.length;
    } else if (!text.startsWith(piece, at)) return -1;
    if (!isWord(text, at, at + piece.length)) return -1;
    at += piece.length;
  }
  return at;
};

/**
 * Returns the evidence for a text that stands in the page in other spellings: in several lines or cells where the text
 * has a comma, with a time as `7pm` for `19:00`, `Dr.` for `Dr`, `&` for `and`, a number as `1,500 kg` for `1500 kg`,
 * or without the full stop at its end. Numbers of the text are read as the page's language writes them, or as English.
 */
export const findReworded = (index: GroundIndex, text: string): Evidence | null => {
  if (text.length > charactersMax) return null;
  const normal = normalText(text).text.replace(/(?<=[\p{L}\p{N})'])\.{1,3}$/u, '');
  // Where the language is not known, `1.500` of a text is not taken for 1500: it might mean 1.5.
  const ways = new Set(
    [writesComma(index.language) ?? false, false].map((way) => reworded(normal, way).text),
  );
  for (const wanted of ways) {
    const found = findWanted(index, wanted);
    if (found !== null) return found;
  }
  return null;
};

const findWanted = (index: GroundIndex, wanted: string): Evidence | null => {
  const pieces = wanted.split(joint);
  const [first = ''] = pieces;
  if (first === '' || pieces.at(-1) === '') return null;
  const page = pageOf(index);
  let at = wordsIndex(page.text, first);
  for (let tries = 0; at >= 0 && tries < triesMax; tries += 1) {
    const end = endOfPieces(index, page, pieces, at);
    if (end >= 0) return evidenceOf(index, page, at, end);
    at = wordsIndex(page.text, first, at + 1);
  }
  return null;
};

const evidenceOf = (index: GroundIndex, page: Reworded, from: number, to: number): Evidence | null => {
  const [first, last] = [page.offsets[from], page.offsets[to - 1]];
  const part = first === undefined ? undefined : partAt(index.parts, first);
  if (first === undefined || last === undefined || part === undefined) return null;
  const { offsets } = part.normal;
  const start = offsets[first - part.from] ?? 0;
  const end = offsets[last - part.from] ?? start;
  const width = (part.original.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return evidenceAt(index, { part, start, end: end + width });
};
