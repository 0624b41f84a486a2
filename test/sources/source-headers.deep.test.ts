import { ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hideManifestHeaders } from '../../lib/source/kept-headers.ts';
import { manifestRootKey } from '../../lib/keys/table-keys.ts';
import { appliedKey, readApplied } from '../../lib/source/applied-manifest.ts';
import { putObject, type Objects } from '../../lib/store/objects.ts';
import { getManifestRoot } from '../../lib/store/sources/manifest-root.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';
import { watchSite } from '../harness/watch-site.ts';

/** Headers that a manifest gives its sources: sent to their origin by each run, and legible nowhere else. */
const canary = 'CANARY-5b1d';
const headers = { Authorization: `Bearer ${canary}`, 'X-Api-Key': `${canary}-key` };

let stores: PipelineStores;
let watched: Awaited<ReturnType<typeof watchSite>>;
/** Of another origin, which pages of the site link and redirect to. */
let stranger: TestSite;
let site: TestSite;
let seen: { at: string; path: string; with: string[] }[] = [];
/** Every answer of the API, and every line of the log. */
const told: string[] = [];

const serve = async (at: 'site' | 'stranger'): Promise<TestSite> =>
  await serveSite((path, response, request) => {
    const sent = Object.entries(request.headers).filter(([, value]) => String(value).includes(canary));
    seen.push({ at, path, with: sent.map(([name]) => name).toSorted() });
    if (path === '/moved') return void response.writeHead(302, { location: `${stranger.origin}/to` }).end();
    response.setHeader('content-type', 'text/html');
    response.end(
      path === '/robots.txt' ? '' : htmlPage(path, ['/own', '/moved', `${stranger.origin}/linked`]),
    );
  });

beforeAll(async () => {
  stores = await startStores();
  [site, stranger] = await Promise.all([serve('site'), serve('stranger')]);
  watched = await watchSite(stores, 'kept', undefined, [site.allow, stranger.allow], (event, fields) => {
    told.push(JSON.stringify([event, fields]));
  });
});
afterAll(async () => {
  await Promise.all([site.close(), stranger.close(), watched.site.close()]);
  await stores.stop();
});
beforeEach(() => {
  seen = [];
});

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await watched.call(method, path, body);
  told.push(JSON.stringify(answer.body));
  return answer;
};
const apply = async (version: string, sources: object[], more: object = {}) =>
  await call('POST', '/v2/sources/apply', {
    manifest: { version, name: 'secrets', sources, ...more },
    prune: true,
  });
const run = async (path: string): Promise<void> => {
  const { status, body } = await call('POST', path);
  expect([status, body['error']]).toEqual([200, undefined]);
  await watched.pipeline.run((body['id'] ?? body['data']?.id) as string);
};
const got = (path: string): string[] | undefined =>
  seen.find((each) => each.at === 'site' && each.path === path)?.with;
const strangers = (): string[] =>
  seen.flatMap(({ at, path, with: sent }) => (at === 'stranger' && sent.length > 0 ? [path] : []));

const objectsOf = async ({ client, bucket }: Objects): Promise<Map<string, string>> => {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  const read = async (key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return [key, (await Body?.transformToString('latin1')) ?? ''] as const;
  };
  return new Map(await Promise.all(Contents.map(({ Key = '' }) => read(Key))));
};
const everything = async (): Promise<string> => {
  const { documents, name } = stores.table;
  const items: unknown[] = [];
  for (let from: Record<string, unknown> | undefined; ;) {
    const part = await documents.send(new ScanCommand({ TableName: name, ExclusiveStartKey: from }));
    items.push(...(part.Items ?? []));
    from = part.LastEvaluatedKey;
    if (from === undefined) break;
  }
  const buckets = await Promise.all([stores.envelopes, stores.results, stores.sources].map(objectsOf));
  return JSON.stringify([items, buckets.map((each) => [...each]), told]);
};
const boxes = async (): Promise<string[]> =>
  [...(await objectsOf(stores.sources)).entries()].flatMap(([key, text]) =>
    key.startsWith('headers/kept/secrets/') ? Object.keys(JSON.parse(text) as object) : [],
  );

