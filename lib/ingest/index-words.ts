/**
 * Scripts that are written without spaces between words, and Korean, whose particles are written onto the word
 * before them: each character is a word of its own to the index.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedAll = new RegExp(unspaced.source, 'gu');
const hangul = /\p{Script=Hangul}/u;
const particle = /^\p{Script=Hiragana}$/u;
const word = /[\p{L}\p{N}\p{M}_]+/gu;
const dictionary = new Intl.Segmenter('und', { granularity: 'word' });

/** One spelling of letters that have several: full-width ones, ligatures, ß (Unicode's form KC). */
const spelled = (text: string): string => text.normalize('NFKC').replaceAll(/[ßẞ]/g, 'ss');

/** A text as it is given to the index, which tells words apart by what stands between them. */
export const indexedText = (text: string): string => {
  const same = spelled(text);
  return unspaced.test(same) ? same.replaceAll(unspacedAll, ' $& ') : same;
};

/** Pairs of characters that follow each other; a single one is itself. */
const pairs = (text: string): string[] => {
  const characters = Array.from(text);
  return characters.length < 3 ? [text] : characters.slice(1).map((each, at) => `${characters[at]}${each}`);
};

/**
 * What a word of a query is made of: a question in Japanese is one run of letters and many words. They are those of
 * the dictionary of Unicode's library; Korean has spaces, and no dictionary of what is written onto a word.
 */
const wordsIn = (run: string): string[] => {
  if (!unspaced.test(run)) return [run];
  const words = [...dictionary.segment(run)].flatMap(({ segment }) =>
    hangul.test(segment) ? pairs(segment) : [segment],
  );
  const telling = words.filter((each) => !particle.test(each));
  return telling.length === 0 ? words : telling;
};

/** Words of a query, each once, in order. A word with an underscore is one. */
export const queryWords = (query: string, wordsMax: number): string[] => {
  const found = spelled(query).toLowerCase().match(word) ?? [];
  return [...new Set(found.flatMap(wordsIn))].slice(0, wordsMax);
};

/**
 * A query in the language of FTS5: passages that hold any of the words. Each word is quoted, so nothing in it is an
 * operator; what the index splits further, such as `wal_level` or a word of a script without spaces, is looked for
 * as a phrase.
 */
export const matchQuery = (words: readonly string[]): string =>
  words.map((each) => `"${indexedText(each).replaceAll('"', '""').trim()}"`).join(' OR ');

const plain = (text: string): string =>
  spelled(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The beginning of a word that its forms share, near enough to what the index takes for one word (Porter's stems). */
const stem = (text: string): string => {
  const bare = plain(text);
  const cut = bare.replace(/(?:ations?|ings?|edly|ed|ies|es|s|ly|y|e)$/, '');
  return cut.length >= 3 ? cut : bare;
};

/** Where a text holds words of a query, from and to which character, in order. */
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
