import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiDependencies } from '../../../functions/handlers/dependencies.ts';
import { jobsHandlers } from '../../../functions/handlers/jobs.ts';
import type { HttpRequest } from '../../../functions/edge/http.ts';
import { hasEnded } from '../../../lib/job/job.ts';
import type { RedriveSpec } from '../../../lib/steps/api/redrive/judge-redrive.ts';
import { previewRedrive } from '../../../lib/steps/api/redrive/preview-redrive.ts';
import { redriveJob } from '../../../lib/steps/api/redrive/redrive-job.ts';
import { runByName } from '../../../lib/steps/submit-job/run-by-name.ts';
import { getJob } from '../../../lib/store/jobs/get-job.ts';
import { writeFeedToken } from '../../../lib/request/keys/feed-token.ts';
import { putApiKey } from '../../../lib/store/keys/api-keys.ts';
import { startMemoryStores } from '../../harness/memory/memory-pipeline.ts';
import { watchSite, type AnswerBody } from '../../harness/watch-site.ts';

const stores = startMemoryStores();
let watched: Awaited<ReturnType<typeof watchSite>>;
beforeAll(async () => {
  watched = await watchSite(stores, 'amiss');
  const { pages, ok, manifest, run } = watched;
  pages.set('/', { links: ['/a'] });
  pages.set('/a', {});
  await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
  await run();
});
afterAll(() => watched.site.close());

const listJobs = async (query: Readonly<Record<string, string>>) => {
  const request = { query, caller: { team: 'amiss' } } as unknown as HttpRequest;
  const dependencies = { table: stores.table, now: watched.pipeline.now } as ApiDependencies;
  const { statusCode, body } = await jobsHandlers.list(dependencies, request);
  return { status: statusCode, body: JSON.parse(body) as AnswerBody };
};

const lists = [
  '/v2/changes?',
  '/v2/changes?before=now&',
  '/v2/alerts?',
  '/v2/failures?',
  '/v2/audit?',
  '/v2/audit/csv?',
];

test.each(lists)('%s of a source that was never applied is refused, not empty', async (list) => {
  const { status, body } = await watched.call('GET', `${list}source=nope`);
  expect({ status, body }).toMatchObject({
    status: 404,
    body: { code: 'SOURCE_NOT_FOUND', error: expect.stringContaining('"nope"') as string },
  });
  expect((await watched.call('GET', `${list}source=guide`)).status).toBe(200);
});

/** Routes that name a source, by its id. */
const ofSource: [string, string, object?][] = [
  ...lists.map((list): [string, string] => ['GET', `${list}source=ID`]),
  ['GET', '/v2/versions?url=https%3A%2F%2Fa.test%2F&source=ID'],
  ['GET', '/v2/versions/at?url=https%3A%2F%2Fa.test%2F&date=2026-11-30&source=ID'],
  ['GET', '/v2/versions/diff?url=https%3A%2F%2Fa.test%2F&from=2026-11-30&source=ID'],
  ['GET', '/v2/sources/ID'],
  ['GET', '/v2/sources/ID/runs'],
  ['GET', '/v2/sources/ID/pages'],
  ['POST', '/v2/sources/ID/run', {}],
  ['POST', '/v2/sources/ID/pause', {}],
  ['POST', '/v2/sources/bulk', { action: 'run', select: { ids: ['ID'] } }],
];

test.each(ofSource.map(([method, path, body = null]) => [method, path, body] as const))(
  '%s %s of an unknown source offers the one that was probably meant',
  async (method, path, body) => {
    const ask = async (id: string) =>
      await watched.call(
        method,
        path.replace('ID', id),
        body === null ? undefined : (JSON.parse(JSON.stringify(body).replace('ID', id)) as unknown),
      );
    expect((await ask('giude')).body).toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      error:
        'Cannot find the source "giude": no manifest that your team has applied lists it (did you mean guide?)',
    });
    const far = await ask('elsewhere');
    expect([far.status, far.body['error']]).toEqual([404, expect.not.stringContaining('did you mean')]);
  },
);

