import type { ManifestBody } from './plan-types.ts';

/** The keys with which a manifest says when a source runs; a source has one of them. */
export const cadences = ['frequency', 'every', 'cron'] as const;
export type Cadence = (typeof cadences)[number];

/** Returns the next version: its last number is one higher. */
const nextVersion = (version: unknown): string => {
  const [, before = '', last = '0'] = /^(\d+\.\d+\.)(\d+)/.exec(String(version)) ?? [];
  return before === '' ? '1.0.1' : `${before}${Number(last) + 1}`;
};

/** Returns the same manifest, in its next version, with another schedule for one source. */
export const changeSchedule = (
  manifest: ManifestBody,
  source: string,
  schedule: { readonly cadence: Cadence; readonly value: string },
): ManifestBody => {
  const sources = manifest['sources'] as readonly Readonly<Record<string, unknown>>[];
  return {
    ...manifest,
    version: nextVersion(manifest['version']),
    sources: sources.map((each) => {
      if (each['id'] !== source) return each;
      const { frequency: _frequency, every: _every, cron: _cron, ...rest } = each;
      return { ...rest, [schedule.cadence]: schedule.value };
    }),
  };
};
