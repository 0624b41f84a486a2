import type { Cadence } from '../../lib/source/cadence.ts';
import { nextDue } from '../../lib/source/next-due.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A heartbeat comes each minute; a second one finds what the first had no room for. */
const usualWait = 2 * minute;
const day = 24 * hour;

interface Interval {
  readonly from: number;
  to: number;
}

export interface YearSource {
  readonly team: string;
  readonly id: string;
  readonly cadence: Cadence;
  /** Times at which it was paused. */
  readonly pauses: Interval[];
}

/** What happened around a source's year. Times are milliseconds since the epoch. */
export interface Surroundings {
  readonly start: number;
  readonly end: number;
  /** Times in which no heartbeat came. */
  readonly outages: readonly Interval[];
  /** How long a source may wait behind others after an outage. */
  readonly waitMax: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

const civilDay = (timezone: string, at: number): string => {
  let format = formats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });
    formats.set(timezone, format);
  }
  return format.format(at);
};

/**
 * What is wrong with what became of a source's year. Each period has one run, or one recorded reason, with two
 * exceptions: a period in which it was paused; and one that passed while the source still waited for the run of an
 * earlier one, in an outage or behind others after it, since one run follows for all of these.
 *
 * @param seen For each moment at which it was due, when its runs were started or its reasons were recorded.
 */
export const judgeSource = (
  { team, id, cadence, pauses }: YearSource,
  { start, end, outages, waitMax }: Surroundings,
  seen: ReadonlyMap<number, readonly number[]>,
) => {
  const violations: string[] = [];
  let [periods, paused, missed, waited] = [0, 0, 0, 0];
  let lastAt = 0;
  const days = new Set<string>();
  for (let due = nextDue(id, cadence, start); due !== null && due < end; due = nextDue(id, cadence, due)) {
    periods += 1;
    if (cadence.frequency === 'daily') days.add(civilDay(cadence.timezone ?? 'UTC', due));
    const times = seen.get(due) ?? [];
    const outage = outages.find(({ from, to }) => due > from - minute && due < to + waitMax);
    const until = outage === undefined ? due + usualWait : Math.max(due, outage.to) + waitMax;
    // Who is paused while a run waits loses that run as well.
    const isPaused = pauses.some(({ from, to }) => from <= until && due <= to);
    const isPassed = lastAt >= due;
    if (isPaused) paused += 1;
    else if (isPassed && outage !== undefined && due < outage.to) missed += 1;
    else if (isPassed) waited += 1;
    const isRight = isPassed ? times.length === 0 : times.length === 1 || (isPaused && times.length === 0);
    const when = new Date(due).toISOString();
    if (!isRight) violations.push(`${team}/${id}: ${when} has ${times.length} runs or reasons`);
    for (const at of times)
      if (at < due || at > until)
        violations.push(`${team}/${id}: ${when} was looked at ${new Date(at).toISOString()}`);
    lastAt = Math.max(lastAt, ...times);
  }
  if (cadence.frequency === 'daily' && (days.size !== periods || periods < (end - start) / day - 2))
    violations.push(`${team}/${id}: ${periods} periods on ${days.size} days in ${cadence.timezone ?? ''}`);
  for (const due of seen.keys())
    if (due < end && nextDue(id, cadence, due - 1) !== due)
      violations.push(`${team}/${id}: ran for ${new Date(due).toISOString()}, when it was not due`);
  return { violations, periods, paused, missed, waited };
};