test('a manifest or a group that does not exist is refused, with the near name, and is no filter of nothing', async () => {
  const { call, ok } = watched;
  const { manifests } = await ok('GET', '/v2/manifests');
  const { name } = (manifests as { name: string }[])[0] ?? { name: '' };
  const noManifest = (status: number, near: string) => ({
    status,
    body: { code: 'MANIFEST_NOT_FOUND', error: expect.stringContaining(near) as string },
  });
  const near = `(did you mean ${name}?)`;
  const select = { manifest: `${name}x` };
  for (const [method, path, body] of [
    ['GET', `/v2/sources?manifest=${name}x`],
    ['GET', `/v2/manifests/${name}x`],
    ['GET', `/v2/manifests/${name}x/versions`],
    ['POST', '/v2/sources/bulk', { action: 'pause', select }],
  ] as const)
    expect(await call(method, path, body)).toMatchObject(noManifest(404, near));
  for (const filter of ['group=nope', `manifest=${name}&group=nope`])
    expect(await call('GET', `/v2/sources?${filter}`)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', error: expect.stringContaining('found "nope"') as string },
    });
  expect((await ok('GET', `/v2/sources?manifest=${name}`))['sources']).toHaveLength(1);
  expect((await ok('GET', `/v2/sources?manifest=${name}&condition=paused`))['sources']).toEqual([]);
});

test('a version of a manifest that does not exist is refused with those that do', async () => {
  const { call, ok } = watched;
  const { manifests } = await ok('GET', '/v2/manifests');
  const { name } = (manifests as { name: string }[])[0] ?? { name: '' };
  const refused = async (method: string, path: string, body?: object): Promise<AnswerBody> => {
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status: 404, body: { code: 'MANIFEST_NOT_FOUND' } });
    return answer.body;
  };
  const has = `of the manifest "${name}": it has 1 (1.0.0)`;
  const back = `/v2/manifests/${name}/rollback`;
  expect((await refused('GET', `/v2/manifests/${name}?seq=9`))['error']).toBe(
    `Cannot find the version with the number 9 ${has}`,
  );
  expect((await refused('POST', back, { seq: 9 }))['error']).toContain(has);
  expect((await refused('POST', back, { version: '1.0.1' }))['error']).toBe(
    `Cannot find the version "1.0.1" of the manifest "${name}" (did you mean 1.0.0?): it has 1 (1.0.0)`,
  );
  for (const [method, path, body] of [
    ['GET', `/v2/manifests/${name}x?seq=1`],
    ['POST', `/v2/manifests/${name}x/rollback`, { seq: 1 }],
  ] as const)
    expect((await refused(method, path, body))['error']).toContain(`(did you mean ${name}?)`);
});

test('what concerns all sources is read from the audit also before anything was applied', async () => {
  expect(await watched.ok('GET', '/v2/audit?source=_team')).toMatchObject({
    rows: [{ action: 'manifest.applied' }],
  });
  const { site, ok } = await watchSite(stores, 'blank');
  try {
    expect(await ok('GET', '/v2/audit?source=_team')).toMatchObject({ rows: [], cursor: null });
  } finally {
    await site.close();
  }
});

test('a run by the name of an unknown source, or of an unknown monitor, offers the one that was probably meant', async () => {
  const { pipeline, call, ok, site } = watched;
  const run = async (source: string) => await runByName(pipeline.submitting, { team: 'amiss', source });
  expect(await run('giude')).toMatchObject({
    kind: 'refused',
    failure: {
      code: 'SOURCE_NOT_FOUND',
      message: expect.stringContaining('(did you mean guide?)') as string,
    },
  });
  const target = { type: 'scrape', urls: [`${site.origin}/a`] };
  const body = { name: 'One page', schedule: { cron: '0 9 * * *' }, targets: [target] };
  const made = await ok('POST', '/v2/monitor', body);
  const id = (made['data'] as { id: string }).id;
  const cut = id.slice(0, -3);
  for (const [method, path] of [
    ['GET', `/v2/monitor/${cut}`],
    ['POST', `/v2/monitor/${cut}/run`],
    ['GET', `/v2/monitor/${cut}/checks`],
  ] as const)
    expect((await call(method, path)).body).toMatchObject({
      code: 'SOURCE_NOT_FOUND',
      error: `Cannot find the monitor "${cut}": your team has none of that id (did you mean ${id}?)`,
    });
});

