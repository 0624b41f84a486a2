import { monthNumber } from './month-names.ts';
import { foldDigits, hanNumerals, readHanNumber } from './written-digits.ts';

/** Context for reading a date written in numbers or names. */
export interface DateReading {
  /** Primary subtag of the text's language; null if it is not known. */
  readonly language: string | null;
  /** Whether `03/04/2026` is the fourth of March; null if that is not known, and then such a text is no date. */
  readonly monthFirst: boolean | null;
}

/** A date within a text. */
export interface WrittenDate {
  /** ISO 8601, with a time and a zone where the text has them. */
  readonly iso: string;
  readonly start: number;
  readonly end: number;
}

/** Pages that Gleaner reads were not published before printing began, nor will be after this. */
const [yearMin, yearMax] = [1450, 2100];
/** Years of the Buddhist era, which Thailand uses, are ahead by this many. */
const buddhistYears = 543;

const padded = (value: number): string => String(value).padStart(2, '0');

/** Returns the date in ISO 8601, or null if there is no such day. */
const isoDay = (givenYear: number, month: number, day: number): string | null => {
  const year = givenYear > yearMax + 300 ? givenYear - buddhistYears : givenYear;
  if (year < yearMin || year > yearMax) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return `${year}-${padded(month)}-${padded(day)}`;
};

/** Turns digits of other scripts into ASCII and no-break spaces into spaces, one character for each. */
const plain = (text: string): string =>
  /[\u0250-\uffff]|\u00a0/.test(text) ? foldDigits(text.replace(/[\u00a0\u2007\u202f\u3000]/g, ' ')) : text;

/**
 * The year before the first of each era of Japan since 1868, and of the Republic of China, whose years Taiwan counts.
 */
const eras: Readonly<Record<string, number>> = {
  明治: 1867,
  大正: 1911,
  昭和: 1925,
  平成: 1988,
  令和: 2018,
  中華民國: 1911,
  中華民国: 1911,
  中华民国: 1911,
  民國: 1911,
  民国: 1911,
};

type Reader = (groups: readonly (string | undefined)[], reading: DateReading) => string | null;

/** The word of a month; Arabic has names of two words, and writes two names of one month (`آذار/مارس`). */
const word =
  String.raw`((?:كانون|تشرين) (?:الثاني|الأول|الاول)|\p{L}[\p{L}\p{M}\u05f3\u0970]{1,14})` +
  String.raw`(?:\s?\/\s?\p{Script=Arabic}{3,9})?`;
const joint = String.raw`(?:\s?(?:of|de|del|do|d['\u2019])\s?|\s?[-\u2011/.]\s?|\s{1,2})`;

const inNumbers: Reader = ([first = '', mark, second = '', year = ''], { monthFirst }) => {
  const [a, b, y] = [Number(first), Number(second), Number(year)];
  const dayFirst = isoDay(y, b, a);
  // A point between the numbers means that the day comes before the month.
  if (mark === '.') return dayFirst;
  const american = isoDay(y, a, b);
  if (dayFirst === null || american === null || dayFirst === american) return dayFirst ?? american;
  return monthFirst === null ? null : monthFirst ? american : dayFirst;
};

const withName = (year: string, name: string, day: string, { language }: DateReading): string | null => {
  const month = monthNumber(name, language);
  return month === null ? null : isoDay(Number(year), month, Number(day));
};

const inEra: Reader = ([era, year = '', month = '', day = '']) => {
  const [y, m, d] = [year, month, day].map(readHanNumber);
  if (era === undefined && (y ?? 0) < yearMin) return null;
  return isoDay((eras[era ?? ''] ?? 0) + (y ?? 0), m ?? 0, d ?? 0);
};

