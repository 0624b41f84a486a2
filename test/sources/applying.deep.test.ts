import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody } from '../harness/watch-site.ts';

/** Applying manifests against real stores: all of a manifest holds, or nothing of it. */
let stores: PipelineStores;
let watched: Awaited<ReturnType<typeof watchSite>>;
beforeAll(async () => {
  stores = await startStores();
  watched = await watchSite(stores, 'applying');
});
afterAll(async () => {
  await watched.site.close();
  await stores.stop();
});

const url = 'https://example.com/';
const ebb = { id: 'ebb', url, frequency: 'daily' };
const tides = (version: string, ...sources: object[]) => ({ version, name: 'tides', sources });
const apply = async (manifest: object, more: object = {}) =>
  await watched.call('POST', '/v2/sources/apply', { manifest, ...more });

/** All that is applied, as one text. */
const standing = async (): Promise<string> => {
  const [{ manifests }, { sources }] = [
    await watched.ok('GET', '/v2/manifests'),
    await watched.ok('GET', '/v2/sources'),
  ];
  return JSON.stringify([manifests, sources]);
};

test('of many who apply at once upon one plan, one does, and what holds is wholly its own', async () => {
  const { base } = await watched.ok('POST', '/v2/sources/plan', { manifest: tides('1.0.0', ebb) });
  const answers = await Promise.all(
    ['high', 'medium', 'low', 'high', 'low', 'medium'].map(async (priority, index) => {
      const more = { id: `only-${index}`, url, priority };
      return await apply(tides('1.0.0', { ...ebb, priority }, more), { base });
    }),
  );
  const done = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  expect(done).toHaveLength(1);
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body['code']]).toEqual([409, 'PLAN_STALE']);
  const { sources } = await watched.ok('GET', '/v2/sources');
  expect((sources as AnswerBody[]).map(({ id }) => id as string)).toEqual(['ebb', `only-${done[0]}`]);
  const { versions } = await watched.ok('GET', '/v2/manifests/tides/versions');
  expect(versions).toHaveLength(1);
});

const many = Array.from({ length: 5_001 }, (_, index) => ({ id: `s-${index}`, url }));

test.each([
  ['an unknown key', tides('2.0.0', ebb, { id: 'b', url, frequencey: 'daily' }), 'sources.1.frequencey'],
  ['an id that stands twice', tides('2.0.0', ebb, ebb), 'sources.1.id: expected an id of its own'],
  ['a bad cron', tides('2.0.0', ebb, { id: 'b', url, cron: '61 * * * *' }), 'sources.1.cron: expected five'],
  [
    'a bad zone',
    tides('2.0.0', ebb, { ...ebb, id: 'b', timezone: 'Mars/Base' }),
    'sources.1.timezone: expected a',
  ],
  [
    'a group of a group',
    { ...tides('2.0.0', ebb), groups: { g: { group: 'g' } } },
    'groups.g.group: unknown key',
  ],
  ['5,001 sources', tides('2.0.0', ...many), 'sources: expected at most 5000 entries'],
  ['a batch without URLs', tides('2.0.0', ebb, { id: 'b', method: 'batch' }), 'sources.1: expected urls'],
  [
    'a window beside cron',
    tides('2.0.0', ebb, { id: 'b', url, cron: '0 9 * * *', window: { from: '01:00', to: '05:00' } }),
    'sources.1.window: expected no window',
  ],
  ['no manifest', 'tides', 'manifest'],
])(
  'of a manifest with %s nothing is applied, and it is told where and what was wanted',
  async (_, manifest, told) => {
    const before = await standing();
    for (const does of ['plan', 'apply']) {
      const { status, body } = await watched.call('POST', `/v2/sources/${does}`, { manifest });
      expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
      expect(body['error']).toContain(told);
    }
    expect(await standing()).toBe(before);
  },
);

test('what another manifest has is not taken, and nothing else of that manifest is applied', async () => {
  const before = await standing();
  const other = { version: '1.0.0', name: 'other', sources: [{ id: 'new', url }, ebb] };
  const { status, body } = await apply(other);
  expect([status, body['code']]).toEqual([409, 'PLAN_REFUSED']);
  expect(body['details']).toMatchObject([{ source: 'ebb', code: 'ID_TAKEN' }]);
  expect(await standing()).toBe(before);
});

test('a version that is gone back to holds as it was, and going back is a version of its own', async () => {
  await apply(tides('1.1.0', ebb, { id: 'flood', url, cron: '0 9 * * MON-FRI' }), { prune: true });
  const then = (await watched.ok('GET', '/v2/manifests/tides'))['manifest'] as unknown;
  await apply(tides('1.2.0', { ...ebb, priority: 'high' }), { prune: true });
  expect((await watched.ok('GET', '/v2/sources'))['sources']).toHaveLength(1);
  await watched.ok('POST', '/v2/manifests/tides/rollback', { version: '1.1.0' });
  expect((await watched.ok('GET', '/v2/manifests/tides'))['manifest']).toEqual(then);
  const { versions } = await watched.ok('GET', '/v2/manifests/tides/versions');
  expect((versions as AnswerBody[]).map(({ version, rollback }) => [version, rollback])).toEqual([
    ['1.1.0', true],
    ['1.2.0', false],
    ['1.1.0', false],
    ['1.0.0', false],
  ]);
});

