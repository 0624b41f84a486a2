import { decodeBytes, isTextIn } from './decode-bytes.ts';
import { shareOfUsualPairs } from './usual-pairs.ts';

/** What is known of a document beside its bytes. */
export interface DocumentOrigin {
  /** The `Content-Language` header. */
  readonly language?: string | undefined;
  readonly url?: string | undefined;
}

/** Encodings of a language before UTF-8, the likelier first, and what its letters beyond ASCII are. */
interface Written {
  readonly encodings: readonly string[];
  readonly letters: RegExp;
}

const han = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const cyrillic: Written = {
  encodings: ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'],
  letters: /[\u0430-\u045f]/,
};
const arabic: Written = { encodings: ['windows-1256', 'iso-8859-6'], letters: /\p{sc=Arabic}/u };
const central = ['windows-1250', 'iso-8859-2'];

const written: Readonly<Record<string, Written>> = {
  ja: { encodings: ['shift_jis', 'euc-jp'], letters: han },
  ko: { encodings: ['euc-kr'], letters: /\p{sc=Hangul}/u },
  zh: { encodings: ['gb18030', 'big5'], letters: han },
  'zh-tw': { encodings: ['big5', 'gb18030'], letters: han },
  ru: cyrillic,
  bg: cyrillic,
  be: cyrillic,
  sr: cyrillic,
  mk: cyrillic,
  uk: { ...cyrillic, encodings: ['windows-1251', 'koi8-u'] },
  el: { encodings: ['windows-1253', 'iso-8859-7'], letters: /[\u03ac-\u03ce]/ },
  he: { encodings: ['windows-1255'], letters: /\p{sc=Hebrew}/u },
  ar: arabic,
  fa: arabic,
  th: { encodings: ['windows-874'], letters: /\p{sc=Thai}/u },
  tr: { encodings: ['windows-1254'], letters: /[çğıöşüÇĞİÖŞÜ]/ },
  pl: { encodings: central, letters: /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻ]/ },
  cs: { encodings: central, letters: /[áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ]/ },
  sk: { encodings: central, letters: /[áäčďéíĺľňóôŕšťúýžÁČĎÉÍĽŇÓŠŤÚÝŽ]/ },
  hu: { encodings: central, letters: /[áéíóöőúüűÁÉÍÓÖŐÚÜŰ]/ },
};

/** Languages of the countries whose sites were long in encodings of their own. */
const ofCountry: Readonly<Record<string, string>> = {
  jp: 'ja',
  kr: 'ko',
  cn: 'zh',
  tw: 'zh-tw',
  hk: 'zh-tw',
  ru: 'ru',
  su: 'ru',
  by: 'ru',
  ua: 'uk',
  bg: 'bg',
  gr: 'el',
  il: 'he',
  ir: 'fa',
  th: 'th',
  tr: 'tr',
  pl: 'pl',
  cz: 'cs',
  sk: 'sk',
  hu: 'hu',
};

/** Returns the share of the characters beyond ASCII that are the language's letters, in words of its own script. */
const shareOfLetters = (text: string, letters: RegExp): number => {
  let [own, all] = [0, 0];
  const isLatin = letters.test('é') || letters.test('ö') || letters.test('ó');
  for (const [word] of text.matchAll(/[^\s]+/g)) {
    const beyond = Array.from(word).filter((character) => character > '\u007f');
    all += beyond.length;
    if (isLatin || !/[a-z]/i.test(word)) own += beyond.filter((character) => letters.test(character)).length;
  }
  return all === 0 ? 0 : own / all;
};

/** A language counts if at least this share of a text is what it is written with. */
const shareMin = 0.7;

const writtenKey = (tag: string): string | null => {
  const lower = tag.toLowerCase().replace('_', '-');
  if (/^zh-(?:tw|hk|mo|hant)/.test(lower)) return 'zh-tw';
  const primary = lower.split('-', 1)[0] ?? '';
  return Object.hasOwn(written, primary) ? primary : null;
};

/** How far into a page its own claim is looked for. */
const headBytes = 16 * 1_024;

const claimed = (bytes: Uint8Array): string[] => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString(
    'latin1',
  );
  const html = /<html\b[^>]{0,1000}?\blang\s*=\s*["']?([a-z]{2,3}(?:[-_][a-z0-9]{2,8})*)/i.exec(head)?.[1];
  const meta = /\bcontent-language["']?\s{1,20}content\s*=\s*["']?([a-z]{2,3}(?:[-_][a-z0-9]{2,8})*)/i.exec(
    head,
  )?.[1];
  return [html, meta].filter((tag) => tag !== undefined);
};

/** Returns the languages that a document may be in by what it and its origin say, the surest first. */
const expectedLanguages = (bytes: Uint8Array, { language, url }: DocumentOrigin): string[] => {
  const country =
    URL.parse(url ?? '')
      ?.hostname.split('.')
      .at(-1) ?? '';
  const tags = [
    ...claimed(bytes),
    ...(language === undefined ? [] : [language.trim()]),
    ofCountry[country] ?? '',
  ];
  return [...new Set(tags.flatMap((tag) => writtenKey(tag) ?? []))];
};

/**
 * Returns the encoding in which a text has the letters of the language that is expected of it; null if there is none.
 * Of several, that of `guess` if it is one of these, else the one in which most of the text is such letters.
 *
 * @param text the document's bytes without markup.
 */
export const charsetOfLanguage = (
  document: Uint8Array,
  text: Uint8Array,
  origin: DocumentOrigin,
  guess: string | null,
): string | null => {
  for (const language of expectedLanguages(document, origin)) {
    const { encodings = [], letters = /./ } = written[language] ?? {};
    const fitting = encodings
      .filter((encoding) => isTextIn(encoding, text))
      .map((encoding) => {
        const share =
          shareOfUsualPairs(encoding, text) ?? shareOfLetters(decodeBytes(encoding, text), letters);
        return { encoding, share };
      })
      .filter(({ share }) => share >= shareMin)
      .toSorted((a, b) => b.share - a.share);
    const found = fitting.find(({ encoding }) => encoding === guess) ?? fitting[0];
    if (found !== undefined) return found.encoding;
  }
  return null;
};