const readers: readonly (readonly [RegExp, Reader])[] = [
  [
    /(?<![\d/.-])(\d{4})\s?([-/.])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)/g,
    ([y, , m, d]) => isoDay(Number(y), Number(m), Number(d)),
  ],
  [/(\d{4})\s?년\s?(\d{1,2})\s?월\s?(\d{1,2})\s?일/g, ([y, m, d]) => isoDay(Number(y), Number(m), Number(d))],
  [
    new RegExp(
      String.raw`(?:(${Object.keys(eras).join('|')})\s?)?(\d{1,4}|元|${hanNumerals}{1,4})\s?年\s?` +
        String.raw`(\d{1,2}|${hanNumerals}{1,3})\s?月\s?(\d{1,2}|${hanNumerals}{1,3})\s?[日号號]`,
      'g',
    ),
    inEra,
  ],
  [
    /(?<!\d)(\d{1,2}) tháng (\d{1,2}),? (?:năm )?(\d{4})(?!\d)/gi,
    ([d, m, y]) => isoDay(Number(y), Number(m), Number(d)),
  ],
  [
    new RegExp(
      String.raw`(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|er|\u00ba|\u00aa|\.)?${joint}${word}[.,]{0,2}` +
        String.raw`${joint}(\d{4})(?!\d)`,
      'giu',
    ),
    ([d = '', name = '', y = ''], reading) => withName(y, name, d, reading),
  ],
  [
    new RegExp(
      String.raw`(?<![\p{L}])${word}\.?[\s-]{1,2}(\d{1,2})(?:st|nd|rd|th)?,?[\s-]{1,2}(\d{4})(?!\d)`,
      'giu',
    ),
    ([name = '', d = '', y = ''], reading) => withName(y, name, d, reading),
  ],
  [
    new RegExp(String.raw`(?<!\d)(\d{4})(?:\s?m)?\.?[\s-]${word}\.?[\s-](\d{1,2})(?!\d)`, 'giu'),
    ([y = '', name = '', d = ''], reading) => withName(y, name, d, reading),
  ],
  [/(?<![\d/.-])(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4})(?!\d|[/.-]\d)/g, inNumbers],
];

/** Zones that RFC 5322 (section 4.3) gives an offset, and those of Europe; other letters name several. */
const zones: Readonly<Record<string, string>> = {
  z: 'Z',
  utc: 'Z',
  gmt: 'Z',
  est: '-05:00',
  edt: '-04:00',
  cst: '-06:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
  cet: '+01:00',
  cest: '+02:00',
  mez: '+01:00',
  mesz: '+02:00',
};

const zoneOf = (written: string | undefined): string => {
  if (written === undefined) return '';
  const named = zones[written.toLowerCase()];
  if (named !== undefined) return named;
  const [, sign, hours, minutes = '00'] = /([+-])(\d{2}):?(\d{2})?$/.exec(written) ?? [];
  return sign === undefined ? '' : `${sign}${hours ?? ''}:${minutes}`;
};