test('failures and audit of a source outlive it, whether it was removed or never applied', async () => {
  const { site, pages, pipeline, ok, manifest, run } = await watchSite(stores, 'outlived');
  try {
    pages.set('/', { links: ['/gone'] });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    const other = { ...manifest('1.1.0').sources[0], id: 'other' };
    await ok('POST', '/v2/sources/apply', {
      manifest: { ...manifest('1.1.0'), sources: [other] },
      prune: true,
    });
    const paths = async (source: string): Promise<string[]> =>
      ((await ok('GET', `/v2/failures?source=${source}`))['failures'] as { url: string }[]).map(
        ({ url }) => new URL(url).pathname,
      );
    const actions = async (source: string): Promise<unknown[]> =>
      ((await ok('GET', `/v2/audit?source=${source}`))['rows'] as { action: string }[]).map(
        ({ action }) => action,
      );
    expect(await paths('guide')).toEqual(['/gone']);
    expect(await actions('guide')).toContain('run.ended');
    // It is applied and has not run.
    expect([await paths('other'), await actions('other')]).toEqual([[], []]);
    // A manifest that is not applied names its sources in requests.
    const body = { url: `${site.origin}/`, limit: 5, source: { id: 'loose' } };
    const submitted = await pipeline.submit('crawl', body, undefined, { team: 'outlived' });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    expect(await paths('loose')).toEqual([]);
    await pipeline.run(submitted.job.id);
    expect(await paths('loose')).toEqual(['/gone']);
    expect(await actions('loose')).toContain('run.ended');
  } finally {
    await site.close();
  }
});

test('a request or a redrive that names a retired source is refused as a run of it is, until it is retired no more', async () => {
  const { site, pages, pipeline, call, ok, manifest, run } = await watchSite(stores, 'retiring');
  try {
    pages.set('/', { links: ['/gone'] });
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    const ended = await getJob(stores.table, String((await run())['job']));
    if (ended === null || !hasEnded(ended)) throw new Error('The run has not ended');
    await ok('POST', '/v2/sources/apply', { manifest: manifest('2.0.0', { status: 'retired' }) });
    const failure = {
      code: 'BAD_REQUEST',
      message: 'Cannot run the source guide: its manifest says that it is retired',
    };
    expect(await call('POST', '/v2/sources/guide/run')).toMatchObject({
      status: 400,
      body: { code: failure.code, error: failure.message },
    });
    const order = { team: 'retiring' };
    const url = `${site.origin}/`;
    const source = { id: 'guide' };
    const named = async () => [
      await pipeline.submit('crawl', { url, source }, undefined, order),
      await pipeline.submit('batch', { urls: [url], source }, undefined, order),
      await pipeline.submit('scrape', { url, source }, undefined, order),
    ];
    expect(await named()).toEqual([1, 2, 3].map(() => ({ ok: false, failure })));
    const selection = { include: ['failed'], codes: [] };
    const spec = { job: ended, selection, ...order } as RedriveSpec;
    expect(await previewRedrive(pipeline.submitting, spec)).toMatchObject({ ok: false, failure });
    expect(await redriveJob(pipeline.submitting, spec)).toEqual({ ok: false, failure });
    // The same name of another team is another source.
    const others = await pipeline.submit('scrape', { url, source }, undefined, { team: 'other' });
    expect(others.ok).toBe(true);

    await ok('POST', '/v2/sources/apply', { manifest: manifest('3.0.0', { status: 'paused' }) });
    expect((await named()).map((each) => each.ok)).toEqual([true, true, true]);
    expect(await redriveJob(pipeline.submitting, spec)).toMatchObject({ ok: true });
  } finally {
    await site.close();
  }
});

