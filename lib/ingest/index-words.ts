import { withoutTargets } from './link-targets.ts';
import { porterStem } from './porter-stem.ts';
import type { TextRange } from './snippet.ts';
import { spelled } from './spelled.ts';

/**
 * Scripts written without spaces between words, and Korean, whose particles are attached to the word before: the index
 * treats each character as a word.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedAll = new RegExp(unspaced.source, 'gu');
const hangul = /\p{Script=Hangul}/u;
const particle = /^\p{Script=Hiragana}$/u;
const word = /[\p{L}\p{N}\p{M}_]+/gu;
/** A word of the index in a text; a character of `unspaced` is a word by itself there. */
const spacedWord = new RegExp(`(?:(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const dictionary = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Returns a letter for a mark that belongs to its word, such as a vowel sign of Hindi: the index of SQLite ends words
 * at such marks. The letters are rare characters of Chinese; two marks of one script have different ones.
 */
const letterOfMark = (mark: string): string =>
  String.fromCodePoint(0x2_0000 + ((mark.codePointAt(0) ?? 0) % 40_000));

/**
 * Returns a text for the index, which separates words at the characters between them: what readers see of a page's
 * Markdown, so no targets of links and images.
 */
export const indexedText = (text: string): string => {
  const same = spelled(withoutTargets(text));
  const apart = unspaced.test(same) ? same.replaceAll(unspacedAll, ' $& ') : same;
  return apart.replaceAll(/\p{M}/gu, letterOfMark);
};

/** Returns the pairs of adjacent characters; a single character as itself. */
const pairs = (text: string): string[] => {
  const characters = Array.from(text);
  return characters.length < 3 ? [text] : characters.slice(1).map((each, at) => `${characters[at]}${each}`);
};

/**
 * Splits a word of a query: a question in Japanese is one run of letters and many words. The words come from the
 * dictionary of Unicode's library. Korean has spaces, but no dictionary of attached particles.
 */
const wordsIn = (run: string): string[] => {
  if (!unspaced.test(run)) return [run];
  const words = [...dictionary.segment(run)].flatMap(({ segment }) =>
    hangul.test(segment) ? pairs(segment) : [segment],
  );
  const telling = words.filter((each) => !particle.test(each));
  return telling.length === 0 ? words : telling;
};

/** Returns the words of a query, each once, in order. A word with an underscore is one. */
export const queryWords = (query: string, wordsMax: number): string[] => {
  const found = spelled(query).toLowerCase().match(word) ?? [];
  return [...new Set(found.flatMap(wordsIn))].slice(0, wordsMax);
};

/**
 * Returns a query in the language of FTS5: passages with any of the words. Each word is quoted, so that it holds no
 * operators. A word that the index splits further, such as `wal_level` or a word of a script without spaces, is
 * searched as a phrase.
 */
export const matchQuery = (words: readonly string[]): string =>
  words.map((each) => `"${indexedText(each).replaceAll('"', '""').trim()}"`).join(' OR ');

/** Returns what the index takes for one word with others. */
const stem = (text: string): string => porterStem(spelled(text).toLowerCase());

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the ranges in which a text has runs of letters, however the text spells these. */
const rangesOfRuns = (text: string, runs: readonly string[]): TextRange[] => {
  if (runs.length === 0) return [];
  let same = '';
  // Of each character in this spelling: where it is in the text.
  const places: TextRange[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    same += spelled(segment).toLowerCase();
    while (places.length < same.length) places.push([index, index + segment.length]);
  }
  const found: TextRange[] = [];
  for (const run of runs)
    for (let at = same.indexOf(run); at >= 0; at = same.indexOf(run, at + run.length))
      found.push([places[at]?.[0] ?? 0, places[at + run.length - 1]?.[1] ?? text.length]);
  return found;
};

/** Merges ranges that share characters, and puts all in order. */
const merged = (ranges: readonly TextRange[]): TextRange[] => {
  const all: TextRange[] = [];
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    const [from, to] = all.at(-1) ?? [0, 0];
    if (start < to) all.splice(-1, 1, [from, Math.max(to, end)]);
    else all.push([start, end]);
  }
  return all;
};

/** Returns the ranges of characters in which a text has words of a query, in order; none shares a character. */
export const highlightsIn = (markdown: string, words: readonly string[]): TextRange[] => {
  const text = withoutTargets(markdown);
  const wanted = new Set(words.flatMap((each) => each.split('_')).map(stem));
  const found = rangesOfRuns(
    text,
    words.filter((each) => unspaced.test(each)),
  );
  for (const match of text.matchAll(spacedWord))
    if (wanted.has(stem(match[0]))) found.push([match.index, match.index + match[0].length]);
  return merged(found);
};
