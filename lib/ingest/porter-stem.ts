/** SQLite leaves words alone that are longer than this, or shorter; both in bytes of UTF-8. */
const stemmedBytes = { min: 3, max: 64 } as const;

/**
 * Returns for each letter whether it is a vowel (`v`) or a consonant (`c`). A `y` behind a consonant is a vowel. A
 * letter beyond ASCII is several consonants: SQLite looks at bytes.
 */
const soundsOf = (word: string): string => {
  let sounds = '';
  for (const letter of word) {
    const isVowel = 'aeiou'.includes(letter) || (letter === 'y' && sounds.endsWith('c'));
    sounds += isVowel ? 'v' : letter > '\u007f' ? 'cc' : 'c';
  }
  return sounds;
};

/** Counts the groups of vowels that a consonant follows: Porter's measure m. */
const measure = (word: string): number => soundsOf(word).split('vc').length - 1;
const hasVowel = (word: string): boolean => soundsOf(word).includes('v');

/** Whether a word ends with consonant, vowel, consonant, the last of them not w, x or y: Porter's condition *o. */
const endsShort = (word: string): boolean => soundsOf(word).endsWith('cvc') && !/[wxy]$/.test(word);

type Rule = readonly [suffix: string, instead: string];

/** Of suffixes that end alike, the longer one comes first. */
const secondStep: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const thirdStep: readonly Rule[] = [
  ['ical', 'ic'],
  ['ness', ''],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ful', ''],
  ['ative', ''],
  ['alize', 'al'],
];
const fourthStep = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(
  ' ',
);

/** Returns what stands before a suffix; null if the word does not end with it, or is nothing else. */
const before = (word: string, suffix: string): string | null =>
  word.length > suffix.length && word.endsWith(suffix) ? word.slice(0, -suffix.length) : null;

const replaceSuffix = (word: string, rules: readonly Rule[]): string => {
  for (const [suffix, instead] of rules) {
    const rest = before(word, suffix);
    if (rest !== null) return measure(rest) > 0 ? rest + instead : word;
  }
  return word;
};

const withoutPlural = (word: string): string => {
  if (!word.endsWith('s') || word.endsWith('ss')) return word;
  return before(word, 'sses') !== null || before(word, 'ies') !== null
    ? word.slice(0, -2)
    : word.slice(0, -1);
};

/** Completes a word whose `ed` or `ing` was removed. */
const completed = (word: string): string => {
  if (['at', 'bl', 'iz'].some((end) => before(word, end) !== null)) return `${word}e`;
  if (/([a-z0-9])\1$/.test(word) && !/[aeioulsz]$/.test(word)) return word.slice(0, -1);
  return measure(word) === 1 && endsShort(word) ? `${word}e` : word;
};

const withoutPast = (word: string): string => {
  const eed = before(word, 'eed');
  if (eed !== null) return measure(eed) > 0 ? word.slice(0, -1) : word;
  const rest = before(word, 'ed') ?? before(word, 'ing');
  return rest !== null && hasVowel(rest) ? completed(rest) : word;
};

const withoutEnding = (word: string): string => {
  for (const suffix of fourthStep) {
    const rest = before(word, suffix);
    if (rest === null) continue;
    return measure(rest) > 1 && (suffix !== 'ion' || /[st]$/.test(rest)) ? rest : word;
  }
  return word;
};

const withoutLastE = (word: string): string => {
  const rest = before(word, 'e');
  if (rest === null) return word;
  return measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest)) ? rest : word;
};

/**
 * Returns the stem of a word by Porter's algorithm, as the tokenizer `porter` of SQLite's FTS5 has it: words with the
 * same stem are one word to the index (M. F. Porter, An algorithm for suffix stripping, 1980).
 *
 * @param word In small letters.
 */
export const porterStem = (word: string): string => {
  const bytes = Buffer.byteLength(word);
  if (bytes < stemmedBytes.min || bytes > stemmedBytes.max) return word;
  let stem = withoutPast(withoutPlural(word));
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = withoutLastE(withoutEnding(replaceSuffix(replaceSuffix(stem, secondStep), thirdStep)));
  return stem.endsWith('ll') && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
};
