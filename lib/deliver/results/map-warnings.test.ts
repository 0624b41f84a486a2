import { expect, test } from 'vitest';
import { pageHash, pageSchema, sitemapHash, type Page } from '../../frontier/page.ts';
import { parseMapRequest } from '../../request/map-request.ts';
import { mapWarnings } from './map-warnings.ts';

const url = 'https://example.com/';
const item = (facts: Partial<Page> & { url: string }): Page =>
  pageSchema.parse({
    kind: 'sitemap',
    job: 'j',
    hash: sitemapHash(facts.url),
    state: 'done',
    depth: 0,
    position: 0,
    attempts: 0,
    admittedAt: 0,
    touchedAt: 0,
    nesting: 0,
    ...facts,
  });
const first = item({ url, kind: 'page', hash: pageHash(url) });

const warned = (items: readonly Page[], found: object = {}, body: object = {}): string[] => {
  const order = parseMapRequest({ url, ...body }, 'v2');
  if (!order.ok) throw new Error(order.failure.message);
  const links = [{ url }, { url: `${url}a` }];
  const all = { links, besidePath: 0, cut: false, isFull: false, ...found };
  return mapWarnings({ request: order.value.request }, items, all);
};

test('a map that holds all there is warns of nothing, also where a site has no sitemap', () => {
  const missing = item({ url: `${url}sitemap.xml`, state: 'failed', code: 'HTTP_NOT_FOUND' });
  const aPage = item({ url: `${url}sitemap.xml`, state: 'failed', code: 'SITEMAP_INVALID' });
  expect(warned([first, missing])).toEqual([]);
  expect(warned([first, aPage])).toEqual([]);
});

test('a sitemap that the site names and that is not there is told', () => {
  const named = item({ url: `${url}a.xml`, state: 'failed', code: 'HTTP_NOT_FOUND' });
  const blocked = item({ url: `${url}sitemap.xml`, state: 'blocked', code: 'ROBOTS_DISALLOWED' });
  expect(warned([first, blocked, named])).toEqual([
    '2 sitemaps could not be read, such as https://example.com/a.xml: HTTP_NOT_FOUND',
  ]);
});

test('sitemaps that were left because the map is full are no loss, unless the map is searched or has fewer URLs', () => {
  const left = item({ url: `${url}b.xml`, state: 'skipped', code: 'LIMIT_REACHED' });
  const words = [expect.stringMatching(/made of the first 2, and 1 sitemaps were not read/)];
  expect(warned([first, left], { isFull: true })).toEqual([]);
  expect(warned([first, left], { isFull: false })).toEqual(words);
  expect(warned([first, left], { isFull: true }, { search: 'owls' })).toEqual(words);
  expect(warned([first], { cut: true })).toEqual([
    expect.stringMatching(/made of the first 2\. Map its folders/),
  ]);
});

test('a job that was ended early says how many sitemaps it did not come to', () => {
  const late = item({ url: `${url}c.xml`, state: 'skipped', code: 'JOB_DEADLINE' });
  expect(warned([first, late])).toEqual(['1 sitemaps were not read in time']);
});

test('sitemaps alone, where there is none, are said to be missing', () => {
  expect(warned([first], { links: [] }, { sitemap: 'only' })).toEqual([
    expect.stringContaining('No sitemap'),
  ]);
});

test('a search says how many URLs fit it: all of them are listed, and those come first', () => {
  expect(warned([first], { fitting: 2 }, { search: 'owls' })).toEqual([]);
  expect(warned([first], { fitting: 1 }, { search: 'owls' })).toEqual([
    '1 of 2 URLs fit "owls": they come first',
  ]);
  expect(warned([first], { fitting: 0 }, { search: 'owls' })).toEqual([
    `No URL fits "owls": they are listed in the site's own order`,
  ]);
});