test('500 sources are planned, applied and steered; more at once than one call steers are refused', async () => {
  const large = {
    version: '1.0.0',
    name: 'large',
    sources: many.slice(0, 500).map((each) => ({ ...each, frequency: 'weekly' })),
  };
  const plan = await watched.ok('POST', '/v2/sources/plan', { manifest: large });
  expect(plan['counts']).toMatchObject({ create: 500 });
  await watched.ok('POST', '/v2/sources/apply', { manifest: large, base: plan['base'] });
  const { sources } = await watched.ok('GET', '/v2/sources?manifest=large');
  expect((sources as AnswerBody[]).filter(({ nextDueAt }) => nextDueAt !== null)).toHaveLength(500);
  const again = await watched.ok('POST', '/v2/sources/plan', { manifest: large });
  expect(again['counts']).toMatchObject({ none: 500, create: 0, update: 0 });
  const all = await watched.call('POST', '/v2/sources/bulk', {
    action: 'pause',
    select: { manifest: 'large' },
  });
  expect([all.status, all.body['error']]).toEqual([400, expect.stringContaining('expected at most 100')]);
  const ids = many.slice(0, 100).map(({ id }) => id);
  const { results } = await watched.ok('POST', '/v2/sources/bulk', { action: 'pause', select: { ids } });
  expect((results as AnswerBody[]).filter(({ error }) => error === null)).toHaveLength(100);
  expect((await watched.ok('GET', '/v2/sources?condition=paused'))['sources']).toHaveLength(100);
});

test('what a plan cannot know of robots.txt it says; the first run reads it, and then plans go by it', async () => {
  const { pages, site, ok, run, asked } = watched;
  pages.set('/robots.txt', { file: { type: 'text/plain', body: 'User-agent: *\nDisallow: /guide/' } });
  pages.set('/guide/', { text: 'guide' });
  const source = { id: 'guide', url: `${site.origin}/guide/`, method: 'crawl', frequency: 'daily' };
  const manifest = { version: '1.0.0', name: 'robots', sources: [source] };
  const before = await ok('POST', '/v2/sources/plan', { manifest });
  expect(before['findings']).toMatchObject([{ level: 'info', code: 'ROBOTS_UNKNOWN' }]);
  expect((before['findings'] as AnswerBody[])[0]?.['message']).toContain(
    `robots.txt of ${site.host}: the first run`,
  );
  expect(asked).toEqual([]);
  await ok('POST', '/v2/sources/apply', { manifest });
  await run();
  expect(asked).toContain('/robots.txt');
  expect(asked).not.toContain('/guide/');
  const after = await ok('POST', '/v2/sources/plan', { manifest });
  expect(after['findings']).toMatchObject([{ level: 'warning', source: 'guide', code: 'ROBOTS_DISALLOWED' }]);
  // It stops no edit that asks for nothing new, of this source or of others; a new address is refused.
  const edited = { ...manifest, version: '1.0.1', sources: [{ ...source, priority: 'high' }] };
  expect((await apply(edited)).status).toBe(200);
  const moved = { ...source, url: `${site.origin}/guide/new` };
  const { status, body } = await apply({ ...manifest, version: '1.0.2', sources: [moved] });
  expect([status, body['code']]).toEqual([409, 'PLAN_REFUSED']);
});

test('a source whose runs could never begin is found by the plan, and not applied', async () => {
  const manifest = {
    ...tides('1.0.0', { ...ebb, id: 'never', scrape: { formats: ['json'] } }),
    name: 'unfit',
  };
  const { findings } = await watched.ok('POST', '/v2/sources/plan', { manifest });
  const found = (findings as AnswerBody[]).find(({ level }) => level === 'error');
  expect(found).toMatchObject({ source: 'never', code: 'REQUEST_REFUSED' });
  expect(found?.['message']).toContain('expected a schema, fields or a prompt');
  const { status, body } = await apply(manifest);
  expect([status, body['code']]).toEqual([409, 'PLAN_REFUSED']);
  expect((await watched.call('GET', '/v2/sources/never')).status).toBe(404);
});

test('a source that was removed is said to be, and its runs stay to be read', async () => {
  const { pages, pipeline, site, call, ok } = watched;
  pages.set('/', { text: 'here' });
  const own = { id: 'jetty', url: `${site.origin}/`, frequency: 'daily' };
  const manifest = { version: '1.0.0', name: 'harbour', sources: [own, { ...ebb, id: 'quay' }] };
  await ok('POST', '/v2/sources/apply', { manifest });
  const { id } = await ok('POST', '/v2/sources/jetty/run');
  await pipeline.run(String(id));
  const before = await ok('GET', '/v2/sources/jetty/runs');
  expect(before['runs']).toMatchObject([{ job: id }]);
  const without = { ...manifest, version: '1.1.0', sources: [{ ...ebb, id: 'quay' }] };
  await ok('POST', '/v2/sources/apply', { manifest: without, prune: true });
  expect(await call('GET', '/v2/sources/jetty')).toMatchObject({
    status: 404,
    body: { code: 'SOURCE_NOT_FOUND', error: expect.stringContaining('it was removed') },
  });
  expect(await ok('GET', '/v2/sources/jetty/runs')).toEqual(before);
  for (const path of ['/v2/sources/never', '/v2/sources/never/runs'])
    expect(await call('GET', path)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('no manifest that your team has applied lists it') },
    });
});
