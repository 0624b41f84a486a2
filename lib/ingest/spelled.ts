import { asciiDigits } from '../ascii-digits.ts';

/**
 * Marks that readers put or leave out as they like: Hebrew points, Arabic vowels and its stretched line, Syriac vowels.
 */
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

/** The letters of Arabic that writers put for one another, and those of Persian and Urdu that look the same. */
const arabicLetters: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ی',
  ي: 'ی',
  ك: 'ک',
};
const arabicLetter = new RegExp(`[${Object.keys(arabicLetters).join('')}]`, 'g');

/** The dot that makes the letters of foreign words, in scripts where many writers leave it out. */
const looseNukta = /[\u093c\u0abc\u0a3c\u0cbc]/g;
/** A nasal of Devanagari before a consonant that is spoken at its place: an anusvara is written as well. */
const nasal =
  /(?:\u0919(?=\u094d[क-घ])|\u091e(?=\u094d[च-झ])|\u0923(?=\u094d[ट-ढ])|\u0928(?=\u094d[त-ध])|\u092e(?=\u094d[प-भ]))\u094d/g;

/** Characters within a word that nobody reads: joiners and their opposite, and the hyphen of a line's end. */
const silent = /[\u00ad\u200c\u200d]/g;
/** What marks an acronym of Hebrew (צה״ל), or a foreign sound: gershayim, geresh, and the quotes for them. */
const hebrewMark = /(?<=\p{Script=Hebrew})["'\u05f3\u05f4\u2019\u201d](?=\p{Script=Hebrew})/gu;

const beyondAscii = /[^\p{ASCII}]/u;

/** A character that stands within a word, between others, although it is no letter. */
export const innerMark = `(?:[\\u00ad\\u200c\\u200d]|${hebrewMark.source})`;

/**
 * Returns a text in which a word is one run of letters, marks and digits: in Unicode's form KC, with digits of ASCII,
 * without joiners (می‌خواهیم) and without the signs within Hebrew acronyms. Accents stay.
 */
export const joinedWords = (text: string): string =>
  beyondAscii.test(text)
    ? asciiDigits(text.normalize('NFKC')).replaceAll(silent, '').replaceAll(hebrewMark, '')
    : text;

/**
 * Returns one spelling for words that readers write in several: full-width letters, ligatures and digits, accents of
 * Latin and Greek letters, letters of Latin with a stroke and ı, ß, æ, œ, þ, ð, the Greek sigma at the end of a word,
 * vowels of Arabic, Hebrew and Syriac, the alefs, yehs and kafs of Arabic, the nukta and nasals of Hindi, ё. Marks that
 * tell words apart stay: vowel signs of Indian scripts, й.
 */
export const spelled = (text: string): string =>
  beyondAscii.test(text)
    ? joinedWords(text)
        .replaceAll(accented, (letters) => letters.normalize('NFD').replaceAll(/\p{M}/gu, ''))
        // Behind the accents: ǿ is an ø with one.
        .replaceAll(ownLetter, (letter) => plainOf.get(letter) ?? letter)
        .replaceAll(optionalMark, '')
        .replaceAll(looseMark, '')
        .replaceAll(arabicLetter, (letter) => arabicLetters[letter] ?? letter)
        .replaceAll(looseNukta, '')
        .replaceAll(nasal, '\u0902')
        // A database that makes Σ small by its place in the word would write ς again.
        .replaceAll(/[ςΣ]/g, 'σ')
        .replaceAll('ё', 'е')
        .replaceAll('Ё', 'Е')
    : text;
