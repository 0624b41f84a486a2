import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { limits } from '../../lib/limits/limits.ts';
import { placeLimits } from '../../lib/limits/place-limits.ts';
import { unpackHandlers } from '../upgrade/pack-handlers.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import type { Scenario } from './scenario.ts';

/** Handlers of one release: sandboxes of two run beside each other while one takes the place of the other. */
export interface Release {
  readonly name: 'this' | 'before';
  /** A module's file in it, as something to import. */
  readonly url: (module: string) => string;
  readonly limits: typeof limits;
  readonly placeLimits: typeof placeLimits;
}

export const thisRelease: Release = {
  name: 'this',
  url: (module) => new URL(`../../${module}.ts`, import.meta.url).href,
  limits,
  placeLimits,
};

const fixtures = join(import.meta.dirname, '..', 'upgrade', 'fixtures');
const ending = '.handlers.br';

/** The handlers of the release before, as they were packed with it, unpacked into a folder. */
export const openReleaseBefore = async (folder: string): Promise<Release> => {
  const [last] = readdirSync(fixtures)
    .filter((name) => name.endsWith(ending))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  if (last === undefined) throw new Error(`Cannot open the release before: no *${ending} in ${fixtures}`);
  await unpackHandlers(join(fixtures, last), folder);
  const url = (module: string): string => pathToFileURL(join(folder, `${module}.ts`)).href;
  const load = async (module: string): Promise<Record<string, never>> =>
    (await import(url(module))) as Record<string, never>;
  return {
    name: 'before',
    url,
    limits: (await load('lib/limits/limits'))['limits'] as unknown as typeof limits,
    placeLimits: (await load('lib/limits/place-limits'))['placeLimits'] as unknown as typeof placeLimits,
  };
};

/** Says whose handlers the next sandbox runs, by dice of its own: those of a world fall as they do with one release. */
export const drawReleases = (
  releases: readonly [Release, ...Release[]],
  seed: number,
  onBefore: () => void,
): (() => Release) => {
  const random = seededRandom(seed * 13 + 3);
  return () => {
    const release = releases[Math.floor(random() * releases.length)] ?? releases[0];
    if (release.name === 'before') onBefore();
    return release;
  };
};

/** Limits that a world has of its own, in every release that runs in it. */
export const limitReleases = (releases: readonly Release[], scenario: Scenario): void => {
  const ofScenario = {
    childrenPerTransactionMax: scenario.childrenMax,
    jobDeadlineMs: scenario.deadlineMs,
    // A wide crawl gets as many shards as the scenario says, and a batch one for each host.
    wideJobPagesMin: scenario.cells === 1 ? Number.POSITIVE_INFINITY : 1,
    pagesPerHostGuess: scenario.limit / scenario.cells,
    shardHosts: 1,
    shardsMax: scenario.cells,
  };
  for (const release of releases) {
    Object.assign(release.limits, ofScenario);
    release.placeLimits.spareTriesMin = scenario.spareTries;
  }
};
