/** A date as a text writes it. */
export interface DateFound {
  readonly start: number;
  readonly end: number;
  /** ISO 8601 dates that it may mean, `YYYY-MM-DD` or `YYYY-MM`: two for `03/04/2026`. */
  readonly readings: readonly string[];
}

const monthNames: readonly string[] = [
  'january jan januar jänner janvier janv enero ene gennaio gen janeiro januari',
  'february feb februar février févr fevrier febrero febbraio fevereiro fev februari',
  'march mar märz maerz mär mars marzo março marco maart mrt',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio mag maio mei',
  'june jun juni juin junio giugno giu junho',
  'july jul juli juillet juil julio luglio lug julho',
  'august aug août aout agosto ago augustus',
  'september sep sept septembre septiembre settembre set setembro',
  'october oct oktober okt octobre octubre ottobre ott outubro out',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre déc decembre diciembre dic dicembre dezembro',
];
const monthOf = new Map(
  monthNames.flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
);
const months = [...monthOf.keys()].sort((a, b) => b.length - a.length).join('|');

const padded = (value: number): string => String(value).padStart(2, '0');

/** Returns the date in ISO 8601 if there is such a day. */
const isoOf = (year: number, month: number, day: number): string[] => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000;
  return isReal ? [`${year}-${padded(month)}-${padded(day)}`] : [];
};

type Reader = (groups: readonly (string | undefined)[]) => string[];

const monthName = (name: string | undefined): number =>
  monthOf.get((name ?? '').toLowerCase().replace(/\.$/, '')) ?? 0;

const byNumbers: Reader = ([first, mark, second, year]) => {
  const [a, b, y] = [Number(first), Number(second), Number(year)];
  const dayFirst = isoOf(y, b, a);
  // A point between the numbers means that the day comes before the month.
  if (mark === '.') return dayFirst;
  return [...new Set([...isoOf(y, a, b), ...dayFirst])];
};

const readers: readonly (readonly [RegExp, Reader])[] = [
  [
    /(?<![\d/.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g,
    ([y, , m, d]) => isoOf(Number(y), Number(m), Number(d)),
  ],
  [
    /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/g,
    ([y, m, d]) => isoOf(Number(y), Number(m), Number(d)),
  ],
  [
    new RegExp(
      `(?<![\\d.,])(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?[\\s\\u00a0-]{1,2}(?:of\\s|de\\s)?(` +
        `${months})\\.?[\\s\\u00a0,-]{1,2}(?:de\\s|del\\s)?(\\d{4})(?!\\d)`,
      'gi',
    ),
    ([d, m, y]) => isoOf(Number(y), monthName(m), Number(d)),
  ],
  [
    new RegExp(
      `(?<![\\p{L}])(${months})\\.?[\\s\\u00a0]{1,2}(\\d{1,2})(?:st|nd|rd|th)?,?[\\s\\u00a0]{1,2}(\\d{4})(?!\\d)`,
      'giu',
    ),
    ([m, d, y]) => isoOf(Number(y), monthName(m), Number(d)),
  ],
  [/(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\d/])/g, byNumbers],
  [
    new RegExp(`(?<![\\p{L}\\d])(${months})\\.?[\\s\\u00a0]{1,2}(\\d{4})(?!\\d)`, 'giu'),
    ([m, y]) =>
      isoOf(Number(y), monthName(m), 1)[0] === undefined ? [] : [`${y ?? ''}-${padded(monthName(m))}`],
  ],
];

/** Returns every date of a text, in the spellings of eight languages, in text order. */
export const datesIn = (text: string): DateFound[] => {
  const found: DateFound[] = [];
  const taken = new Set<number>();
  for (const [pattern, read] of readers) {
    for (const match of text.matchAll(pattern)) {
      const [written, ...groups] = match;
      const end = match.index + written.length;
      const readings = taken.has(end) ? [] : read(groups);
      if (readings.length === 0) continue;
      taken.add(end);
      found.push({ start: match.index, end, readings });
    }
  }
  return found.sort((a, b) => a.start - b.start);
};

const isoDateTime =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Converts a text that is a date, with or without a time, to ISO 8601; null for anything else, and if day and month
 * could be swapped.
 */
export const toIsoDate = (text: string): string | null => {
  const trimmed = text.trim();
  const [, day] = isoDateTime.exec(trimmed) ?? [];
  if (day !== undefined) return datesIn(day).length === 1 ? trimmed.replace(/^(\S{10}) /, '$1T') : null;
  const [found, ...others] = datesIn(trimmed);
  if (found === undefined || others.length > 0 || found.readings.length !== 1) return null;
  const [head, tail] = [trimmed.slice(0, found.start), trimmed.slice(found.end)];
  return before.test(head) && after.test(tail) ? (found.readings[0] ?? null) : null;
};

/** Days of the week and words before a date, in the languages whose months are known. */
const before = new RegExp(
  String.raw`^[\s,.()]*(?:(?:` +
    String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|` +
    String.raw`montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|mo|di|mi|do|fr|sa|so|` +
    String.raw`lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|` +
    String.raw`lunes|martes|miércoles|jueves|viernes|sábado|domingo|` +
    String.raw`lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica` +
    String.raw`)(?!\p{L})[\s,.]*)?(?:(?:on|am|le|el|den|dem|from|ab|dès le|a partir del)\s+)?$`,
  'iu',
);

/** Text that may follow a date and is no part of it: the day of the week, a time, after a comma the place. */
const after = new RegExp(
  String.raw`^[\s,.()（）]*(?:(?:[月火水木金土日](?:曜日?)?|` +
    String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)[\s,.()（）]*)?` +
    String.raw`(?:(?:at|um|à|a las|,|·|\||-|–)?\s*\d{1,2}(?::\d\d|h\d{0,2}|時)(?:\s?(?:am|pm|uhr|h))?` +
    String.raw`(?:\s?[-–]\s?\d{1,2}:\d\d(?:\s?(?:am|pm|uhr))?)?|,\s[^\d,;]{2,40})?[\s,.()]*$`,
  'iu',
);

const isoDuration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/;
const wordedDuration =
  /^(?:(\d+)\s?(?:days?|d|tage?)[\s,]*)?(?:(\d+)\s?(?:hours?|hrs?|h|std\.?|stunden?)[\s,]*(?:and\s)?)?(?:(\d+)\s?(?:minutes?|mins?|m|minuten?)[\s,.]*)?(?:(\d+)\s?(?:seconds?|secs?|s|sek\.?)\.?)?$/i;

/**
 * Returns the seconds of a text that is a duration: ISO 8601 (`PT1H30M`) or words (`1 h 30 min`); null for anything
 * else.
 */
export const toSeconds = (text: string): number | null => {
  const match = isoDuration.exec(text.trim()) ?? wordedDuration.exec(text.trim());
  if (match === null) return null;
  const [days, hours, minutes, seconds] = match
    .slice(1)
    .map((part) => (part === undefined ? null : Number(part)));
  if ([days, hours, minutes, seconds].every((part) => part === null)) return null;
  return (days ?? 0) * 86_400 + (hours ?? 0) * 3_600 + (minutes ?? 0) * 60 + (seconds ?? 0);
};
