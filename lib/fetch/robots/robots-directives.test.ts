import { expect, test } from 'vitest';
import { robotsDirectives } from './robots-directives.ts';

const of = (metas: Record<string, string | string[]>, header?: string): string => {
  const { noindex, nofollow } = robotsDirectives(metas, header, 'Gleaner', Date.parse('2026-01-01'));
  return [noindex ? 'noindex' : '', nofollow ? 'nofollow' : ''].join(' ').trim();
};

test.each([
  [{}, undefined, ''],
  [{ robots: 'index, follow' }, undefined, ''],
  [{ robots: 'NoIndex,NOFOLLOW' }, undefined, 'noindex nofollow'],
  [{ robots: 'none' }, undefined, 'noindex nofollow'],
  [{ robots: ['index', 'nofollow'] }, undefined, 'nofollow'],
  [{ gleaner: 'noindex' }, undefined, 'noindex'],
  [{ googlebot: 'noindex' }, undefined, ''],
  [{}, 'noindex', 'noindex'],
  [{}, 'otherbot: noindex, nofollow', ''],
  [{}, 'gleaner: nofollow', 'nofollow'],
  [{}, 'otherbot: noindex\nnofollow', 'nofollow'],
  [{}, 'unavailable_after: 25 Jun 2010 15:00:00 PST, noindex', 'noindex'],
  [{}, 'max-snippet: 0', ''],
  [{ robots: 'nofollow' }, 'noindex', 'noindex nofollow'],
])('meta %j with the header %j says "%s"', (metas, header, expected) => {
  expect(of(metas, header)).toBe(expected);
});

test.each([
  ['25 Jun 2010 15:00:00 PST', true],
  ['Saturday, 25-Jun-10 15:00:00 GMT, noindex', true],
  ['Fri, 25 Jun 2010 15:00:00 GMT', true],
  ['2010-06-25', true],
  ['2010', true],
  ['2030-06-25T15:00:00Z', false],
  ['the day after tomorrow', false],
])('a page that is unavailable after %s has expired in 2026: %s', (date, wanted) => {
  const now = Date.parse('2026-01-01');
  const inHeader = robotsDirectives({}, `unavailable_after: ${date}`, 'Gleaner', now);
  const inMeta = robotsDirectives({ robots: `unavailable_after: ${date}` }, undefined, 'Gleaner', now);
  expect([inHeader.expired, inMeta.expired]).toEqual([wanted, wanted]);
  expect(robotsDirectives({}, `otherbot: unavailable_after: ${date}`, 'Gleaner', now).expired).toBe(false);
});
