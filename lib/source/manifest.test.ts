import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { parseCrawlRequest } from '../request/crawl-request.ts';
import { compilePattern } from '../request/path-pattern.ts';
import { parseBatchRequest } from '../request/scrape-request.ts';
import { seededRandom } from '../../test/harness/seeded-random.ts';
import { compareManifests } from './compare-manifests.ts';
import { firstVersion } from './manifest.fixture.ts';
import { parseManifest, type Manifest } from './manifest.ts';
import { resolveSources } from './resolve-sources.ts';
import { globPattern, sourceRequest } from './source-request.ts';

const parsed = (value: unknown): Manifest => {
  const read = parseManifest(value);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.manifest;
};

const page = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  url: `https://example.com/${id}`,
  ...more,
});
const manifest = (sources: readonly unknown[], more: Record<string, unknown> = {}): Manifest =>
  parsed({ version: '1.0.0', name: 'tides', sources, ...more });

test("a manifest of the format's first version is accepted unchanged, and all it says of a source goes with the request", () => {
  const [source] = resolveSources(parsed(firstVersion));
  if (source === undefined) throw new Error('no source');
  const { kind, body } = sourceRequest(source, firstVersion);
  expect(kind).toBe('crawl');
  expect(body).toEqual({
    url: 'https://www.consumerfinance.gov/rules-policy/regulations/1024/',
    includePaths: ['/1024/.*'],
    excludePaths: ['/1024/.*/interp.*'],
    maxDiscoveryDepth: 3,
    scrapeOptions: { headers: {} },
    source: {
      id: 'cfpb-reg-x',
      manifestVersion: '1.0.0',
      metadata: {
        agency: 'CFPB',
        last_known_update: '2024-10-01',
        update_source: 'Federal Register',
        corroboration_status: 'verified',
        notes: 'Includes appendices and supplements',
        regulatory_domain: 'RESPA',
        citation: '12 C.F.R. Part 1024',
        jurisdiction: 'federal',
        source_type: 'regulation',
      },
    },
  });
  expect(parseCrawlRequest(body)).toMatchObject({ ok: true, ignored: [] });
});

test('every source of the example is a request that the API accepts', () => {
  const example = parsed(
    JSON.parse(readFileSync(new URL('../../docs/examples/fthb.sources.json', import.meta.url), 'utf8')),
  );
  const sources = resolveSources(example);
  expect(sources.length).toBeGreaterThan(5);
  for (const source of sources) {
    // Nobody has approved any of them.
    expect(source.status).toBe('proposed');
    const { kind, body } = sourceRequest(source, example);
    const read = kind === 'crawl' ? parseCrawlRequest(body) : parseBatchRequest(body);
    expect(read).toMatchObject({ ok: true, ignored: [] });
  }
});

test('a pattern with stars matches what a person means by it, and dots are dots', () => {
  const matches = (glob: string, path: string) => compilePattern(globPattern(glob)).test(path);
  expect(matches('/1024/*', '/rules-policy/regulations/1024/5/')).toBe(true);
  expect(matches('/1024/*', '/rules-policy/regulations/1026/5/')).toBe(false);
  expect(matches('/1024/*/interp*', '/x/1024/5/interp-2')).toBe(true);
  expect(matches('*.pdf', '/form.pdf')).toBe(true);
  expect(matches('*.pdf', '/formXpdf')).toBe(false);
  expect(matches('/a(b)[c]+$', '/a(b)[c]+$')).toBe(true);
});

test('a source inherits from its group, and that from the defaults, field by field; arrays are replaced', () => {
  const [a, b, c] = resolveSources(
    manifest(
      [page('a', { group: 'guides' }), page('b', { group: 'guides', crawl: { limit: 9 } }), page('c')],
      {
        defaults: {
          frequency: 'monthly',
          metadata: { agency: 'A', notes: 'n' },
          scrape: { includeTags: ['x'] },
        },
        groups: {
          guides: {
            method: 'crawl',
            crawl: { limit: 5, includePaths: ['/g'] },
            metadata: { agency: 'G' },
            scrape: { includeTags: ['y', 'z'] },
          },
        },
      },
    ),
  );
  expect(a).toMatchObject({
    method: 'crawl',
    status: 'active',
    priority: 'medium',
    frequency: 'monthly',
    crawl: { limit: 5, includePaths: ['/g'] },
    metadata: { agency: 'G', notes: 'n' },
    scrape: { includeTags: ['y', 'z'] },
  });
  expect(b).toMatchObject({ crawl: { limit: 9, includePaths: ['/g'] } });
  expect(c).toMatchObject({ method: 'scrape', metadata: { agency: 'A' }, scrape: { includeTags: ['x'] } });
});

test('a nearer cron takes the place of an inherited window, and a nearer cadence keeps that window', () => {
  const window = { from: '01:00', to: '05:00' };
  const more = { defaults: { frequency: 'daily', window }, groups: { nines: { cron: '0 9 * * *' } } };
  const sources = [page('a'), page('b', { cron: '0 9 * * *' }), page('c', { group: 'nines' })];
  const told = resolveSources(manifest([...sources, page('d', { group: 'nines', every: '3d' })], more)).map(
    (source) => [source.id, source.cron, source.window],
  );
  expect(told).toEqual([
    ['a', undefined, window],
    ['b', '0 9 * * *', undefined],
    ['c', '0 9 * * *', undefined],
    ['d', undefined, window],
  ]);
});

