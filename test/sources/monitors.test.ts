import Firecrawl from '@mendable/firecrawl-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

test("Firecrawl's client makes, changes, runs and removes monitors, and reads what their checks found", async () => {
  const { site, pages, pipeline, call, serve } = await watchSite(stores, 'monitors');
  const api = await serve();
  try {
    const client = new Firecrawl({ apiKey: 'key', apiUrl: api.url });
    pages.set('/', { links: ['/a', '/b', '/gone'] });
    pages.set('/a', { text: 'first edition' });
    pages.set('/b', {});
    const target = { type: 'crawl' as const, url: `${site.origin}/`, crawlOptions: { limit: 20 } };
    const made = await client.createMonitor({
      name: 'Tides',
      schedule: { text: 'daily at 9:00', timezone: 'Europe/Berlin' },
      targets: [target],
      goal: 'new rules',
    });
    expect(made).toMatchObject({
      name: 'Tides',
      status: 'active',
      schedule: { cron: '0 9 * * *', timezone: 'Europe/Berlin' },
      goal: 'new rules',
      targets: [{ type: 'crawl', url: `${site.origin}/` }],
      lastCheckSummary: null,
    });
    expect(Date.parse(made.nextRunAt ?? '')).toBeGreaterThan(pipeline.now());
    const other = await client.createMonitor({
      name: 'One page',
      schedule: { cron: '*/30 * * * *' },
      targets: [{ type: 'scrape', urls: [`${site.origin}/a`] }],
    });
    const single = await client.runMonitor(other.id);
    await pipeline.run(single.id);
    // Pages are found under the batch of that id, a crawl under its own.
    const ofPages = [{ targetId: other.id, type: 'scrape', expectedJobs: [single.id] }];
    expect(single.targetResults).toEqual(ofPages);
    expect(await client.getMonitorCheck(other.id, single.id)).toMatchObject({
      status: 'completed',
      targetResults: ofPages,
    });
    expect((await client.listMonitors()).map(({ name }) => name).toSorted()).toEqual(['One page', 'Tides']);
    expect(await client.listMonitors({ limit: 1, offset: 1 })).toHaveLength(1);

    const first = await client.runMonitor(made.id);
    expect(first).toMatchObject({ status: 'running', monitorId: made.id, trigger: 'manual' });
    expect(first.targetResults).toEqual([{ targetId: made.id, type: 'crawl', crawlId: first.id }]);
    expect((await client.getMonitor(made.id)).currentCheckId).toBe(first.id);
    expect((await client.getMonitorCheck(made.id, first.id)).status).toBe('running');
    await pipeline.run(first.id);
    expect(await client.getMonitorCheck(made.id, first.id)).toMatchObject({
      status: 'completed',
      summary: { totalPages: 4, new: 3, changed: 0, removed: 0, error: 1, same: 0 },
    });

    pages.set('/a', { text: 'second edition' });
    pipeline.skip(24 * 60 * 60_000);
    const second = await client.runMonitor(made.id);
    await pipeline.run(second.id);
    // In parts of one page each: the client follows them.
    const check = await client.getMonitorCheck(made.id, second.id, { limit: 1 });
    const told = check.pages.map(({ url, status }) => `${status} ${new URL(url).pathname}`);
    expect(told.toSorted()).toEqual(['changed /a', 'error /gone', 'same /', 'same /b']);
    expect(check.summary).toMatchObject({ totalPages: 4, same: 2, changed: 1, error: 1 });
    const changed = await client.getMonitorCheck(made.id, second.id, { status: 'changed' });
    expect(changed.pages).toHaveLength(1);
    expect(changed.pages[0]?.diff?.text).toContain('second edition');
    const listed = await client.listMonitorChecks(made.id);
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await client.getMonitor(made.id)).lastCheckSummary).toMatchObject({ changed: 1 });

    const paused = await client.updateMonitor(made.id, { status: 'paused', name: 'Tides, later' });
    expect(paused).toMatchObject({
      status: 'paused',
      name: 'Tides, later',
      nextRunAt: null,
      goal: 'new rules',
    });
    expect(await client.updateMonitor(made.id, { status: 'active' })).toMatchObject({ status: 'active' });
    expect(await client.deleteMonitor(other.id)).toBe(true);
    await expect(client.getMonitor(other.id)).rejects.toThrow();
    expect(await client.listMonitors()).toHaveLength(1);

    const wanted = { name: 'x', schedule: { cron: '0 9 * * *' }, targets: [target] };
    for (const refused of [
      { ...wanted, schedule: { text: 'now and then' } },
      { ...wanted, schedule: { cron: 'nonsense' } },
      { ...wanted, targets: [target, target] },
      { ...wanted, judgeEnabled: true },
      { ...wanted, webhook: { url: 'https://a.example/' } },
      { ...wanted, targets: [{ type: 'search', queries: ['x'] }] },
    ])
      expect((await call('POST', '/v2/monitor', refused)).status, JSON.stringify(refused)).toBe(400);
    expect(await client.listMonitors()).toHaveLength(1);
  } finally {
    await api.close();
    await site.close();
  }
});

test('what people apply to the manifest of monitors stays when a client makes, changes and lists monitors', async () => {
  const { site, ok } = await watchSite(stores, 'monitors-by-hand');
  try {
    const sources = [
      { id: 'tides', group: 'guides', url: `${site.origin}/` },
      { id: 'left-out', url: `${site.origin}/a` },
    ];
    const written = {
      name: 'monitors',
      defaults: { frequency: 'weekly' },
      groups: { guides: { metadata: { agency: 'Harbour Office' } } },
    };
    await ok('POST', '/v2/sources/apply', { manifest: { ...written, version: '1.0.0', sources } });
    const fewer = { ...written, version: '1.1.0', sources: sources.slice(0, 1) };
    await ok('POST', '/v2/sources/apply', { manifest: fewer });
    const target = { type: 'scrape', urls: [`${site.origin}/b`] };
    await ok('POST', '/v2/monitor', { name: 'Mine', schedule: { cron: '0 9 * * *' }, targets: [target] });

    const cadences = async () => {
      const all = (await ok('GET', '/v2/sources'))['sources'] as AnswerBody[];
      return Object.fromEntries(all.map(({ name, id, cadence }) => [name ?? id, cadence]));
    };
    expect(await cadences()).toEqual({ tides: 'weekly', 'left-out': 'weekly', Mine: '0 9 * * *' });
    const listed = (await ok('GET', '/v2/monitor'))['data'] as AnswerBody[];
    expect(listed.map(({ name }) => name).toSorted()).toEqual(['Mine', 'left-out', 'tides']);
    await ok('PATCH', '/v2/monitor/tides', { schedule: { text: 'daily at 9:00' } });
    expect((await cadences())['tides']).toBe('0 9 * * *');
    expect((await ok('GET', '/v2/manifests/monitors'))['manifest']).toMatchObject(written);
  } finally {
    await site.close();
  }
});
