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
const dictionary = new Intl.Segmenter('und', { granularity: 'word' });

/** Returns one spelling for letters that have several: full-width ones, ligatures, ß (Unicode's form KC). */
const spelled = (text: string): string => text.normalize('NFKC').replaceAll(/[ßẞ]/g, 'ss');

/** Returns a text for the index, which separates words at the characters between them. */
export const indexedText = (text: string): string => {
  const same = spelled(text);
  return unspaced.test(same) ? same.replaceAll(unspacedAll, ' $& ') : same;
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

const plain = (text: string): string =>
  spelled(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the beginning that the forms of a word share, close to what the index takes for one word (Porter's stems).
 */
const stem = (text: string): string => {
  const bare = plain(text);
  const cut = bare.replace(/(?:ations?|ings?|edly|ed|ies|es|s|ly|y|e)$/, '');
  return cut.length >= 3 ? cut : bare;
};

/** Returns the ranges of characters in which a text has words of a query, in order. */
export const highlightsIn = (text: string, words: readonly string[]): (readonly [number, number])[] => {
  const wanted = new Set(words.flatMap((each) => each.split('_')).map(stem));
  const runs = words.filter((each) => unspaced.test(each));
  const found: (readonly [number, number])[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
    if (wanted.has(stem(match[0]))) found.push([match.index, match.index + match[0].length]);
  for (const run of runs)
    for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + run.length))
      found.push([at, at + run.length]);
  return found
    .toSorted(([a], [b]) => a - b)
    .filter(([start], index, all) => index === 0 || start >= (all[index - 1]?.[1] ?? 0));
};
