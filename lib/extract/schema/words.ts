/** Singular words that end in s. */
const singulars = new Set([
  'news',
  'series',
  'species',
  'status',
  'bus',
  'gas',
  'lens',
  'plus',
  'https',
  'css',
  'sms',
  'gps',
  'address',
]);

/** Returns the singular of a word by the plain rules of English; any other word stays unchanged. */
const singular = (word: string): string => {
  if (word.length < 4 || singulars.has(word) || !word.endsWith('s') || /(?:ss|us|is|os)$/.test(word))
    return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
};

/**
 * Splits a name, a label or a sentence into words: at spaces, punctuation, digits and humps (`priceInEUR` is `price in
 * eur`), in lower case without accents, plurals made singular.
 */
export const splitWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’](?=s\b)/g, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(singular);

/** Cache of keys: the names of a page's properties are few, and each thing that has them asks for them again. */
const keys = new Map<string, string>();
const keysMax = 5_000;

/** Joins the words of a name into one key, which is equal for two spellings. */
export const nameKey = (text: string): string => {
  const known = keys.get(text);
  if (known !== undefined) return known;
  const key = splitWords(text).join(' ');
  if (keys.size >= keysMax) keys.clear();
  if (text.length < 200) keys.set(text, key);
  return key;
};