test('a fault of a group is told once, however many of its sources show it', () => {
  const read = parseManifest({
    version: '1.0.0',
    name: 'tides',
    defaults: { cron: '0 9 * * *' },
    groups: { night: { window: { from: '01:00', to: '05:00' } } },
    sources: [page('a', { group: 'night' }), page('b', { group: 'night' })],
  });
  expect(read.ok ? [] : read.problems.map(({ path }) => path)).toEqual([['groups', 'night', 'window']]);
});

test('a selector that no browser is given is a fault of the manifest, wherever it stands', () => {
  const wrong = 'p:::';
  const read = parseManifest({
    version: '1.0.0',
    name: 'tides',
    defaults: { scrape_config: { wait_for_selector: wrong } },
    sources: [
      page('a', { scrape_config: { wait_for_selector: wrong } }),
      page('b', { scrape: { waitFor: wrong, actions: [{ type: 'click', selector: wrong }] } }),
      page('c', { scrape: { waitFor: 'main > p' }, scrape_config: { wait_for_selector: null } }),
    ],
  });
  expect(read.ok ? [] : read.problems.map(({ path }) => path.join('.'))).toEqual([
    'defaults.scrape_config.wait_for_selector',
    'sources.0.scrape_config.wait_for_selector',
    'sources.1.scrape.waitFor',
    'sources.1.scrape.actions.0.selector',
  ]);
});

test('options of ours go before those of the first version', () => {
  const [source] = resolveSources(
    manifest([
      page('a', {
        method: 'crawl',
        scrape_config: { max_depth: 3, include_patterns: ['/a/*'], wait_for_selector: 'main' },
        crawl: { maxDiscoveryDepth: 1 },
        scrape: { waitFor: 'article' },
      }),
    ]),
  );
  expect(source && sourceRequest(source, { version: '1.0.0' }).body).toMatchObject({
    maxDiscoveryDepth: 1,
    includePaths: ['/a/.*'],
    scrapeOptions: { waitFor: 'article' },
  });
});

test.each([
  [{ crawl: { limit: 9 }, limits: { pages: 4 } }, 4],
  [{ crawl: { limit: 3 }, limits: { pages: 4 } }, 3],
  [{ crawl: { limit: 9 } }, 9],
  [{ limits: { pages: 4 } }, 4],
])(
  'of the pages of a crawl and those that its limits allow, the smaller number is asked for: %j',
  (own, limit) => {
    const [source] = resolveSources(manifest([page('a', { method: 'crawl', ...own })]));
    expect(source && sourceRequest(source, { version: '1.0.0' }).body).toHaveProperty('limit', limit);
  },
);

test('a setting that moves between defaults, group and source changes nothing; what a source comes to does', () => {
  const before = manifest([page('a', { frequency: 'daily' }), page('b', { frequency: 'daily' })]);
  const moved = manifest([page('a', { group: 'g' }), page('b')], {
    defaults: { frequency: 'daily' },
    groups: { g: {} },
  });
  expect(compareManifests(before, moved)).toEqual([]);
  const after = manifest([page('a', { frequency: 'weekly', crawl: { limit: 3 } }), page('c')]);
  expect(compareManifests(before, after)).toEqual([
    {
      action: 'update',
      id: 'a',
      fields: [
        { field: 'crawl', before: undefined, after: { limit: 3 } },
        { field: 'frequency', before: 'daily', after: 'weekly' },
      ],
    },
    { action: 'remove', id: 'b' },
    { action: 'create', id: 'c' },
  ]);
});

test('of 500 pairs of manifests at random, what is told is just what differs', () => {
  const random = seededRandom(14);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const draw = (): Manifest => {
    const ids = ['a', 'b', 'c', 'd', 'e'].filter(() => random() < 0.6);
    const setting = () => ({
      ...(random() < 0.5 ? { frequency: pick(['daily', 'weekly']) } : {}),
      ...(random() < 0.5 ? { priority: pick(['high', 'low']) } : {}),
      ...(random() < 0.3 ? { crawl: { limit: pick([1, 2]) } } : {}),
    });
    return manifest(
      ids.map((id) => page(id, { ...(random() < 0.5 ? { group: 'g' } : {}), ...setting() })),
      { defaults: setting(), groups: { g: setting() } },
    );
  };
  const effective = (one: Manifest) =>
    new Map(resolveSources(one).map(({ group: _group, ...source }) => [source.id, structuredClone(source)]));
  for (let round = 0; round < 500; round += 1) {
    const [a, b] = [draw(), draw()];
    const [was, is] = [effective(a), effective(b)];
    const told = new Map(compareManifests(a, b).map((change) => [change.id, change.action]));
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      const differs = !isDeepStrictEqual(was.get(id), is.get(id));
      const wanted = !was.has(id) ? 'create' : is.has(id) ? 'update' : 'remove';
      expect([id, told.get(id)]).toEqual([id, differs ? wanted : undefined]);
    }
    expect(compareManifests(a, a)).toEqual([]);
  }
});

test('what a source extracts at each visit stays as it is written', () => {
  const json = { type: 'json', schema: { type: 'object', properties: { price: { type: 'number' } } } };
  const source = { id: 'chair', url: 'https://example.com/chair', scrape: { formats: ['markdown', json] } };
  const read = parseManifest({ version: '1.0.0', name: 'chairs', sources: [source] });
  const formats = read.ok ? read.manifest.sources[0]?.scrape?.formats : read.problems;
  expect(formats).toEqual([{ type: 'markdown' }, json]);
});
