import { afterAll, beforeAll, expect, test } from 'vitest';
import { getJobItem } from '../../lib/store/jobs/get-job.ts';
import { meterTable } from '../../lib/store/meter-calls.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
  meterTable(stores.table.documents);
}, 60_000);
afterAll(() => stores.stop());

/**
 * Write units of a page of a run that did not change, when each such visit was an item of its own: 8.5 of any page (ten
 * pages a message, `docs/scale.md`), and two of that item, in a transaction.
 */
const before = 10.5;

test('a page of a run that did not change costs at most 90 % of the write units that it did', async () => {
  const { pages, site, pipeline, ok, manifest, run } = await watchSite(stores, 'cost', undisturbed);
  try {
    const paths = Array.from({ length: 20 }, (_, index) => `/page-${index}`);
    pages.set('/', { links: paths });
    for (const path of paths) pages.set(path, { links: ['/', ...paths] });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    const unitsOf = async (): Promise<number> => {
      const { job, visited } = await run();
      expect(visited).toBe(21);
      return ((await getJobItem(stores.table, String(job)))?.wru ?? 0) / 21;
    };
    const first = await unitsOf();
    pipeline.skip(25 * 60 * 60_000);
    const second = await unitsOf();
    console.log(`write units a page: ${first.toFixed(2)} when it is new, ${second.toFixed(2)} unchanged`);
    expect(second).toBeGreaterThan(2);
    expect(second).toBeLessThanOrEqual(0.9 * before);
  } finally {
    await site.close();
  }
}, 120_000);