const guide = () => ({
  id: 'guide',
  url: `${site.origin}/`,
  method: 'crawl',
  crawl: { allowExternalLinks: true },
});
const list = () => ({ id: 'list', method: 'batch', urls: [`${site.origin}/a`, `${site.origin}/moved`] });

test('a run sends them to the origin of its source and nowhere else, and they are legible nowhere', async () => {
  const applied = await apply('1.0.0', [
    { ...guide(), scrape: { headers } },
    { ...list(), scrape_config: { custom_headers: headers } },
  ]);
  expect(applied.status).toBe(200);
  await run('/v2/sources/guide/run');
  expect(got('/')).toEqual(['authorization', 'x-api-key']);
  expect(got('/own')).toEqual(['authorization', 'x-api-key']);
  await run('/v2/sources/list/run');
  expect(got('/a')).toEqual(['authorization', 'x-api-key']);
  expect(seen.some(({ at }) => at === 'stranger')).toBe(true);
  expect(strangers()).toEqual([]);
  for (const path of [
    '/v2/sources/guide',
    '/v2/sources',
    '/v2/manifests/secrets',
    '/v2/manifests/secrets/versions',
  ])
    expect((await call('GET', path)).status).toBe(200);
  expect((await call('GET', '/v2/sources/guide')).body['source'].config.scrape.headers).toEqual({
    Authorization: '(sealed)',
    'X-Api-Key': '(sealed)',
  });
  expect(await everything()).not.toContain(canary);
});

test('what was exported is applied again without their values, for the same place alone', async () => {
  const { body } = await call('GET', '/v2/manifests/secrets');
  const { manifest } = body as { manifest: { version: string; sources: { url: string; id: string }[] } };
  const same = { ...manifest, sources: manifest.sources.map((each) => ({ ...each, description: 'x' })) };
  const again = { manifest: { ...same, version: '1.1.0' }, prune: true };
  expect((await call('POST', '/v2/sources/apply', again)).body['counts']).toMatchObject({ update: 2 });
  await run('/v2/sources/guide/run');
  expect(got('/')).toEqual(['authorization', 'x-api-key']);

  const [first, ...rest] = manifest.sources;
  for (const change of [
    { url: `${stranger.origin}/` },
    { scrape: { headers: { Authorization: '(sealed)', 'X-Other': '(sealed)' } } },
    { scrape: { headers: { Authorization: '(sealed)', 'X-Api-Key': 'known' } } },
    {
      scrape: {
        headers: { Authorization: '(sealed)', 'X-Api-Key': '(sealed)' },
        headersFor: [stranger.origin],
      },
    },
  ]) {
    const stolen = { ...manifest, version: '2.0.0', sources: [{ ...first, ...change }, ...rest] };
    const { status, body: refused } = await call('POST', '/v2/sources/apply', {
      manifest: stolen,
      prune: true,
    });
    expect([status, refused['details']]).toMatchObject([409, [{ source: 'guide', code: 'HEADERS_MISSING' }]]);
  }
  const { body: back } = await call('POST', '/v2/manifests/secrets/rollback', { version: '1.0.0' });
  expect(back['counts']).toMatchObject({ update: 2 });
  await run('/v2/sources/guide/run');
  expect(strangers()).toEqual([]);
});

test('a plan tells that values are others, and which are the same, and shows none', async () => {
  const sources = [
    { ...guide(), scrape: { headers } },
    { ...list(), scrape_config: { custom_headers: headers } },
  ];
  const plan = async (changed: object[]) =>
    (
      await call('POST', '/v2/sources/plan', {
        manifest: { version: '3.0.0', name: 'secrets', sources: changed },
      })
    ).body['entries'].map(({ id, action, fields }: never) => [id, action, fields]);
  expect(await plan(sources)).toEqual([
    ['guide', 'none', []],
    ['list', 'none', []],
  ]);
  const other = { ...guide(), scrape: { headers: { ...headers, Authorization: `${canary} 2` } } };
  expect(await plan([other, ...sources.slice(1)])).toEqual([
    ['guide', 'update', [{ field: 'headers', before: '(sealed)', after: 'other values' }]],
    ['list', 'none', []],
  ]);
});

