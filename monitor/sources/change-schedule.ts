import { cadences } from '../../lib/source/cadence.ts';
import type { ManifestSource } from '../../lib/source/resolve-sources.ts';
import type { ManifestBody } from './plan-types.ts';

/** A key with which a manifest says when a source runs; a source has one of them. */
export type CadenceKey = (typeof cadences)[number];

/** When a source runs, as a form shows it. The value of `auto` is its bounds: `1d to 30d`. */
export interface Schedule {
  readonly cadence: CadenceKey;
  readonly value: string;
}

export const scheduleExamples: Readonly<Record<CadenceKey, string>> = {
  frequency: 'daily',
  every: '6h',
  cron: '0 6 * * 1-5',
  auto: '1d to 30d',
};

/** Returns the schedule of a source as its manifest has it; an example for one that runs by hand alone. */
export const readSchedule = ({
  frequency,
  every,
  cron,
  auto,
}: Pick<ManifestSource, 'frequency' | 'every' | 'cron' | 'auto'>): Schedule => {
  if (cron !== undefined) return { cadence: 'cron', value: cron };
  if (every !== undefined) return { cadence: 'every', value: every };
  if (auto !== undefined) return { cadence: 'auto', value: `${auto.min} to ${auto.max}` };
  return { cadence: 'frequency', value: frequency ?? scheduleExamples.frequency };
};

/** Returns what a manifest has under the cadence's key. */
const writtenAs = ({ cadence, value }: Schedule): unknown => {
  if (cadence !== 'auto') return value;
  const [min = '', max = min] = value.trim().split(/\s+to\s+/);
  return { min, max };
};

/** Returns the next version: its last number is one higher. */
const nextVersion = (version: unknown): string => {
  const [, before = '', last = '0'] = /^(\d+\.\d+\.)(\d+)/.exec(String(version)) ?? [];
  return before === '' ? '1.0.1' : `${before}${Number(last) + 1}`;
};

/**
 * Returns the same manifest, in its next version, with another schedule for one source. A window beside a cron
 * expression is left out, as a manifest that has both is refused.
 */
export const changeSchedule = (manifest: ManifestBody, source: string, schedule: Schedule): ManifestBody => {
  const sources = manifest['sources'] as readonly Readonly<Record<string, unknown>>[];
  const replaced: readonly string[] = schedule.cadence === 'cron' ? [...cadences, 'window'] : cadences;
  return {
    ...manifest,
    version: nextVersion(manifest['version']),
    sources: sources.map((each) =>
      each['id'] === source
        ? {
            ...Object.fromEntries(Object.entries(each).filter(([key]) => !replaced.includes(key))),
            [schedule.cadence]: writtenAs(schedule),
          }
        : each,
    ),
  };
};