test('jobs of a source that was never applied and has none are refused, not empty', async () => {
  for (const state of ['', 'failed'])
    expect(await listJobs({ source: 'nope', state })).toMatchObject({
      status: 404,
      body: { code: 'SOURCE_NOT_FOUND' },
    });
  expect((await listJobs({ source: 'guide', state: 'failed' })).status).toBe(200);
});

test('the address of a feed takes its filters, tells keys without effect, and refuses a source that is none', async () => {
  const { call, ok } = watched;
  const made = await ok('POST', '/v2/changes/feed', { source: 'guide', kind: 'added', since: 'May' });
  const query = new URL(String(made['url'])).searchParams;
  expect([query.get('source'), query.get('kind')]).toEqual(['guide', 'added']);
  expect(made['warning']).toBe('These keys were accepted and have no effect here: since');
  const keyId = 'a'.repeat(20);
  const token = writeFeedToken({ keyId, until: Date.parse('2999-01-01') }, 'pepper');
  await putApiKey(stores.table, {
    id: keyId,
    hmac: '',
    name: 'reader',
    team: 'amiss',
    scopes: ['read'],
    limits: {},
    makers: [],
    createdAt: 0,
  });
  const feed = (source: string) => call('GET', `/v2/changes/feed?token=${token}&source=${source}`);
  expect([(await feed('guide')).status, (await feed('nope')).status]).toEqual([200, 404]);
  const all = await ok('POST', '/v2/changes/feed');
  expect(Array.from(new URL(String(all['url'])).searchParams.keys())).toEqual(['token']);
  expect(all['warning']).toBeUndefined();
  expect(await call('POST', '/v2/changes/feed', { source: 'bees' })).toMatchObject({
    status: 404,
    body: { code: 'SOURCE_NOT_FOUND' },
  });
  expect((await call('POST', '/v2/changes/feed', { kind: 'novel' })).status).toBe(400);
});

test('a page at no date is refused with what is wanted, and keys without effect are told', async () => {
  const { site, call, ok } = watched;
  const page = `source=guide&url=${encodeURIComponent(`${site.origin}/a`)}`;
  const undated = await call('GET', `/v2/versions/at?${page}&at=2026-11-30`);
  expect(undated).toMatchObject({
    status: 400,
    body: {
      error:
        'Cannot accept the request: date: expected a date such as 2026-11-22, or a moment such as ' +
        '2026-11-22T08:30:00Z, found nothing',
    },
  });
  const ignored = 'These keys were accepted and have no effect here: at';
  const answers: AnswerBody[] = [
    await ok('GET', `/v2/versions/at?${page}&date=2999-11-30&at=2026-11-30`),
    await ok('GET', `/v2/versions?${page}&at=2026-11-30`),
    await ok('GET', '/v2/changes?at=2026-11-30'),
    await ok('GET', '/v2/alerts?at=2026-11-30'),
    await ok('GET', '/v2/sources?at=2026-11-30'),
    await ok('GET', '/v2/sources/guide/runs?at=2026-11-30'),
    await ok('GET', '/v2/failures?at=2026-11-30'),
    await ok('GET', '/v2/audit?at=2026-11-30'),
  ];
  expect(answers.map(({ warning }) => warning)).toEqual(answers.map(() => ignored));
});

test('what a source left that was removed can still be read', async () => {
  const { ok, manifest } = watched;
  const { sources, ...rest } = manifest('2.0.0') as { sources: readonly object[] };
  const others = sources.map((source) => ({ ...source, id: 'other' }));
  await ok('POST', '/v2/sources/apply', { manifest: { ...rest, sources: others }, prune: true });
  expect((await watched.call('GET', '/v2/sources/guide')).status).toBe(404);
  expect((await ok('GET', '/v2/changes?source=guide'))['changes']).toHaveLength(2);
  expect((await listJobs({ source: 'guide' })).body['jobs']).toHaveLength(1);
});
