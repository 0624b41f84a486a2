import { toIsoDate } from './date-in-text.ts';
import type { FieldIntent } from './field-intent.ts';
import { isJsonList, type Json } from './json.ts';
import { saysFree } from './truth-in-text.ts';
import { concepts as allConcepts } from './vocabulary.ts';
import { nameKey } from './words.ts';

/** A rule for the values of a concept, whatever their source: a label, structured data or a model. */
interface Plausibility {
  /** Names of concepts (`vocabulary.json`, the first of a row). */
  readonly concepts: readonly string[];
  readonly holds: (text: string) => boolean;
  /** The standard that defines it. */
  readonly source: string;
}

const digits = (text: string): number => text.replace(/\D/g, '').length;

/**
 * Says whether a date is not before 1900. An earlier year is a default or a misreading, unless the date is historical
 * by its nature, such as a birth.
 */
const isRecent = (text: string): boolean => {
  const year = /^\d{4}/.exec(toIsoDate(text) ?? text)?.[0];
  return year === undefined || Number(year) >= 1900;
};

/** Concepts whose dates lie in the past by their nature. */
const historical: ReadonlySet<string> = new Set([
  'birth date',
  'death date',
  'founding date',
  'year',
  'year built',
]);

/** Names of files, such as a picture for sharp screens (`logo@2x.png`); no ending is a top-level domain. */
const fileName =
  /\.(?:png|jpe?g|gif|svg|webp|avif|heic|ico|bmp|tiff?|pdf|css|scss|m?js|jsx|tsx?|json|xml|html?|php|aspx?|mp[34]|webm|woff2?|ttf|otf|g?z|exe)$/i;
/** The host of a picture's size: `logo@2x`, `logo@1.5x`. */
const sizeHost = /@\d(?:\.\d)?x(?:\.|$)/i;

/** Says whether a text is an e-mail address, and not the name of a file. */
export const isMailAddress = (text: string): boolean =>
  /^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]{2,}$/.test(text) && !fileName.test(text) && !sizeHost.test(text);

/** Words that count, in the languages of the other rules, and halves and pieces of the calendar. */
const countWord = new RegExp(
  String.raw`(?<!\p{L})(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few|several|` +
    String.raw`half|quarter|all|full|whole|ein|eine[rnms]?|` +
    String.raw`zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|halb\p{L}*|ganz\p{L}*|` +
    String.raw`une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|demi\p{L}*|` +
    String.raw`una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|medi[ao]|` +
    String.raw`ongoing|permanent|unlimited|lifetime|open-ended|` +
    String.raw`unbefristet|lebenslang|illimitée?|indefinid[ao])(?!\p{L})|` +
    String.raw`[一二三四五六七八九十半数]`,
  'iu',
);

const rows: readonly Plausibility[] = [
  {
    concepts: ['email'],
    holds: isMailAddress,
    source: 'https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2',
  },
  {
    concepts: ['telephone', 'fax'],
    // The shortest local numbers have five digits, the longest numbers in the world fifteen, and an extension.
    holds: (text) => digits(text) >= 5 && digits(text) <= 20 && !/\p{L}{12,}/u.test(text),
    source: 'https://www.itu.int/rec/T-REC-E.164',
  },
  {
    // Dates of historical people and things may be of any age.
    concepts: allConcepts
      .filter(({ key, kind }) => kind === 'date' && !historical.has(key))
      .map(({ key }) => key),
    holds: isRecent,
    source: 'https://www.rfc-editor.org/rfc/rfc3339#section-1',
  },
  {
    concepts: ['price', 'low price', 'high price', 'salary', 'min salary', 'max salary'],
    holds: (text) => /\d/.test(text) || saysFree(text),
    source: 'https://schema.org/price',
  },
  {
    // A duration says how many of what: `90 min`, `two weeks`, `an hour`, 三天.
    concepts: allConcepts.filter(({ kind }) => kind === 'duration').map(({ key }) => key),
    holds: (text) => /\p{N}/u.test(text) || countWord.test(text),
    source: 'https://schema.org/Duration',
  },
  {
    concepts: ['isbn'],
    holds: (text) => /^(?:97[89])?\d{9}[\dXx]$/.test(text.replace(/[\s-‐-―]|ISBN(?:-1[03])?:?/gi, '')),
    source: 'https://www.isbn-international.org/content/isbn-users-manual',
  },
  {
    concepts: ['gtin'],
    holds: (text) => [8, 12, 13, 14].includes(digits(text)),
    source: 'https://www.gs1.org/standards/id-keys/gtin',
  },
  {
    concepts: ['author'],
    // Three or more Latin words without a capital are a sentence; people who write their names without capitals have
    // two.
    holds: (text) =>
      !/\p{Script=Latin}/u.test(text) ||
      /\p{Lu}|[^\p{Script=Latin}\s.,'’-]/u.test(text) ||
      text.split(/\s+/).length < 3,
    source: 'https://schema.org/author',
  },
  {
    concepts: ['rating'],
    // If no worst rating is given, it is 1: zero stars mean that there is no rating.
    holds: (text) => Number(text) !== 0,
    source: 'https://schema.org/worstRating',
  },
  {
    concepts: ['postal code'],
    holds: (text) => /\d/.test(text) && text.length <= 12,
    source: 'https://www.upu.int/en/activities/addressing/postal-addressing-systems',
  },
];

/** Texts that pages write in place of a missing value. */
const placeholders = new Set(
  [
    'not available, n a, na, none, unknown, tba, tbd, to be announced, to be determined, on request, upon ' +
      'request, ask at desk, ask us',
    'auf anfrage, nicht verfügbar, unbekannt, keine angabe, siehe unten, folgt',
    'sur demande, non disponible, inconnu, non communiqué, voir ci dessous, à venir',
    'bajo petición, no disponible, desconocido, consultar, véase abajo, a consultar',
    '非公開, 未定, 不明, お問い合わせください, なし',
  ]
    .join(', ')
    .split(', ')
    .map(nameKey),
);

/** Says whether a text is itself a label, or says that there is no value. */
const isNoValue = (text: string): boolean => /[:：]\s*$/.test(text) || placeholders.has(nameKey(text));

const byConcept = new Map(rows.flatMap((row) => row.concepts.map((name) => [nameKey(name), row] as const)));

const rulesFor = ({ senses }: FieldIntent): readonly Plausibility[] => [
  ...new Set(
    senses.flatMap(({ concepts }) =>
      concepts.flatMap(({ key }) => {
        const rule = byConcept.get(key);
        return rule === undefined ? [] : [rule];
      }),
    ),
  ),
];

/**
 * Says whether a value may be what a field asks for, by the rules for such values: an e-mail has an `@`, a telephone
 * number five digits. Every item of a list has to pass. A value without a rule is plausible.
 */
export const isPlausible = (intent: FieldIntent, value: Json): boolean => {
  if (isJsonList(value)) return value.every((item) => isPlausible(intent, item));
  if (typeof value !== 'string' && typeof value !== 'number') return true;
  const text = String(value).trim();
  if (typeof value === 'string' && isNoValue(text)) return false;
  return rulesFor(intent).every(({ holds }) => holds(text));
};
