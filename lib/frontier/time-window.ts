import * as z from 'zod';

/** A time of day as clocks show it. */
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day such as 22:00');

/** Whether a name is of the IANA time zone database. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Times of day, from the first to just before the second, also over midnight, as clocks show them in a time zone. */
export const timeWindowSchema = z
  .strictObject({
    from: clockTime,
    to: clockTime,
    /** A name of the IANA time zone database. */
    timezone: z.string().refine(isTimeZone, 'expected a time zone such as Europe/Berlin').default('UTC'),
  })
  .refine(
    ({ from, to }) => from !== to,
    'expected two different times: without a window, every time will do',
  );
export type TimeWindow = z.infer<typeof timeWindowSchema>;

const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** The most minutes by which clocks are changed. A day that was left out (Samoa, 2011) changes no time of day. */
const changeMax = 120;

const minutesFrom = (from: number, to: number): number => (to - from + dayMinutes) % dayMinutes;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Minutes since midnight that a clock in the time zone shows. */
const clockAt = (timezone: string, at: number): number => {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timezone, format);
  }
  return minutesOf(format.format(at));
};

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/**
 * Computes when a window is next open: null while it is open, else the first moment (milliseconds since the epoch) at
 * which a clock in its time zone shows a time within it. If clocks are put forward over its beginning, it opens right
 * after the change. If they are put back into it, it is open again.
 */
export const opensAt = ({ from, to, timezone }: TimeWindow, now: number): number | null => {
  const [first, end] = [minutesOf(from), minutesOf(to)];
  const isOpen = (at: number): boolean => {
    const clock = clockAt(timezone, at);
    return first < end ? clock >= first && clock < end : clock >= first || clock < end;
  };
  if (isOpen(now)) return null;
  for (let minute = Math.floor(now / minuteMs) + 1; ; minute += 1) {
    const at = minute * minuteMs;
    if (isOpen(at)) return at;
    const clock = clockAt(timezone, at);
    const [sinceEnd, untilFirst] = [minutesFrom(end, clock), minutesFrom(clock, first)];
    // So far from both ends, no change of clocks leads into the window during the minutes that are skipped here.
    if (sinceEnd > changeMax && untilFirst > changeMax) minute += untilFirst - changeMax - 1;
  }
};

/** The part of the hosts' configuration that concerns their windows. */
export interface HostWindows {
  readonly policyOf: (host: string) => { readonly window?: TimeWindow | undefined };
}

/**
 * Computes until when a job's pages of a host wait for its window. Null when they need not wait: the window is open,
 * there is none, or the job is not a scheduled run. Ad-hoc jobs never wait, because their callers do.
 */
export const heldUntil = (
  hosts: HostWindows,
  host: string,
  job: { readonly source?: string | undefined },
  now: number,
): number | null => {
  const { window } = hosts.policyOf(host);
  return job.source === undefined || window === undefined ? null : opensAt(window, now);
};
