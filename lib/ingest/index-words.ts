import { lightStem, stemmedLanguages } from './light-stem.ts';
import { withoutTargets } from './link-targets.ts';
import { porterStem } from './porter-stem.ts';
import type { TextRange } from './snippet.ts';
import { innerMark, joinedWords, spelled } from './spelled.ts';

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
const letters = `(?:(?!${unspaced.source})[\\p{L}\\p{N}\\p{M}])+`;
/** A word of the index in a text of `joinedWords`; a character of `unspaced` is a word by itself there. */
const spacedWord = new RegExp(letters, 'gu');
/** A word as the index has it, with the letters that stand for marks. */
const spacedRun = /[\p{L}\p{N}\p{M}]+/gu;
/** A word as a page writes it. */
const writtenWord = new RegExp(`${letters}(?:${innerMark}${letters})*`, 'gu');
const dictionary = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Returns a letter for a mark that belongs to its word, such as a vowel sign of Hindi: the index of SQLite ends words
 * at such marks. The letters are rare characters of Chinese; two marks of one script have different ones.
 */
const letterOfMark = (mark: string): string =>
  String.fromCodePoint(0x2_0000 + ((mark.codePointAt(0) ?? 0) % 40_000));

const beyondAscii = /[^\p{ASCII}]/u;

/**
 * Ends the words that are not English: both indexes stem words as English, and this letter, a rare one of Chinese,
 * keeps them from it. A word that ends with a letter of another alphabet needs none.
 */
const notEnglish = '\u{2a6d6}';
const endsAsEnglish = /[a-z]$/;

/** Returns the primary subtag of a language; English where none is known, whose words the index has always stemmed. */
const primary = (language: string): string =>
  /^[a-z]{2,3}(?![a-z])/i.exec(language)?.[0].toLowerCase() ?? 'en';

/**
 * Returns a word for the index: on an English page as it is, since the index stems it; with an accent, or on another
 * page, without the endings of the page's language.
 *
 * @param word A run of letters in a text of `joinedWords`.
 */
const indexedWord = (word: string, language: string): string => {
  if (language === 'en' && !beyondAscii.test(word)) return word;
  const written = word.toLowerCase();
  const stem = lightStem(spelled(word).toLowerCase(), written, language);
  return endsAsEnglish.test(stem) ? `${stem}${notEnglish}` : stem;
};

/**
 * Returns a text for the index, which separates words at the characters between them: what readers see of a page's
 * Markdown, so no targets of links and images.
 *
 * @param language Tag of the page's language; empty if it is not known.
 */
export const indexedText = (text: string, language: string): string => {
  const joined = joinedWords(withoutTargets(text));
  const tag = primary(language);
  if (tag === 'en' && !beyondAscii.test(joined)) return joined;
  const apart = unspaced.test(joined) ? joined.replaceAll(unspacedAll, ' $& ') : joined;
  return apart.replaceAll(spacedWord, (each) => indexedWord(each, tag)).replaceAll(/\p{M}/gu, letterOfMark);
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

/** Returns the words of a query with their accents, each once, in order. A word with an underscore is one. */
export const queryWords = (query: string, wordsMax: number): string[] => {
  const found = joinedWords(query).toLowerCase().match(word) ?? [];
  // A mark that chooses the picture of an emoji is no word.
  return [...new Set(found.filter((each) => spelled(each) !== '').flatMap(wordsIn))].slice(0, wordsMax);
};

/** Of a stem of English, the letters that it has at least to be looked for in place of a word with accents. */
const englishStemMin = 4;

/**
 * Whether a word with accents may stand without them on an English page: `naïve`, but not `été`, whose stem is `et`.
 */
const isWrittenPlain = (folded: string): boolean =>
  endsAsEnglish.test(folded) && porterStem(folded).length >= englishStemMin;

/**
 * Returns the forms in which the index may have a word of a query, each once. A query has no language: a form is what a
 * page of some language has for the word. `und` is a language whose endings are not known.
 */
const formsOf = (queried: string): string[] => {
  const folded = spelled(queried).toLowerCase();
  const plain = beyondAscii.test(queried) && isWrittenPlain(folded) ? [indexedText(folded, 'en')] : [];
  const all = ['und', ...stemmedLanguages].map((language) => indexedText(queried, language));
  return [...new Set([...all, ...plain].map((form) => form.trim()))].filter((form) => form !== '');
};

/** Returns what is looked for in the index: the words of a query in each of their forms, all lines of letters. */
export const queryForms = (words: readonly string[]): string[] => [...new Set(words.flatMap(formsOf))];

/**
 * Returns a query in the language of FTS5: passages with any of the words. Each word is quoted, so that it holds no
 * operators. A word that the index splits further, such as `wal_level` or a word of a script without spaces, is
 * searched as a phrase.
 */
export const matchQuery = (words: readonly string[]): string =>
  queryForms(words)
    .map((each) => `"${each.replaceAll('"', '""')}"`)
    .join(' OR ');

/** Returns what the index takes for one word with others. */
const stemsOf = (indexed: string): string[] => (indexed.toLowerCase().match(spacedRun) ?? []).map(porterStem);

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

/**
 * Returns the ranges of characters in which a text has words of a query, in order; none shares a character.
 *
 * @param language Tag of the page's language; empty if it is not known.
 */
export const highlightsIn = (markdown: string, words: readonly string[], language: string): TextRange[] => {
  const text = withoutTargets(markdown);
  const [runs, spaced] = [
    words.filter((each) => unspaced.test(each)),
    words.filter((each) => !unspaced.test(each)),
  ];
  const wanted = new Set(queryForms(spaced).flatMap(stemsOf));
  const found = rangesOfRuns(
    text,
    runs.map((each) => spelled(each).toLowerCase()),
  );
  for (const match of text.matchAll(writtenWord))
    if (stemsOf(indexedText(match[0], language)).some((each) => wanted.has(each)))
      found.push([match.index, match.index + match[0].length]);
  return merged(found);
};
