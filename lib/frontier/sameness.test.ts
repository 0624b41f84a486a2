import { expect, test } from 'vitest';
import {
  exhaustedForm,
  hashBody,
  isSameKin,
  hashKin,
  listFamilies,
  isExhausted,
  samenessCounts,
  samenessIn,
  type Sameness,
} from './sameness.ts';

/** The job's counters after pages of these URLs were seen. */
const after = (pages: readonly (readonly [url: string, isSame: boolean])[]): Sameness => {
  const counters: Record<string, number> = {};
  for (const [url, isSame] of pages)
    for (const [name, by] of Object.entries(samenessCounts(counters, url, isSame)))
      counters[name] = (counters[name] ?? 0) + (by ?? 0);
  return counters;
};

const trap = (index: number): string => `https://a.test/maze/${index.toString(36)}x`;

test('links into a folder whose pages all say the same are exhausted, and no others', () => {
  const sameness = after(Array.from({ length: 30 }, (_, index) => [trap(index), true] as const));
  expect(isExhausted(sameness, trap(99))).toBe(true);
  expect(isExhausted(sameness, 'https://a.test/docs/1')).toBe(false);
  expect(isExhausted(sameness, 'https://b.test/maze/1')).toBe(false);
  expect(isExhausted(undefined, trap(99))).toBe(false);
});

test.each([
  ['letter case', (index: number) => `https://a.test/Docs/p${index % 2 === 0 ? 'AGE' : 'age'}`],
  ['values of a query', (index: number) => `https://a.test/search?q=word${index}&sort=${index}`],
  ['numbers', (index: number) => `https://a.test/docs/page-${index}/x`],
])('links that differ by %s alone are one family', (_, url) => {
  expect(listFamilies(url(1))[1]).toBe(listFamilies(url(2))[1]);
  const sameness = after([
    ...Array.from({ length: 40 }, (_, index) => [`https://a.test/docs/own-${index}`, false] as const),
    ...Array.from({ length: 20 }, (_, index) => [url(index), true] as const),
  ]);
  expect(isExhausted(sameness, url(50))).toBe(true);
});

test('a catalogue whose pages differ is never exhausted, and costs the job nothing', () => {
  expect(
    after(Array.from({ length: 1_000 }, (_, index) => [`https://a.test/p/${index}`, false] as const)),
  ).toEqual({});
});

test('a folder in which some pages differ is not exhausted', () => {
  const sameness = after(
    Array.from(
      { length: 200 },
      (_, index) => [`https://a.test/p/${index}-${'ab'[index % 2]}`, index % 10 > 0] as const,
    ),
  );
  expect(isExhausted(sameness, 'https://a.test/p/another')).toBe(false);
});

test('a site of many traps does not make the job grow without bound', () => {
  const sameness = after(
    Array.from({ length: 5_000 }, (_, index) => [`https://a.test/t${index}/x`, true] as const),
  );
  expect(Object.keys(sameness).length).toBeLessThanOrEqual(34);
});

test('pages that differ in a number are two; of a calendar they are one', () => {
  expect(hashBody('https://a.test/item/1', 'Item 1')).not.toBe(hashBody('https://a.test/item/2', 'Item 2'));
  const [may, june] = ['No events in May 2031', 'No events in June 2031'];
  expect(hashBody('https://a.test/calendar/2031/5', may)).toBe(
    hashBody('https://a.test/calendar/2031/6', june),
  );
});

test('counters are told from what else stands on a job', () => {
  expect(samenessIn({ done: 3, same_0a: 1, seen_0a: 2, same_: 'x' })).toEqual({
    sameness: { same_0a: 1, seen_0a: 2 },
  });
  expect(samenessIn({ done: 3 })).toEqual({});
});

const site = 'https://a.test';
const body = hashBody(`${site}/list`, 'Our list');
const isSame = (
  [from, fromLinks]: readonly [url: string, links: readonly string[]],
  [to, toLinks]: readonly [url: string, links: readonly string[]],
): boolean => {
  const [kin, own] = [[from, fromLinks] as const, [to, toLinks] as const].map(([url, links]) =>
    hashKin(
      `${site}${url}`,
      body,
      links.map((link) => `${site}${link}`),
    ),
  ) as [string, string];
  return isSameKin(kin, body, own);
};

test.each([
  ['/list?page=1', '/list?page=2', ['/item/1'], ['/item/2']],
  ['/list/page/1', '/list/page/2', ['/news/a'], ['/news/b']],
  ['/list.php?page=1', '/list.php?page=2', ['/show.php?id=7'], ['/show.php?id=8']],
  ['/agenda/2031/05', '/agenda/2031/06', [], ['/party']],
])('a page that reads as %s does is another if it leads to others: %s', (from, to, fromLinks, toLinks) => {
  const home = ['/', '/about'];
  expect(isSame([from, [...home, to, ...fromLinks]], [to, [...home, from, ...toLinks]])).toBe(false);
  expect(isSame([from, [...home, to, ...fromLinks]], [to, [...fromLinks, ...home, from]])).toBe(true);
});

test.each([
  ['its own kind', '/maze/a', '/maze/b', ['/maze/c'], ['/maze/d', '/maze/e']],
  ['further filters', '/shop?color=1', '/shop?color=1&size=2', ['/shop?size=3'], ['/shop?size=4&color=7']],
  [
    'days of a calendar',
    '/calendar/2031/05',
    '/calendar/2031/06',
    ['/day?date=2031-05-01'],
    ['/day?date=2031-06-01'],
  ],
  ['a login that comes back', '/maze/a', '/maze/b', ['/login?next=%2Fmaze%2Fa'], ['/login?next=%2Fmaze%2Fb']],
  ['its own print', '/maze/a', '/maze/b', ['/print/maze/a'], ['/print/maze/b']],
  ['its own search', '/find?q=a', '/find?q=b', ['/feed?word=a'], ['/feed?word=b']],
])('a page that leads only to %s leads to nothing new', (_, from, to, fromLinks, toLinks) => {
  expect(isSame([from, fromLinks], [to, toLinks])).toBe(true);
});

test('a page whose links are not read is judged by its content alone', () => {
  const kin = hashKin(`${site}/list?page=1`, body, [`${site}/item/1`]);
  expect([isSameKin(kin, body, undefined), isSameKin(kin, 'other', undefined)]).toEqual([true, false]);
});

test.each([
  [30, trap, 'https://a.test/maze/…'],
  [
    15,
    (index: number) => `https://a.test/agenda/2031/${index}?view=${index}`,
    'https://a.test/agenda/#/#?view=…',
  ],
])('the form of URLs that are given up after %i of them is told', (pages, url, form) => {
  const sameness = after(Array.from({ length: pages }, (_, index) => [url(index), true] as const));
  expect(exhaustedForm(sameness, url(99))).toBe(form);
  expect(exhaustedForm(sameness, 'https://a.test/docs/1')).toBeNull();
});
