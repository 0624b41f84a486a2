/** Scripts that are written without spaces between words: each character is a word of its own to the index. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const unspacedAll = new RegExp(unspaced.source, 'gu');
const word = /[\p{L}\p{N}\p{M}_]+/gu;

/** A text as it is given to the index, which tells words apart by what stands between them. */
export const indexedText = (text: string): string =>
  unspaced.test(text) ? text.replaceAll(unspacedAll, ' $& ') : text;

/** Words of a query, each once, in order. A word with an underscore is one. */
export const queryWords = (query: string, wordsMax: number): string[] => {
  const found = query.toLowerCase().match(word) ?? [];
  return [...new Set(found)].slice(0, wordsMax);
};

/**
 * A query in the language of FTS5: passages that hold any of the words. Each word is quoted, so nothing in it is an
 * operator; what the index splits further, such as `wal_level` or a word of a script without spaces, is looked for
 * as a phrase.
 */
export const matchQuery = (words: readonly string[]): string =>
  words.map((each) => `"${indexedText(each).replaceAll('"', '""').trim()}"`).join(' OR ');

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

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
