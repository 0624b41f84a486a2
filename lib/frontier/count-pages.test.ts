import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageStates, type PageState } from './page.ts';
import { countPages } from './count-pages.ts';

const hash = '0123456789abcdef0123456789abcdef';
const pages = fc.array(fc.constantFrom(...pageStates).map((state: PageState) => ({ hash, state })));

test('pages counted in portions, in whatever order, count as they do at once', () => {
  fc.assert(
    fc.property(pages, pages, (first, second) => {
      expect(countPages(second, countPages(first))).toEqual(countPages([...second, ...first]));
    }),
  );
});

test('every page is open or in one end', () => {
  fc.assert(
    fc.property(pages, (some) => {
      const { admitted, open, done, failed, blocked, skipped } = countPages(some);
      expect(admitted).toBe(some.length);
      expect(open + done + failed + blocked + skipped).toBe(admitted);
    }),
  );
});

test('a sitemap keeps its job open, and is no page', () => {
  const sitemap = { hash: `${hash.slice(0, -1)}s`, state: 'admitted' } as const;
  expect(countPages([sitemap, { ...sitemap, state: 'done' }])).toMatchObject({
    admitted: 0,
    open: 1,
    done: 0,
    sitemaps: 2,
    sitemapsOpen: 1,
  });
});