const timeBehind =
  /^[\s,·|T@(–-]{0,4}(?:(?:at|um|à|a las|às|kl\.?|om|alle(?: ore)?|ore|в|о)\s)?\s?(\d{1,2})[:.h](\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:\s?([ap])\.?\s?m\b\.?)?(?:\s?uhr)?(?:\s?\(?((?:GMT|UTC)?[+-]\d{2}:?\d{2}|(?:z|utc|gmt|[ecmp][sd]t|cest|cet|mesz?)\b))?/i;

/** Reads the time behind a date, in ISO 8601 from `T` on, or '' if there is none. */
const timeIn = (rest: string): { readonly iso: string; readonly length: number } => {
  const match = timeBehind.exec(rest);
  const [written = '', hour, minute = '', second, half, zone] = match ?? [];
  if (hour === undefined) return { iso: '', length: 0 };
  const isAfternoon = half?.toLowerCase() === 'p';
  const given = Number(hour);
  const hours = half === undefined ? given : (given % 12) + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return { iso: '', length: 0 };
  const seconds = second === undefined ? '' : `:${second}`;
  return { iso: `T${padded(hours)}:${minute}${seconds}${zoneOf(zone)}`, length: written.length };
};

/**
 * Finds the dates in a short text with the times behind them, in text order, written in numbers or in the words of 34
 * languages.
 */
export const writtenDatesIn = (text: string, reading: DateReading): WrittenDate[] => {
  const wanted = plain(text);
  if (!/\d{4}|年/.test(wanted)) return [];
  const found: WrittenDate[] = [];
  for (const [pattern, read] of readers) {
    for (const match of wanted.matchAll(pattern)) {
      const [written, ...groups] = match;
      const [start, end] = [match.index, match.index + written.length];
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const day = read(groups, reading);
      if (day === null) continue;
      const time = timeIn(wanted.slice(end, end + 60));
      found.push({ iso: `${day}${time.iso}`, start, end: end + time.length });
    }
  }
  return found.sort((a, b) => a.start - b.start);
};

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
const basicPattern = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const epochPattern = /^(1\d{9})(\d{3})?$/;

const isoFrom = (groups: readonly (string | undefined)[]): string | null => {
  const [year, month, date, hour, minute, second, fraction, zone] = groups;
  const day = isoDay(Number(year), Number(month), Number(date));
  // Templates without a date write the first second of Unix time.
  if (day === null || (day === '1970-01-01' && hour !== undefined)) return null;
  if (hour === undefined || minute === undefined) return day;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 60) return day;
  const seconds = second === undefined ? '' : `:${second}${fraction === undefined ? '' : `.${fraction}`}`;
  return `${day}T${hour}:${minute}${seconds}${zoneOf(zone)}`;
};

/** Most characters of a value that is a date; a longer one is a text with a date in it. */
const valueCharactersMax = 80;

/**
 * Converts a value that a page gives for a date to ISO 8601. A value in ISO 8601 stays as it is, a day stays a day, and
 * a zone is added only if the page gives one. Returns null if the value is no date, or if day and month could be
 * swapped.
 */
export const toIsoDateTime = (value: string, reading: DateReading): string | null => {
  const text = value.trim();
  if (text.length > valueCharactersMax) return null;
  const iso = isoPattern.exec(text);
  if (iso !== null) return isoFrom(iso.slice(1));
  const basic = basicPattern.exec(text);
  if (basic !== null) return isoFrom([...basic.slice(1, 7), undefined, basic[7]]);
  const [, seconds] = epochPattern.exec(text) ?? [];
  if (seconds !== undefined) return new Date(Number(seconds) * 1_000).toISOString().replace('.000Z', 'Z');
  const [found] = writtenDatesIn(text, reading);
  if (found !== undefined) return found.iso;
  // Formats of browser scripts: `Fri Dec 12 2025 …` and `Fri, 12 Dec …` are read above, `Fri Dec 12 10:00:00 UTC 2025`
  // is read here.
  const unix = /^\p{L}{3} (\p{L}{3}) {1,2}(\d{1,2}) (\d{2}:\d{2}:\d{2}) (\w{1,5} )?(\d{4})$/u.exec(text);
  if (unix === null) return null;
  const [, name = '', day = '', time = '', zone = '', year = ''] = unix;
  const date = withName(year, name, day, reading);
  return date === null ? null : `${date}T${time}${zoneOf(zone.trim() === '' ? undefined : zone.trim())}`;
};

/**
 * Tells whether an English page with this host and region writes the month before the day; null for other languages,
 * where numbers are unclear.
 */
export const dateReading = (languageTag: string | null, url: string): DateReading => {
  const [language = '', ...rest] = (languageTag ?? '').toLowerCase().split(/[-_]/);
  const region =
    rest.find((part) => /^[a-z]{2}$/.test(part)) ?? /\.([a-z]{2})$/.exec(URL.parse(url)?.hostname ?? '')?.[1];
  const known = language === '' ? null : language;
  if (region === 'us') return { language: known, monthFirst: true };
  if (language === 'en')
    return { language: known, monthFirst: region === undefined || !dayFirstRegions.has(region) };
  return { language: known, monthFirst: language === '' ? null : language === 'fil' };
};

/** Regions that write English with the day first. */
const dayFirstRegions = new Set('gb uk ie au nz in za sg hk my pk ng ke gh lk bd mt'.split(' '));

/** Returns the date in a path: `/2026/11/22/` or `/2026-11-22-`. */
export const dateInPath = (url: string): string | null => {
  const path = URL.parse(url)?.pathname ?? '';
  const [, year = '', month = '', day = ''] =
    /\/((?:19|20)\d{2})\/(\d{1,2})\/(\d{1,2})(?:\/|$)/.exec(path) ??
    /(?:\/|[-_])((?:19|20)\d{2})-(\d{2})-(\d{2})(?:[-_/.]|$)/.exec(path) ??
    [];
  if (year === '') return null;
  return toIsoDateTime(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, {
    language: null,
    monthFirst: null,
  });
};
