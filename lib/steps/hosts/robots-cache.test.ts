import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { failure } from '../../failure.ts';
import type { RobotsResponse } from '../../fetch/robots/fetch-robots.ts';
import { createRobotsCache } from './robots-cache.ts';
import { rulesFor } from '../../fetch/robots/robots.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const minute = 60_000;
const hour = 60 * minute;
const rules = rulesFor('User-agent: *\nDisallow: /private', 'Gleaner');

test.each<[string, number | undefined, number, number]>([
  ['says nothing', undefined, 24 * hour - minute, 24 * hour],
  ['may be kept for an hour', hour, hour - minute, hour],
  ['may be kept for a week', 168 * hour, 24 * hour - minute, 24 * hour],
  ['may not be kept', 0, 4 * minute, 5 * minute],
])(
  'a robots.txt that %s is asked for again by its time, for every worker',
  async (title, maxAgeMs, known, forgotten) => {
    let clock = Date.now();
    const answer: RobotsResponse = {
      verdict: 'rules',
      rules,
      ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    };
    const openCache = () =>
      createRobotsCache(
        store.table,
        async () => await Promise.resolve(answer),
        () => clock,
      );
    const host = `${title.replaceAll(' ', '-')}.test`;
    const [first, other] = [openCache(), openCache()];
    const passed = async () => await Promise.resolve({ ok: true } as const);
    expect(await first.cached(host)).toBeNull();
    await first.ask(host, `https://${host}`, { checkHop: passed }, false);
    const begun = clock;
    for (const cache of [first, other, openCache()]) {
      clock = begun + known;
      expect(await cache.cached(host)).toEqual({ kind: 'rules', rules });
      // What a worker remembers of the table is half a minute old at most.
      clock = begun + forgotten + 30_000;
      expect(await cache.cached(host)).toBeNull();
    }
  },
);

test.each([
  ['at once', 0, 1],
  ['in an hour', hour, hour - minute],
])(
  'a robots.txt that may be asked for again %s rests as long as it says, and its minimum',
  async (title, retryAfterMs, known) => {
    let clock = Date.now();
    const answer: RobotsResponse = {
      verdict: 'disallow-all',
      failure: failure('HTTP_SERVER_ERROR', 'busy'),
      retryAfterMs,
    };
    const cache = createRobotsCache(
      store.table,
      async () => await Promise.resolve(answer),
      () => clock,
    );
    const host = `again-${title.replaceAll(' ', '-')}.test`;
    await cache.ask(
      host,
      `https://${host}`,
      { checkHop: async () => await Promise.resolve({ ok: true } as const) },
      false,
    );
    clock += known;
    expect(await cache.cached(host)).toMatchObject({ kind: 'disallow-all' });
  },
);
