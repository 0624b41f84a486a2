import * as z from 'zod';
import { sourceLimits } from '../../limits/source-limits.ts';
import { spanMs } from '../span.ts';

/** How often a source was checked, and how often it had changed: the cadence `auto` follows from this. */
export const watchedSchema = z.object({
  /** Complete runs that read a page and had a run before them. */
  checks: z.number(),
  /** How many of them found a change. */
  changed: z.number(),
  /** Milliseconds between them and the runs before, added up. */
  ms: z.number(),
});
export type Watched = z.infer<typeof watchedSchema>;

/** The least and the greatest distance between runs, such as `1d` and `30d`. */
export interface AutoCadence {
  readonly min: string;
  readonly max: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const units = [
  ['day', dayMs],
  ['hour', hourMs],
] as const;

/** Adds one more complete run. Old runs count for less: once there are so many checks, each counts half. */
export const watchRun = (
  before: Watched | undefined,
  { ms, changed }: { readonly ms: number; readonly changed: boolean },
): Watched => {
  const { checks = 0, changed: found = 0, ms: spent = 0 } = before ?? {};
  const share = checks >= sourceLimits.watchedChecks ? 0.5 : 1;
  return {
    checks: checks * share + 1,
    changed: found * share + (changed ? 1 : 0),
    ms: Math.round(spent * share + ms),
  };
};

/**
 * Returns the estimated milliseconds between two changes of a source. Of several changes between two visits only one is
 * seen, and this estimator makes up for that (Cho and Garcia-Molina, "Estimating frequency of change", 2003). Without
 * any change it grows with the time watched.
 */
export const changePeriod = ({ checks, changed, ms }: Watched): number => {
  const rate = -Math.log((checks - Math.max(changed, 0.5) + 0.5) / (checks + 0.5));
  return ms / checks / Math.max(rate, 0.5 / (checks + 0.5));
};

/** Writes a cadence in the words of its manifest; null if it has none. */
export const tellCadence = ({
  frequency,
  every,
  cron,
  auto,
}: {
  readonly [Name in 'frequency' | 'every' | 'cron']?: string | undefined;
} & { readonly auto?: AutoCadence | undefined }): string | null =>
  cron ?? every ?? frequency ?? (auto === undefined ? null : `auto ${auto.min} to ${auto.max}`);

/** Writes a duration for people: in days or hours from two of them on. */
const inWords = (ms: number): string => {
  const [unit, unitMs] = units.find(([, each]) => ms >= 2 * each) ?? ['minute', minuteMs];
  const count = Math.max(1, Math.round(ms / unitMs));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** Of fewer checks, one change or none more would say something else. */
const tellingChecks = 3;

/**
 * Says how often a source is asked, compared with how often it was seen to change; null if nothing is known and its
 * manifest itself says how often.
 *
 * @param period Milliseconds between its runs as planned; null if it does not run by itself.
 */
export const tellAsking = (
  source: Parameters<typeof tellCadence>[0],
  watched: Watched | undefined,
  period: number | null,
): string | null => {
  const { auto } = source;
  const own = auto === undefined ? tellCadence(source) : `auto, now every ${autoEvery(auto, watched)},`;
  if (watched === undefined || watched.checks === 0)
    return auto === undefined
      ? null
      : `auto begins with every ${auto.min}, and asks at least every ${auto.max}`;
  const [checks, changed] = [Math.round(watched.checks), Math.round(watched.changed)];
  const seen = `changed in ${changed} of ${checks} ${checks === 1 ? 'check' : 'checks'}`;
  const every = changePeriod(watched);
  const times = period === null || own === null ? null : every / period;
  if (changed === 0) return times === null ? seen : `${seen}: ${own} asks every ${inWords(period ?? 0)}`;
  if (checks < tellingChecks) return `${seen}: too few to say how often it changes`;
  const about = `${seen}, about once in ${inWords(every)}`;
  if (times === null) return about;
  if (times < 0.75) return `${about}: ${own} misses changes`;
  return `${about}: ${own} asks ${times < 1.5 ? 'once' : `${Math.round(times)} times`} per change`;
};

/** Writes a distance as manifests do: whole hours below a day, whole days from a day on. */
const written = (ms: number): string =>
  ms < dayMs
    ? `${Math.min(23, Math.max(1, Math.floor(ms / hourMs)))}h`
    : `${Math.min(365, Math.round(ms / dayMs))}d`;

/**
 * Returns the distance between the runs of a source with the cadence `auto`: as often as it changes, within its bounds.
 */
export const autoEvery = ({ min, max }: AutoCadence, watched: Watched | undefined): string => {
  if (watched === undefined || watched.checks === 0) return min;
  const period = changePeriod(watched);
  if (period <= spanMs(min)) return min;
  return period >= spanMs(max) ? max : written(period);
};
