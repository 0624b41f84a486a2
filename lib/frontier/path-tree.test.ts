import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page, PageState } from './page.ts';
import { pathTree } from './path-tree.ts';

const page = (url: string, state: PageState = 'done', hash = '0'.repeat(32)): Page => ({
  job: 'j',
  hash,
  url,
  state,
  depth: 0,
  position: 0,
  attempts: 0,
  admittedAt: 0,
  touchedAt: 0,
});

test('an empty prefix gives the hosts, and each prefix what stands next below it', () => {
  const pages = [
    page('https://a.example/'),
    page('https://a.example/docs/one', 'failed'),
    page('https://a.example/docs/two/x?y=/z', 'admitted'),
    page('https://b.example/q?next=/docs/'),
  ];
  const shown = (prefix: string) =>
    pathTree(pages, prefix).entries.map((entry) => [entry.prefix, entry.isFolder, entry.pages]);
  expect(shown('')).toEqual([
    ['https://a.example/', true, 3],
    ['https://b.example/', true, 1],
  ]);
  expect(shown('https://a.example/')).toEqual([
    ['https://a.example/docs/', true, 2],
    ['https://a.example/', false, 1],
  ]);
  expect(shown('https://a.example/docs/')).toEqual([
    ['https://a.example/docs/one', false, 1],
    ['https://a.example/docs/two/', true, 1],
  ]);
  expect(shown('https://b.example/')).toEqual([['https://b.example/q?next=/docs/', false, 1]]);
});

test('sitemaps are no pages, and what is not shown is counted', () => {
  const many = Array.from({ length: 250 }, (_, index) => page(`https://a.example/${index}`));
  const sitemap = page('https://a.example/sitemap.xml', 'done', `${'0'.repeat(32)}s`);
  const { entries, more } = pathTree([...many, sitemap], 'https://a.example/');
  expect([entries.length, more]).toEqual([200, 50]);
});

const urls = fc
  .tuple(
    fc.constantFrom('a', 'b'),
    fc.array(fc.constantFrom('x', 'y', ''), { maxLength: 4 }),
    fc.constantFrom('', '?q=/x'),
  )
  .map(([host, path, query]) => new URL(`https://${host}.example/${path.join('/')}${query}`).href);

test('opened to the last folder, every page is shown once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(urls, { maxLength: 30 }), (all) => {
      const pages = all.map((url) => page(url));
      const leaves: string[] = [];
      const open = (prefix: string, depth: number): void => {
        expect(depth).toBeLessThan(10);
        for (const entry of pathTree(pages, prefix).entries) {
          if (entry.isFolder) open(entry.prefix, depth + 1);
          else leaves.push(entry.prefix);
        }
      };
      open('', 0);
      expect(leaves.toSorted()).toEqual(all.toSorted());
    }),
  );
});
