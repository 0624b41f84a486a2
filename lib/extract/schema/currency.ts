import { nameKey } from './words.ts';

/** Codes (ISO 4217) that stand beside prices. */
const besidePrices =
  'usd eur gbp jpy cny chf aud cad nzd sek nok dkk pln czk huf ron bgn inr krw brl mxn zar try rub ils ' +
  'aed sar sgd hkd thb idr myr php vnd uah';
export const priceCodes: ReadonlySet<string> = new Set(besidePrices.split(' '));
const otherCodes = 'twd ars clp cop uyu isk egp pkr lkr npr kes ngn mad tnd qar kwd bhd jod';
const codes: ReadonlySet<string> = new Set(`${besidePrices} ${otherCodes}`.split(' '));

const dollars = 'USD CAD AUD NZD HKD SGD MXN TWD ARS CLP COP UYU'.split(' ');
const crowns = 'SEK NOK DKK ISK'.split(' ');
const rupees = 'INR PKR LKR NPR'.split(' ');

const signs: Readonly<Record<string, readonly string[]>> = {
  $: dollars,
  '¥': ['JPY', 'CNY'],
  '€': ['EUR'],
  円: ['JPY'],
  元: ['CNY'],
  원: ['KRW'],
  '£': ['GBP'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '฿': ['THB'],
  '₴': ['UAH'],
  '₱': ['PHP'],
  '₦': ['NGN'],
  '₨': rupees,
  '₸': ['KZT'],
  '₾': ['GEL'],
  zł: ['PLN'],
  kč: ['CZK'],
  us$: ['USD'],
  a$: ['AUD'],
  c$: ['CAD'],
  ca$: ['CAD'],
  nz$: ['NZD'],
  hk$: ['HKD'],
  r$: ['BRL'],
  au$: ['AUD'],
  nt$: ['TWD'],
  s$: ['SGD'],
  sg$: ['SGD'],
  mx$: ['MXN'],
  руб: ['RUB'],
  рубль: ['RUB'],
  рубля: ['RUB'],
  рублей: ['RUB'],
  грн: ['UAH'],
  лв: ['BGN'],
  'ر.س': ['SAR'],
  'د.إ': ['AED'],
  'د.ك': ['KWD'],
  'ر.ق': ['QAR'],
  'د.ب': ['BHD'],
  'د.أ': ['JOD'],
  'ج.م': ['EGP'],
  'د.م': ['MAD'],
  'د.ت': ['TND'],
};

/** Signs that mean something else in other letters: a foot is written `ft`, and an RS is a car. */
const exactSigns: Readonly<Record<string, readonly string[]>> = {
  Ft: ['HUF'],
  kr: crowns,
  Kr: crowns,
  Rs: rupees,
  Rp: ['IDR'],
  RM: ['MYR'],
  TL: ['TRY'],
  lei: ['RON', 'MDL'],
};

/**
 * Returns the codes that a sign of a currency may mean: several for `$`, `¥` and `kr`, none for a text that is no sign.
 */
export const codesOfSign = (sign: string): readonly string[] => {
  const bare = sign.replace(/\.$/, '');
  return exactSigns[bare] ?? signs[bare.toLowerCase()] ?? [];
};

/** Names of currencies in texts; those before the bar are sure to mean a currency there. */
const names: Readonly<Record<string, string>> = {
  EUR: 'euro',
  USD: 'us dollar, american dollar, dollar américain',
  CAD: 'canadian dollar',
  AUD: 'australian dollar',
  NZD: 'new zealand dollar',
  HKD: 'hong kong dollar',
  SGD: 'singapore dollar',
  GBP: 'pound sterling, british pound | pound, sterling, pfund, livre sterling, libra',
  JPY: 'japanese yen, yen',
  CNY: 'chinese yuan, renminbi, yuan',
  CHF: 'swiss franc, schweizer franken, franken, franc suisse | franc',
  INR: 'indian rupee',
  SEK: 'swedish krona',
  NOK: 'norwegian krone',
  DKK: 'danish krone',
  PLN: 'złoty, zloty',
  CZK: 'czech koruna, koruna',
  HUF: 'forint',
  TRY: 'turkish lira | lira',
  RUB: 'russian ruble, ruble, rouble',
  ILS: 'shekel',
  KRW: 'korean won | won',
  THB: 'thai baht, baht',
  VND: 'vietnamese dong | dong',
  UAH: 'hryvnia',
  BRL: 'brazilian real | real, reais',
  ZAR: 'south african rand | rand',
  MXN: 'mexican peso',
};

/** Names that several currencies share. */
const shared: readonly (readonly [name: string, codes: readonly string[]])[] = [
  ['dollar', dollars],
  ['krone', crowns],
  ['krona', crowns],
  ['kr', crowns],
  ['rupee', rupees],
  ['rs', rupees],
  ['peso', ['MXN', 'ARS', 'CLP', 'COP', 'UYU', 'PHP']],
];

const namesOf = (code: string): { readonly sure: readonly string[]; readonly other: readonly string[] } => {
  const [sure = '', other = ''] = (names[code] ?? '').split('|');
  const listed = (text: string): string[] =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  return { sure: listed(sure), other: listed(other) };
};

const byName = new Map<string, readonly string[]>([
  ...shared.map(([name, meant]): [string, readonly string[]] => [nameKey(name), meant]),
  ...Object.keys(names).flatMap((code) => {
    const { sure, other } = namesOf(code);
    return [...sure, ...other].map((name): [string, readonly string[]] => [nameKey(name), [code]]);
  }),
]);

/**
 * Returns the codes (ISO 4217) that a text may mean if it is the sign, the code or the name of a currency as a whole:
 * `€`, `eur`, `Euros`, `US Dollar (USD)`; several for one that countries share, none for any other text.
 */
export const currenciesNamed = (text: string): readonly string[] => {
  const trimmed = text.trim();
  if (trimmed.length > nameCharactersMax) return [];
  const [, name, inner] = /^([^()]+)\(([^()]+)\)$/.exec(trimmed) ?? [];
  if (name !== undefined && inner !== undefined) {
    const within = currenciesNamed(inner);
    return currenciesNamed(name).filter((code) => within.includes(code));
  }
  const bySign = codesOfSign(trimmed);
  if (bySign.length > 0) return bySign;
  if (codes.has(trimmed.toLowerCase())) return [trimmed.toUpperCase()];
  // `nameKey` leaves words in -os as they are: euros, pesos.
  return byName.get(nameKey(trimmed)) ?? byName.get(nameKey(trimmed.replace(/s$/i, ''))) ?? [];
};
const nameCharactersMax = 40;

/** Returns texts that mean this currency wherever they stand: its code and its full names, in the plural as well. */
export const currencySpellings = (code: string): readonly string[] => [
  code,
  ...namesOf(code).sure.flatMap((name) => [name, `${name}s`]),
];

/** Returns names that this currency shares with others, each with all that it may mean. */
export const sharedSpellings = (code: string): typeof shared =>
  shared
    .filter(([, meant]) => meant.includes(code))
    .flatMap(([name, meant]) => [[name, meant] as const, [`${name}s`, meant] as const]);
