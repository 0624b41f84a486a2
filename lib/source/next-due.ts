import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import type { Cadence } from './cadence.ts';
import { spanMs } from './span.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Returns a place for a name, spread evenly over `[0, 1)`. */
const place = (name: string, what: string): number =>
  createHash('sha256').update(`${what}\n${name}`).digest().readUInt32BE(0) / 2 ** 32;

const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Returns the second of the day at which a source with this name begins, within its window. */
const secondOfDay = (name: string, window: Cadence['window']): number => {
  const from = window === undefined ? 0 : minutes(window.from);
  const length =
    window === undefined ? 24 * 60 : (minutes(window.to) - from + 24 * 60) % (24 * 60) || 24 * 60;
  return Math.floor(((from + place(name, 'time') * length) % (24 * 60)) * 60);
};

const parsed = new Map<string, Cron>();
const parsedMax = 20_000;

const cronFor = (pattern: string, timezone: string): Cron => {
  const key = `${timezone} ${pattern}`;
  const kept = parsed.get(key);
  if (kept !== undefined) return kept;
  if (parsed.size >= parsedMax) parsed.clear();
  const made = new Cron(pattern, { timezone, paused: true });
  parsed.set(key, made);
  return made;
};

const nextOf = (pattern: string, timezone: string, after: number): number | null =>
  cronFor(pattern, timezone).nextRun(new Date(after))?.getTime() ?? null;

/** Returns what is wrong with a cron expression, or null. */
export const cronProblem = (expression: string): string | null => {
  const wanted = 'expected five fields, such as 0 9 * * MON-FRI';
  if (expression.trim().split(/\s+/).length !== 5) return wanted;
  try {
    const cron = new Cron(expression, { paused: true });
    return cron.nextRun() === null ? 'expected an expression that some moment fulfils' : null;
  } catch (error) {
    const { message } = error as Error;
    return `${wanted}: ${message.replace(/^CronPattern: /, '').replace(/^[A-Z]/, (first) => first.toLowerCase())}`;
  }
};

/** Makes formats for one zone after another, and keeps them: making one takes far longer than using it. */
const keepFormats = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    const found = kept.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    kept.set(timeZone, found);
    return found;
  };
};

const dayFormat = keepFormats('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
const clockFormat = keepFormats('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Returns the number of the day in the zone's calendar, counted from 1970. */
const civilDay = (timezone: string, at: number): number =>
  timezone === 'UTC'
    ? Math.floor(at / dayMs)
    : Math.round(Date.parse(`${dayFormat(timezone).format(at)}T00:00:00Z`) / dayMs);

const dailyPattern = (name: string, window: Cadence['window'], days = '* * *'): string => {
  const second = secondOfDay(name, window);
  return `${second % 60} ${Math.floor(second / 60) % 60} ${Math.floor(second / 3_600)} ${days}`;
};

/** Returns the next time of a cadence of so many days: the day's number in the zone decides. */
const everyDays = (name: string, cadence: Cadence, days: number, after: number): number | null => {
  const { timezone = 'UTC', window } = cadence;
  const phase = Math.floor(place(name, 'day') * days);
  const pattern = dailyPattern(name, window);
  let at = nextOf(pattern, timezone, after);
  if (days === 1) return at;
  for (let tries = 0; at !== null && tries <= 2 * days; tries += 1) {
    const wait = (((phase - civilDay(timezone, at)) % days) + days) % days;
    if (wait === 0) return at;
    at = nextOf(pattern, timezone, at + (wait - 1) * dayMs);
  }
  return at;
};

/** Returns the length of a window in milliseconds; undefined without one. */
export const windowMs = (window: Cadence['window']): number | undefined =>
  window === undefined
    ? undefined
    : ((minutes(window.to) - minutes(window.from) + 1_440) % 1_440 || 1_440) * minuteMs;

const isWithin = (timezone: string, { from, to }: NonNullable<Cadence['window']>, at: number): boolean => {
  const clock = clockFormat(timezone).format(at);
  const [first, end, now] = [minutes(from), minutes(to), minutes(clock)];
  return first < end ? now >= first && now < end : now >= first || now < end;
};

/**
 * Returns the next time of a period of less than a day, which is counted from the epoch, so that no two runs lie
 * further apart than the period.
 */
const everyMs = (name: string, cadence: Cadence, period: number, after: number): number | null => {
  const { timezone = 'UTC', window } = cadence;
  const phase = Math.floor(place(name, 'time') * period);
  const first = Math.floor((after - phase) / period) * period + phase + period;
  if (window === undefined) return first;
  for (let at = first; at - first <= 2 * dayMs; at += period) if (isWithin(timezone, window, at)) return at;
  // If no time of the period falls into the window, the run is at the window's beginning.
  return nextOf(dailyPattern(name, window), timezone, after);
};

/**
 * Returns the first moment after `after` (milliseconds since the epoch) at which a source is due; null without a
 * cadence.
 */
export const nextDue = (name: string, cadence: Cadence, after: number): number | null => {
  const { frequency, every, cron, gap, timezone = 'UTC', window } = cadence;
  if (gap !== undefined) {
    const span = spanMs(gap);
    return span < dayMs
      ? everyMs(name, cadence, span, after)
      : nextOf(dailyPattern(name, window), timezone, after + span - dayMs);
  }
  if (cron !== undefined) return nextOf(cron, timezone, after);
  if (every !== undefined) {
    const span = spanMs(every);
    return span < dayMs
      ? everyMs(name, cadence, span, after)
      : everyDays(name, cadence, Math.round(span / dayMs), after);
  }
  switch (frequency) {
    case undefined:
      return null;
    case 'hourly':
      return everyMs(name, cadence, hourMs, after);
    case 'daily':
      return everyDays(name, cadence, 1, after);
    case 'weekly':
      return everyDays(name, cadence, 7, after);
    case 'biweekly':
      return everyDays(name, cadence, 14, after);
    case 'monthly':
      return nextOf(
        dailyPattern(name, window, `${1 + Math.floor(place(name, 'day') * 28)} * *`),
        timezone,
        after,
      );
  }
};

const frequencyDays = { daily: 1, weekly: 7, biweekly: 14, monthly: 365.25 / 12 } as const;

/** Returns the days of a cadence that has always as many; undefined for another. */
const regularDays = ({ frequency, every, cron, gap }: Cadence): number | undefined => {
  const span = gap ?? every;
  if (span !== undefined) return spanMs(span) < dayMs ? undefined : spanMs(span) / dayMs;
  return cron !== undefined || frequency === undefined || frequency === 'hourly'
    ? undefined
    : frequencyDays[frequency];
};

/**
 * Returns how often a source is due, in milliseconds; null without a cadence. For a cron expression, and within a
 * window, as far as the next runs show: each costs a search of the calendar.
 */
export const usualPeriod = (name: string, cadence: Cadence, now: number): number | null => {
  const days = regularDays(cadence);
  if (days !== undefined) return days * dayMs;
  const first = nextDue(name, cadence, now);
  if (first === null) return null;
  let [last, count] = [first, 0];
  while (count < 24) {
    const next = nextDue(name, cadence, last);
    if (next === null) break;
    last = next;
    count += 1;
  }
  return count === 0 ? null : (last - first) / count;
};
