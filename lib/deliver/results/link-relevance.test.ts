import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { byRelevance } from './link-relevance.ts';

const link = (path: string, title?: string, description?: string) => ({
  url: `https://docs.example.com${path}`,
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
});
const order = (search: string, ...links: ReturnType<typeof link>[]): string[] =>
  byRelevance(links, search).links.map(({ url }) => new URL(url).pathname);

test('a word in the title or at the end of the path beats one within other words', () => {
  const links = [
    link('/reindexing'),
    link('/about', 'Preindexed things'),
    link('/sql/create'),
    link('/indexes.html'),
    link('/x', 'The index'),
  ];
  expect(order('index', ...links)).toEqual(['/x', '/indexes.html', '/reindexing', '/about', '/sql/create']);
});

test('a page that has every word beats one that has a rare word often', () => {
  const links = [
    link('/vacuum/vacuum', 'Vacuum'),
    link('/auto-vacuum-settings', 'Settings'),
    link('/settings'),
  ];
  expect(order('vacuum settings', ...links)[0]).toBe('/auto-vacuum-settings');
});

test('a word that most URLs have says little', () => {
  const many = Array.from({ length: 20 }, (_, n) => link(`/postgres/${n}`, `Postgres ${n}`));
  expect(order('postgres replication', ...many, link('/replication'))[0]).toBe('/replication');
});

test('words next to each other beat the same words apart', () => {
  const links = [link('/a', 'Table that you create'), link('/b', 'Create table')];
  expect(order('create table', ...links)).toEqual(['/b', '/a']);
});

test('of pages that fit alike the one nearer to the root is first; of those, the one that was first', () => {
  const links = [link('/a/b/birds'), link('/c/birds'), link('/birds'), link('/d/birds')];
  expect(order('birds', ...links)).toEqual(['/birds', '/c/birds', '/d/birds', '/a/b/birds']);
});

test('what does not fit keeps its order behind what does, and a search of no words changes nothing', () => {
  const links = [link('/z/deep/er'), link('/a'), link('/trees', 'Trees')];
  expect(order('trees', ...links)).toEqual(['/trees', '/z/deep/er', '/a']);
  expect(order('  !? ', ...links)).toEqual(['/z/deep/er', '/a', '/trees']);
});

test('case, accents, plurals and escapes make no difference', () => {
  const links = [link('/b'), link('/caf%C3%A9s'), link('/%E0%A4%A')];
  expect(order('Café', ...links)).toEqual(['/caf%C3%A9s', '/b', '/%E0%A4%A']);
});

test('a hundred thousand URLs are ordered in bounded work', () => {
  const links = Array.from({ length: 100_000 }, (_, n) =>
    link(`/guide/${n % 977}/page-${n}.html`, `Page ${n}`),
  );
  const started = cpuMs();
  expect(order('page 4711 guide', ...links)[0]).toBe('/guide/803/page-4711.html');
  expect(cpuMs() - started).toBeLessThan(30_000);
});

test('links that have a word of the search are counted as fitting', () => {
  const links = [
    { url: 'https://example.com/owls' },
    { url: 'https://example.com/b', title: 'Barn owls' },
    { url: 'https://example.com/c' },
  ];
  expect(byRelevance(links, 'owls').fitting).toBe(2);
  expect(byRelevance(links, 'zzzqq').fitting).toBe(0);
});
