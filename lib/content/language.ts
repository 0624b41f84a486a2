import { japaneseOrChinese, nearLanguage } from './near-languages.ts';

/**
 * Detects the language of a text, for pages that do not declare one: by its script if only one language is written in
 * that, else by its most frequent small words. Made for main content; for less than a few sentences it gives no answer
 * rather than a wrong one.
 */

const scripts: readonly (readonly [language: string, characters: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['pa', /\p{Script=Gurmukhi}/gu],
  ['si', /\p{Script=Sinhala}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['am', /\p{Script=Ethiopic}/gu],
];

/** The most frequent words of a language, without names and nouns. */
const smallWords: Readonly<Record<string, string>> = {
  en:
    'the of and to in is that for it was on with as are be this have from at by not or but they his which ' +
    'you we an were has will would their there been',
  de:
    'der die und das den von zu mit ist im dem nicht ein eine für auf des sich auch es an werden aus er hat ' +
    'dass sie nach wird bei einer um am sind noch wie einem über so zum war haben nur oder aber vor zur bis',
  fr:
    'de la le et les des en un du une est que pour dans qui par plus pas au sur ne se ce il sont avec son ' +
    'aux cette ont mais comme ou nous leur sa été être elle ces fait deux',
  es:
    'de la que el en los del se las por un para con no una su al lo como más pero sus le ya este sí porque ' +
    'esta entre cuando muy sin sobre también me hasta hay donde desde todo nos durante fue son',
  pt:
    'de que do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou ' +
    'quando muito nos já eu também só pelo pela até isso ela entre depois sem mesmo aos seus são foi',
  it:
    'di che la il un per in una è non sono da con del della si le dei al lo gli alla nel più ma anche come ' +
    'nella dal delle ha questo loro essere stato su ed dalla degli ai tra',
  nl:
    'de van het een en in is dat op te zijn met voor niet aan er om die ook als bij maar dan of door naar ' +
    'ze hij over uit wordt nog kan worden meer heeft was deze tot hun geen',
  sv:
    'och att det i en på är som för av med den till inte har de ett om var jag sig från men kan så vi eller ' +
    'när vid han ska skulle också bara mycket efter under sedan finns detta',
  da:
    'og i at det er en til på af de for med den som der ikke har et om var men sig fra kan vi så han eller ' +
    'også efter over være blev mange noget ved når hvad havde deres',
  no:
    'og i det er på som en å for at av til med de har den ikke et om var men seg fra kan så vi han eller ' +
    'også etter over være ble mange noe ved når hva hadde deres bli ut',
  fi:
    'ja on ei se että oli hän mutta ovat kun niin myös joka tai kuin sen mukaan vain jos ole nyt sitä voi ' +
    'kanssa mitä tämä ollut jo vielä kuitenkin olla joita sekä',
  pl:
    'w i na z się nie do to że jest o jak po co ale od za tak dla są przez przy tym być był która który ma ' +
    'czy już tylko może oraz ich jego jej bardzo które',
  cs:
    'a v se na je že s z do o to i k ve jako by pro za od po jsem ale jeho které který byl jsou jen při ' +
    'bylo už nebo aby má není také podle až kteří tak mezi než může',
  sk:
    'a v sa na je že s z do o to aj k vo ako by pre za od po ale jeho ktoré ktorý bol sú len pri bolo už ' +
    'alebo aby má nie tiež podľa až tak medzi než môže sme',
  hu:
    'a az és hogy nem is egy ez van volt meg csak de már mint még el ha azt ki kell lehet vagy szerint ' +
    'amely nagyon lesz pedig után majd között nincs minden több',
  ro:
    'de și în a la cu pe nu o un să din care este ce mai că pentru se au fost sau prin după dar fi sunt ' +
    'acest când ale lui al această foarte până fără',
  tr:
    've bir bu da de için ile olarak çok daha olan gibi var ne kadar sonra ama en ise değil her olduğu oldu ' +
    'veya göre tarafından bunu ki mi diye kendi',
  id:
    'yang dan di dengan untuk dari ini itu dalam tidak pada akan ke adalah juga oleh atau ada sebagai bisa ' +
    'lebih telah saat para tersebut karena mereka dapat kepada menjadi sudah harus seperti',
  vi:
    'và của là có không cho được các người một những trong với để này đã đến khi từ về ra như cũng nhiều ' +
    'tại vào trên sẽ đó năm còn phải làm',
  hr:
    'i u je se na da za su od s o kao ali bi koji će ne koja to iz nije što po sa ili samo još bio više ' +
    'kako već prema tako kod biti godine',
  sl: 'in je v na se za da so z ki ne pa po tudi kot bi ali od iz s o pri še bo to bil ni že več kar lahko med svoje',
  et: 'ja on ei et see oli ning kui ka mis oma aga ta kes või nii siis selle seda veel olid pole mida juba väga pärast',
  lv: 'un ir par no ar to ka kas bet gan pie tika uz vai arī kā lai nav savu pēc šis viņš bija ko tas būs',
  lt: 'ir yra į iš kad su ne tai kaip bet buvo apie už jau tik po nuo kuris savo arba iki dar taip labai per',
  ca:
    'de la que el i en a els per un del amb una les no és al es més com però seva són ha aquest també va ' +
    'ser entre fins o dels seu',
  ru:
    'и в не на что с он по это как но из за от для к его а все так же или у мы было бы вы если при до когда ' +
    'их был только о еще может',
  uk:
    'і в не на що з він по це як але із за від для до його а все так або у ми було б ви якщо при коли їх ' +
    'був тільки про ще може та є й щоб',
  bg: 'и в на да не за се от е са с по че като но това до при ще или той може има след ги бе му тя са във',
  sr: 'и у је се на да за су од са о као али би који ће не која то из није што по или само још био више како већ према',
  ar: 'في من على أن إلى هذا التي عن مع الذي هو كان لا ما هذه بعد وقد بين كما أو ذلك قال كل لم خلال و حيث',
  fa: 'و در به از که این را با است برای آن یک خود تا بر هم می شود شده ها کرد های باید یا اما بود',
  ur: 'کے کی میں ہے کا اور سے کو نے کہ ہیں پر اس یہ بھی کر تھا جو کیا ایک گیا لیے تو',
  hi: 'के में है की और से का को पर यह कि हैं भी ने एक इस लिए कर नहीं तो हो था जो',
  mr: 'आहे आणि या च्या मध्ये ते हे होते करून नाही केली आहेत असे त्या ही व तर पण',
};

const languages = Object.keys(smallWords);

/** Languages of each small word, as places in `languages`. A word that many languages share says little. */
const languagesOf = new Map<string, number[]>();
for (const [language, words] of Object.values(smallWords).entries()) {
  for (const word of new Set(words.split(' '))) {
    const known = languagesOf.get(word);
    if (known === undefined) languagesOf.set(word, [language]);
    else known.push(language);
  }
}

const sampleCharacters = 6_000;
const lettersMin = 40;
const wordsMin = 20;
/** In most texts at least a fifth of the words are small words. */
const smallShareMin = 0.06;
/** By how much the first language has to be ahead of the second. */
const leadMin = 1.08;

/** Least number of different small words. A text of a few sentences has them; a list that repeats one word has not. */
const distinctMin = 3;
/** Least number of different small words that overrule the page's own claim. */
const distinctDoubt = 6;
const capitals = /^\p{Lu}{2,}$/u;
const words = /[\p{L}\p{M}]+/gu;

/** Japanese is half Han, and is tested before Chinese: a tenth of kana is enough where the rest is not Chinese. */
const kanaShareMin = 0.1;
const scriptShareMin = 0.4;
/** The scripts that belong to one language have code points from this one on, where Greek begins. */
const firstOfScripts = 0x370;

/** Says whether a text has enough characters of other scripts for one of these to be its language's. */
const mayHaveScript = (sample: string): boolean => {
  const other = countOthers(sample);
  return other > 0 && other > kanaShareMin * countLatin(sample);
};

const countOthers = (sample: string): number => {
  let count = 0;
  for (let at = 0; at < sample.length; at += 1) if (sample.charCodeAt(at) >= firstOfScripts) count += 1;
  return count;
};

const countLatin = (sample: string): number => {
  let count = 0;
  for (let at = 0; at < sample.length; at += 1) {
    const code = sample.charCodeAt(at) | 32;
    if (code >= 97 && code <= 122) count += 1;
  }
  return count;
};

const han = /\p{Script=Han}/gu;

const byScript = (sample: string): string | null => {
  if (!mayHaveScript(sample)) return null;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < lettersMin) return null;
  for (const [language, characters] of scripts) {
    const count = sample.match(characters)?.length ?? 0;
    if (count <= letters * (language === 'ja' ? kanaShareMin : scriptShareMin)) continue;
    return language === 'ja' ? japaneseOrChinese(sample, count, sample.match(han)?.length ?? 0) : language;
  }
  return null;
};

/**
 * Counts the small words of a text, and all of its words. Leaves out words in capitals: keywords, names of constants
 * and abbreviations.
 */
const wordsOf = (sample: string): { readonly counts: ReadonlyMap<string, number>; readonly all: number } => {
  const counts = new Map<string, number>();
  let all = 0;
  for (const written of sample.match(words) ?? []) {
    const word = written.toLowerCase();
    if (word !== written && capitals.test(written)) continue;
    all += 1;
    if (languagesOf.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return { counts, all };
};

const byWords = (sample: string, distinct: number): string | null => {
  const { counts, all } = wordsOf(sample);
  if (all < wordsMin) return null;
  const scores = new Float64Array(languages.length);
  const seen = new Uint16Array(languages.length);
  for (const [word, count] of counts) {
    const spoken = languagesOf.get(word);
    if (spoken === undefined) continue;
    for (const language of spoken) {
      scores[language] = (scores[language] ?? 0) + count / Math.sqrt(spoken.length);
      // A single letter is as often the mark of a list item.
      if (word.length > 1) seen[language] = (seen[language] ?? 0) + 1;
    }
  }
  const [first = 0, second = 0] = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const [most = 0, next = 0] = [scores[first], scores[second]];
  if (most < smallShareMin * all || most === 0 || (seen[first] ?? 0) < distinct) return null;
  return most >= leadMin * next ? (languages[first] ?? null) : null;
};

/** Languages that this module can detect. */
const detectable: ReadonlySet<string> = new Set([...scripts.map(([language]) => language), ...languages]);

/** Languages too close to tell apart, or written alike: between them a page's own claim decides. */
const close: readonly ReadonlySet<string>[] = [
  'da no nb nn',
  'hr sr bs sh sl mk bg',
  'cs sk',
  'id ms',
  'zh ja yue',
  'hi mr ne',
  'ru uk be',
].map((group) => new Set(group.split(' ')));

/**
 * Least number of characters in a text that overrules a page's own claim; most of a shorter text may be a quotation.
 */
const doubtCharacters = 400;

/**
 * Returns the language of a page: its own claim, unless its text is long enough to be sure and is in another language.
 * A claim is also believed if its language cannot be detected, or is hard to tell from the one found. What its host
 * claims for it (`sent`) counts where the page has no claim; that is a server's usual language more often, so a short
 * text overrules it as well.
 */
export const chooseLanguage = (
  claim: string | null,
  text: string,
  sent: string | null = null,
): string | null => {
  if (claim === null && sent !== null)
    return text.length < doubtCharacters ? (detectLanguage(text) ?? sent) : chooseLanguage(sent, text);
  if (claim === null) return detectLanguage(text);
  if (text.length < doubtCharacters || !detectable.has(claim === 'nb' || claim === 'nn' ? 'no' : claim))
    return claim;
  const found = detectLanguage(text, distinctDoubt);
  if (found === null || found === claim) return claim;
  return close.some((group) => group.has(found) && group.has(claim)) ? claim : found;
};

/**
 * Returns the primary subtag (BCP 47) of a text's language, or null where it cannot be told. Reads only the beginning
 * of the text.
 */
export const detectLanguage = (text: string, distinct: number = distinctMin): string | null => {
  const sample = text.slice(0, sampleCharacters);
  return nearLanguage(byScript(sample) ?? byWords(sample, distinct), sample);
};