test('of a source that is retired or removed no box is left', async () => {
  expect((await boxes()).toSorted()).toEqual(['guide', 'list']);
  const retired = { ...guide(), status: 'retired', scrape: { headers } };
  const { status } = await apply('4.0.0', [retired, { ...list(), scrape: { headers } }]);
  expect(status).toBe(200);
  expect(await boxes()).toEqual(['list']);
  await apply('5.0.0', [retired]);
  expect(await boxes()).toEqual([]);
  const hidden = { ...guide(), scrape: { headers: { Authorization: '(sealed)' } } };
  expect((await apply('6.0.0', [hidden])).body['details']).toMatchObject([{ code: 'HEADERS_MISSING' }]);
});

test('headers of groups and defaults are sealed for each of their sources, with what they inherit', async () => {
  const more = {
    defaults: { scrape: { headers: { 'X-All': canary } } },
    groups: { own: { scrape: { headers: { 'X-Group': canary } } } },
  };
  const source = { id: 'inherits', url: `${site.origin}/inherits`, group: 'own' };
  expect((await apply('7.0.0', [source], more)).status).toBe(200);
  await run('/v2/sources/inherits/run');
  expect(got('/inherits')).toEqual(['x-all', 'x-group']);
  expect(await everything()).not.toContain(canary);
});

test('a monitor keeps its headers the same way, also when it or another one is changed', async () => {
  const target = { type: 'scrape', urls: [`${site.origin}/watched`], scrapeOptions: { headers } };
  const schedule = { cron: '0 9 * * *' };
  const { body } = await call('POST', '/v2/monitor', { name: 'One', schedule, targets: [target] });
  const id = body['data'].id as string;
  await call('POST', '/v2/monitor', { name: 'Two', schedule, targets: [{ ...target, scrapeOptions: {} }] });
  expect((await call('PATCH', `/v2/monitor/${id}`, { name: 'First' })).status).toBe(200);
  await run(`/v2/monitor/${id}/run`);
  expect(got('/watched')).toEqual(['authorization', 'x-api-key']);
  expect(await everything()).not.toContain(canary);
});

test('a manifest that was applied before headers were sealed still runs, is shown without them, and is sealed next', async () => {
  const source = { id: 'old', url: `${site.origin}/old`, scrape: { headers } };
  const name = 'secrets';
  const now = { version: '8.0.0', name, sources: [source] };
  // As it was written then: in the clear, and with nothing beside it.
  const text = JSON.stringify({ manifest: now, kept: [] });
  const old = readApplied(text);
  expect(old.manifest).toEqual(hideManifestHeaders(now as never));
  const other = await watchSite(stores, 'before', undefined, [site.allow, stranger.allow]);
  try {
    await other.ok('POST', '/v2/sources/apply', {
      manifest: { ...now, sources: [{ ...source, scrape: {} }] },
    });
    await stores.table.documents.send(
      new UpdateCommand({
        TableName: stores.table.name,
        Key: manifestRootKey('before'),
        UpdateExpression: 'SET manifests.#name.#hash = :old',
        ExpressionAttributeNames: { '#name': name, '#hash': 'hash' },
        ExpressionAttributeValues: { ':old': 'old' },
      }),
    );
    await putObject(stores.sources, appliedKey('before', name, 'old'), text, 'application/json');
    expect(JSON.stringify(await other.ok('GET', `/v2/manifests/${name}`))).not.toContain(canary);
    expect(JSON.stringify(await other.ok('GET', '/v2/sources/old'))).not.toContain(canary);
    const { id } = await other.ok('POST', '/v2/sources/old/run');
    await other.pipeline.run(id as string);
    expect(got('/old')).toEqual(['authorization', 'x-api-key']);
    const planned = await other.ok('POST', '/v2/sources/apply', { manifest: now });
    expect([planned['counts'].none, planned['applied'].version]).toEqual([1, '8.0.0']);
    const { hash: sealed } = (await getManifestRoot(stores.table, 'before')).manifests[name] ?? expect.fail();
    expect((await objectsOf(stores.sources)).get(appliedKey('before', name, sealed))).not.toContain(canary);
    seen = [];
    const again = await other.ok('POST', '/v2/sources/old/run');
    await other.pipeline.run(again['id'] as string);
    expect(got('/old')).toEqual(['authorization', 'x-api-key']);
  } finally {
    await other.site.close();
  }
});
