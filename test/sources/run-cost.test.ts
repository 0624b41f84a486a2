import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite } from '../harness/watch-site.ts';

/** What was written since it was looked at last: units of the table, and objects of the bucket of sources. */
let written = { units: 0, puts: 0 };
const take = (): typeof written => {
  const before = written;
  written = { units: 0, puts: 0 };
  return before;
};

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
  stores.table.documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (call) => {
        const answer = await next({ ...call, input: { ...call.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity: used = [] } = answer.output as {
          ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
        };
        if (/^(?:Put|Update|Delete|BatchWrite|TransactWrite)/.test(commandName))
          for (const { CapacityUnits = 0 } of [used].flat()) written.units += CapacityUnits;
        return answer;
      },
    { step: 'initialize', name: 'countUnits' },
  );
  stores.sources.client.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        const { Bucket } = call.input as { Bucket?: string };
        if (commandName === 'PutObjectCommand' && Bucket === stores.sources.bucket) written.puts += 1;
        return await next(call);
      },
    { step: 'initialize', name: 'countPuts' },
  );
});
afterAll(() => stores.stop());

/**
 * Write units of a page of a run that did not change, when each such visit was an item of its own: 8.5 of any page (ten
 * pages a message, `docs/scale.md`), and two of that item.
 */
const before = 10.5;
const pages = 21;

/** What the item of a visit took, in a transaction. */
const visitItem = 2;

test('an unchanged page takes at most 80 % of what it took, a run 90 %, and it adds at most 40 units', async () => {
  const { pages: site, site: served, pipeline, ok, manifest, run } = await watchSite(stores, 'cost');
  try {
    const paths = Array.from({ length: pages - 1 }, (_, index) => `/page-${index}`);
    site.set('/', { links: paths });
    for (const path of paths) site.set(path, { links: ['/', ...paths] });
    const crawl = async (): Promise<typeof written> => {
      take();
      const submitted = (await pipeline.submit('crawl', { url: `${served.origin}/`, limit: 100 })) as {
        job?: { id: string };
      };
      const ended = await pipeline.run(submitted.job?.id ?? '');
      expect(ended.done).toBe(pages);
      return take();
    };
    const visit = async (): Promise<typeof written> => {
      take();
      const { visited, changes } = await run();
      expect(visited).toBe(pages);
      expect(changes).toEqual({});
      return take();
    };
    const [fresh, unchanged] = [await crawl(), await crawl()];
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    pipeline.skip(25 * 60 * 60_000);
    const ran = await visit();
    const overhead = { units: ran.units - unchanged.units, puts: ran.puts - unchanged.puts };
    const each = (units: number): string => (units / pages).toFixed(2);
    console.log(
      `write units a page: crawl ${each(fresh.units)} new, ${each(unchanged.units)} unchanged; ` +
        `run ${each(ran.units)} unchanged. A run adds ${overhead.units.toFixed(1)} units and ${overhead.puts} objects`,
    );
    const page = unchanged.units / pages;
    expect(page).toBeGreaterThan(2);
    expect(page / (page + visitItem)).toBeLessThanOrEqual(0.8);
    expect(ran.units / pages).toBeLessThanOrEqual(0.9 * before);
    // A page of a run takes what one of a crawl takes: what is more is the run's own.
    expect(overhead.units).toBeLessThanOrEqual(40);
    expect(overhead.puts).toBeLessThanOrEqual(6);
  } finally {
    await served.close();
  }
});
