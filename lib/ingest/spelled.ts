/** Marks that readers put or leave out as they like: Hebrew points, Arabic vowels and its stretched line, Syriac vowels. */
const optionalMark =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0730-\u074a\u08ca-\u08e1\u08e3-\u08ff]/gu;
/** Marks over or around a letter of any script, where they make no letter of their own with it; selectors of glyphs. */
const looseMark =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{e0100}-\u{e01ef}]/gu;
const accented = /[\p{Script=Latin}\p{Script=Greek}]+/gu;
/**
 * Letters of Latin that Unicode takes for letters of their own, and what those write who lack them on their keys: the
 * stroke of Łódź, the dotless i of Diyarbakır, œ, þ.
 */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ɖ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ȷ: 'j',
};
const plainOf = new Map(
  Object.entries(plainLetters).flatMap(([letter, plain]) => [
    [letter, plain] as const,
    // The capitals of ı and ȷ are ASCII, and that of ß is ẞ.
    ...(/[ßıȷ]/.test(letter) ? [] : [[letter.toUpperCase(), plain.toUpperCase()] as const]),
  ]),
).set('ẞ', 'SS');
const ownLetter = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'g');

const beyondAscii = /[^\p{ASCII}]/u;

/**
 * Returns one spelling for words that readers write in several: full-width letters and ligatures (Unicode's form KC),
 * accents of Latin and Greek letters, letters of Latin with a stroke and ı, ß, æ, œ, þ, ð, the Greek sigma at the end
 * of a word, vowels of Arabic, Hebrew and Syriac, ё. Marks that tell words apart stay: vowel signs of Indian scripts,
 * й.
 */
export const spelled = (text: string): string =>
  beyondAscii.test(text)
    ? text
        .normalize('NFKC')
        .replaceAll(accented, (letters) => letters.normalize('NFD').replaceAll(/\p{M}/gu, ''))
        // Behind the accents: ǿ is an ø with one.
        .replaceAll(ownLetter, (letter) => plainOf.get(letter) ?? letter)
        .replaceAll(optionalMark, '')
        .replaceAll(looseMark, '')
        .replaceAll('ς', 'σ')
        .replaceAll('ё', 'е')
        .replaceAll('Ё', 'Е')
    : text;
