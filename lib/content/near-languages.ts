/**
 * Languages that a detector of few languages takes for a neighbour: they share its script and most of its small words.
 * Letters and words that only one of the two has tell them apart.
 */

/** What tells another language from the one found. */
interface Sign {
  /** The languages that this one is taken for. */
  readonly found: ReadonlySet<string>;
  /** Letters, or whole words between white space and punctuation, that the languages found do not have. */
  readonly pattern: RegExp;
  /** Share of the text's letters, or of its words, from which on the text is in another language. */
  readonly share: number;
  readonly per: 'letter' | 'word';
  /** The other language; null if several have the sign. */
  readonly language: string | null;
}

const words = (list: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${list.replaceAll(' ', '|')})(?![\p{L}\p{M}])`, 'giu');

const letters = (found: string, pattern: RegExp, share: number, language: string | null): Sign => ({
  found: new Set(found.split(' ')),
  pattern,
  share,
  per: 'letter',
  language,
});
const smallWords = (found: string, list: string, share: number, language: string | null): Sign => ({
  found: new Set(found.split(' ')),
  pattern: words(list),
  share,
  per: 'word',
  language,
});

/** The first that applies decides. Shares are far below those of texts in the language, and above those of names. */
const signs: readonly Sign[] = [
  // Kazakh, Tatar, Tajik, Uzbek and others, of which some have the short U of Belarusian as well.
  letters('ru uk bg sr', /[әғқңөұүһҳҷӯӣҡҙ]/giu, 0.01, null),
  letters('ru uk bg sr', /ў/giu, 0.004, 'be'),
  letters('ru uk bg sr', /[ѓќѕ]/giu, 0.001, 'mk'),
  letters('tr', /ə/giu, 0.02, 'az'),
  letters('he', /[\u05f0-\u05f2]/gu, 0.004, 'yi'),
  smallWords('he', 'און איז פון פֿון דער מיט אויף נישט האט האָט וואס וואָס', 0.04, 'yi'),
  letters('bn', /[ৰৱ]/gu, 0.005, 'as'),
  // Kurdish and Pashto.
  letters('ar fa ur', /[ەێۆڵڕټډښګۍ]/gu, 0.01, null),
  smallWords('nl de', "ŉ 'n ’n nie vir hulle baie ek hy", 0.02, 'af'),
  smallWords('pt es', 'unha unhas nunha dunha máis tamén non xa súa súas moi teñen dende pola', 0.02, 'gl'),
  // Serbian has `e` where Croatian has `je` or `ije`.
  smallWords(
    'hr',
    'gde ovde posle vreme uvek čovek čoveka svet sveta svešću mesto mesta dve dete deca ceo cela celo takođe ' +
      'videti šta opšte opština opštine primer reč reči veka reke lepo zahteva',
    0.012,
    'sr',
  ),
];
const ijekavian = words(
  'gdje ovdje poslije vrijeme uvijek čovjek čovjeka svijet svijeta sviješću mjesto mjesta dvije dijete djeca cijeli ' +
    'cijela cijelo također vidjeti tko tijekom opće općina općine primjer riječ riječi rijeke lijepo',
);

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Least number of signs: a name or a quotation has one. */
const signsMin = 2;

/**
 * Returns the language of a text that was found to be in `found`, unless its letters and words are those of a
 * neighbour: then that one, or null where several have them.
 */
export const nearLanguage = (found: string | null, text: string): string | null => {
  if (found === null) return null;
  for (const { found: taken, pattern, share, per, language } of signs) {
    if (!taken.has(found)) continue;
    const seen = count(text, pattern);
    if (seen < signsMin) continue;
    const all = count(text, per === 'letter' ? /\p{L}/gu : /[\p{L}\p{M}]+/gu);
    if (seen < share * all) continue;
    if (found === 'hr' && seen <= count(text, ijekavian)) continue;
    return language;
  }
  return found;
};

/** Characters that nearly every Chinese text has, and hardly any Japanese one. */
const chineseOnly = /[这這们們你您她吗嗎没沒很了是吧呢啊把给給对說说]/gu;
/** Kana is half of a Japanese text. Less stands in one with many names, or in a Chinese one with titles of works. */
const kanaSure = 0.4;
const [chineseSure, chineseNone] = [0.01, 0.003];

/**
 * Tells Japanese from Chinese in a text with `kana` and `han` characters of each kind; null where it may be either.
 */
export const japaneseOrChinese = (text: string, kana: number, han: number): 'ja' | 'zh' | null => {
  if (kana >= kanaSure * (kana + han)) return 'ja';
  const chinese = count(text, chineseOnly);
  if (chinese >= chineseSure * han) return 'zh';
  return chinese <= chineseNone * han ? 'ja' : null;
};
