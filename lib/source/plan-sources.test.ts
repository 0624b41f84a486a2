import { expect, test } from 'vitest';
import { seededRandom } from '../../test/harness/seeded-random.ts';
import { appliedHash, appliedSources, type AppliedManifest } from './applied-manifest.ts';
import { parseManifest, type Manifest } from './manifest.ts';
import { countActions, planSources } from './plan-sources.ts';
import { resolveSources } from './resolve-sources.ts';

const random = seededRandom(8);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const some = <T extends object>(share: number, make: () => T): T | object => (random() < share ? make() : {});

const setting = () => ({
  ...some(0.5, () => ({ frequency: pick(['daily', 'weekly']) })),
  ...some(0.5, () => ({ priority: pick(['high', 'low']) })),
  ...some(0.4, () => ({ status: pick(['active', 'paused', 'retired', 'proposed']) })),
  ...some(0.3, () => ({ crawl: { limit: pick([1, 2]) } })),
  ...some(0.3, () => ({ metadata: { agency: pick(['A', 'B']) } })),
});

/** A manifest at random, as its owner writes it: it goes through the schema. */
const draw = (minor: number): Manifest => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'].filter(() => random() < 0.6);
  const sources = ids.map((id) => ({
    id,
    url: `https://example.com/${id}${random() < 0.1 ? '/moved' : ''}`,
    ...some(0.5, () => ({ group: 'g' })),
    ...setting(),
  }));
  const parsed = parseManifest({
    version: `1.${minor}.0`,
    name: 'tides',
    defaults: setting(),
    groups: { g: setting() },
    sources,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.manifest;
};

const effective = (sources: ReturnType<typeof resolveSources>): unknown =>
  sources
    .map(({ group: _group, ...source }) => JSON.parse(JSON.stringify(source)) as { id: string })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('of 500 pairs of manifests, what is applied is what is wanted, and a second plan finds nothing to do', () => {
  for (let round = 0; round < 500; round += 1) {
    const [a, b] = [draw(1), draw(2)];
    const before: AppliedManifest = { manifest: a, kept: [] };
    const plan = planSources(before, b, { prune: true, others: [] });
    expect(plan.findings.filter(({ level }) => level === 'error')).toEqual([]);
    expect(effective(appliedSources(plan.next).map(({ source }) => source))).toEqual(
      effective(resolveSources(b)),
    );
    const again = planSources(plan.next, b, { prune: true, others: [] });
    expect(Object.entries(countActions(again)).filter(([, count]) => count > 0)).toEqual(
      b.sources.length === 0 ? [] : [['none', b.sources.length]],
    );
    expect(appliedHash(again.next)).toBe(appliedHash(plan.next));
  }
});

test('without prune nothing is taken away: what the manifest lists no more goes on as it was, also a plan later', () => {
  for (let round = 0; round < 200; round += 1) {
    const [a, b] = [draw(1), draw(2)];
    const options = { prune: false, others: [] };
    const first = planSources({ manifest: a, kept: [] }, b, options);
    const second = planSources(first.next, b, options);
    const ids = new Set([...a.sources, ...b.sources].map(({ id }) => id));
    for (const plan of [first, second])
      expect(new Set(appliedSources(plan.next).map(({ source }) => source.id))).toEqual(ids);
    expect(second.entries.every(({ action }) => action === 'none' || action === 'keep')).toBe(true);
    const old = new Map(resolveSources(a).map((source) => [source.id, source]));
    for (const source of second.next.kept)
      expect(effective([source])).toEqual(effective([old.get(source.id)!]));
  }
});

test('a change needs a version above; the same manifest again needs none', () => {
  const [source] = draw(1).sources;
  const manifest = (version: string, url = 'https://example.com/') => ({
    version,
    name: 'tides',
    sources: [{ ...source, id: 'a', url }],
  });
  const before: AppliedManifest = { manifest: manifest('1.2.0'), kept: [] };
  const codes = (next: Manifest): string[] =>
    planSources(before, next, { prune: false, others: [] })
      .findings.filter(({ level }) => level === 'error')
      .map(({ code }) => code);
  expect(codes(manifest('1.2.0'))).toEqual([]);
  for (const version of ['1.2.0', '1.1.9', '1.2.0-rc.1'])
    expect(codes(manifest(version, 'https://example.com/b'))).toEqual(['VERSION_NOT_RAISED']);
  for (const version of ['1.2.1', '1.10.0', '2.0.0-rc.1'])
    expect(codes(manifest(version, 'https://example.com/b'))).toEqual([]);
});

test('crawls that a plan did not compare with others are told of, with their number', () => {
  const parsed = parseManifest({
    version: '1.0.0',
    name: 'tides',
    sources: Array.from({ length: 5_000 }, (_, at) => ({
      id: `s-${String(at).padStart(4, '0')}`,
      url: 'https://example.com/',
      method: 'crawl',
      status: 'active',
      frequency: 'weekly',
      scrape_config: { include_patterns: [`/${'long/'.repeat(40)}${at}/*`] },
    })),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { findings } = planSources(null, parsed.manifest, { prune: false, others: [] });
  const [told, ...others] = findings.filter(({ code }) => code === 'OVERLAPS_UNKNOWN');
  expect(others).toEqual([]);
  expect(told?.level).toBe('info');
  const [, more = ''] = /^Was, like (\d+) more, not compared/.exec(told?.message ?? '') ?? [];
  expect(told?.source).toBe(`s-${String(4_999 - Number(more)).padStart(4, '0')}`);
});

test('options of a crawl that another source sets itself are named; those that it inherits are for others', () => {
  const page = (id: string, more: object) => ({
    id,
    url: `https://example.com/${id}`,
    frequency: 'daily',
    ...more,
  });
  const config = { include_patterns: ['/a/*'], exclude_patterns: [], max_depth: null };
  const parsed = parseManifest({
    version: '1.0.0',
    name: 'tides',
    groups: { g: { limits: { pages: 4 }, crawl: { limit: 9 } } },
    sources: [
      page('a', { crawl: { limit: 3 }, limits: { pages: 4, dollars_per_run: 1 }, scrape_config: config }),
      page('b', { group: 'g', scrape_config: { max_depth: 2, wait_for_selector: 'main' } }),
      page('c', { group: 'g', scrape_config: { max_depth: null } }),
      page('d', { method: 'crawl', crawl: { limit: 3 }, limits: { pages: 4 }, scrape_config: config }),
      page('e', { status: 'retired', crawl: { limit: 3 } }),
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { findings } = planSources(null, parsed.manifest, { prune: false, others: [] });
  expect(findings.map(({ level, code, source, message }) => [level, code, source, message])).toEqual([
    [
      'warning',
      'OPTION_UNUSED',
      'a',
      'limits.pages, scrape_config.include_patterns, crawl.limit have no effect on its runs: they only work with ' +
        'method: crawl, and its method is scrape',
    ],
    [
      'warning',
      'OPTION_UNUSED',
      'b',
      'scrape_config.max_depth has no effect on its runs: it only works with method: crawl, and its method is scrape',
    ],
  ]);
});
