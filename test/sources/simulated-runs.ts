import { seededRandom } from '../harness/seeded-random.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import type { PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody } from '../harness/watch-site.ts';

const hour = 60 * 60_000;
const rough: Disturbance = {
  duplicate: 0.2,
  lose: 0.03,
  breakBefore: 0.01,
  breakAfter: 0.01,
  dieBeforeSend: 0.02,
};

/** A page as it truly is. */
interface TruePage {
  readonly path: string;
  isThere: boolean;
  text: number;
  /** Moments of runs in which it answered 404 since it was there last. */
  gone: number[];
}

export interface SimulatedRuns {
  readonly violations: readonly string[];
  readonly runs: number;
  readonly deletions: number;
  readonly restored: number;
}

/** What each run of a site told, in one order whatever the site's address is. */
interface ToldRuns extends SimulatedRuns {
  readonly told: readonly (readonly string[])[];
}

/**
 * Runs of one site through the real steps, with messages that are lost or come twice, and calls that break off. Pages
 * are added, edited, removed and brought back; hubs are out, so that links are missing; runs are cut by their limit;
 * a page answers 404 for one run though it is there. What the feed tells is held against what truly is.
 */
const simulate = async (
  stores: PipelineStores,
  seed: number,
  runs: number,
  disturbance: Disturbance,
): Promise<ToldRuns> => {
  const random = seededRandom(seed);
  const chance = (share: number): boolean => random() < share;
  const { site, pages, asked, pipeline, ok, manifest, run } = await watchSite(
    stores,
    `site-${seed}`,
    disturbance,
  );
  const violations: string[] = [];
  const all: TruePage[] = [];
  const add = (): void => void all.push({ path: `/p${all.length}`, isThere: true, text: 0, gone: [] });
  for (let count = 8; count > 0; count -= 1) add();
  const told = new Map<string, string>();
  const toldByRun: string[][] = [];
  let [cursor, deletions, restored] = ['1.0', 0, 0];
  try {
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    for (let round = 1; round <= runs; round += 1) {
      pipeline.skip((13 + Math.floor(random() * 30)) * hour);
      if (chance(0.3)) add();
      if (chance(0.2)) {
        const crawl = chance(0.5) ? { limit: 4 + Math.floor(random() * 6) } : {};
        await ok('POST', '/v2/sources/apply', { manifest: manifest(`1.${round}.0`, { crawl }) });
      }
      for (const page of all) {
        if (chance(0.2)) page.text += 1;
        if (page.isThere && chance(0.05)) page.isThere = false;
        else if (!page.isThere && chance(0.05)) page.isThere = true;
      }
      // One at a time lies, and not in two runs: that it could not be told from a page that is gone.
      const liar = chance(0.3) ? all[round % all.length] : undefined;
      const [isHubOut, isOut] = [chance(0.2), chance(0.05)];
      const half = Math.ceil(all.length / 2);
      const links = (from: number, to: number): string[] =>
        all
          .slice(from, to)
          .filter((page) => page.isThere || chance(0.3))
          .map(({ path }) => path);
      pages.clear();
      pages.set('/', isOut ? { status: 503 } : { links: ['/hub', ...links(0, half)] });
      pages.set('/hub', isOut || isHubOut ? { status: 503 } : { links: links(half, all.length) });
      for (const page of all) {
        if (isOut) pages.set(page.path, { status: 503 });
        else if (page.isThere && page !== liar) pages.set(page.path, { text: `edition ${page.text}` });
      }
      asked.splice(0);
      const ended = await run();
      const at = Date.parse(String(ended['endedAt']));
      for (const page of all) {
        if (!asked.includes(page.path) || isOut) continue;
        if (page.isThere && page !== liar) page.gone = [];
        else page.gone.push(at);
      }
      const fed = await ok('GET', `/v2/changes?since=${cursor}&limit=1000`);
      cursor = String(fed['cursor']);
      const changes = fed['changes'] as AnswerBody[];
      toldByRun.push(
        changes.map(({ kind, url }) => `${String(kind)} ${new URL(String(url)).pathname}`).toSorted(),
      );
      for (const { kind, url } of changes) {
        const page = all.find(({ path }) => path === new URL(String(url)).pathname);
        if (page === undefined) continue;
        const before = told.get(page.path);
        told.set(page.path, String(kind));
        if (kind === 'deleted') deletions += 1;
        if (kind === 'restored') restored += 1;
        // Whether it is there or not: what was gone, came back and answers 404 once more cannot be told from it.
        if (kind === 'deleted' && page.gone.length < 2)
          violations.push(
            `seed ${seed}, run ${round}: ${page.path} was not gone in two runs and is told as deleted`,
          );
        if (kind === 'restored' && before !== 'deleted')
          violations.push(`seed ${seed}, run ${round}: ${page.path} is restored and was not deleted`);
        if (kind === 'added' && before !== undefined)
          violations.push(`seed ${seed}, run ${round}: ${page.path} is added twice`);
      }
      for (const { path, isThere, gone } of all) {
        // Ends of runs stand in for its visits, which are up to an hour before them.
        const isSure = gone.length >= 2 && (gone.at(-1) ?? 0) - (gone[0] ?? 0) >= 26 * hour;
        const isTold = told.get(path) === 'deleted' || told.get(path) === undefined;
        if (!isThere && isSure && gone.at(-1) === at && Number(ended['held'] ?? 0) === 0 && !isTold)
          violations.push(`seed ${seed}, run ${round}: ${path} is gone for good and was not told as deleted`);
      }
    }
  } finally {
    await site.close();
  }
  return { violations, runs, deletions, restored, told: toldByRun };
};

/** Simulates runs with messages that are lost or come twice, and calls that break off. */
export const simulateRuns = async (
  stores: PipelineStores,
  seed: number,
  runs: number,
): Promise<SimulatedRuns> => {
  const { told: _told, ...counts } = await simulate(stores, seed, runs, rough);
  return counts;
};

/** Simulates runs in which nothing breaks, and returns what each of them told. */
export const tellCalmRuns = async (
  stores: PipelineStores,
  seed: number,
  runs: number,
): Promise<readonly (readonly string[])[]> => (await simulate(stores, seed, runs, undisturbed)).told;
