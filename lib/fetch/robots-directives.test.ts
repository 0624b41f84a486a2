import { expect, test } from 'vitest';
import { robotsDirectives } from './robots-directives.ts';

const of = (metas: Record<string, string | string[]>, header?: string): string => {
  const { noindex, nofollow } = robotsDirectives(metas, header, 'Gleaner');
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
