import { expect, test } from 'vitest';
import { judgePart, collectPartFacts, type PartFacts } from './judge-part.ts';

const article: PartFacts = { kept: 3_000, density: 0.95, coverage: 0.9, gaps: 0, text: 0.8, runs: 0.5 };

test.each<[string, Partial<PartFacts>, boolean, string]>([
  ['is most of the prose, and little else', {}, false, 'article'],
  ['has a third of the prose', { coverage: 0.3 }, false, 'wrong'],
  ['has a third of the prose of a page that shows that it is an article', { coverage: 0.3 }, true, 'article'],
  ['has next to nothing of it', { coverage: 0.05 }, true, 'wrong'],
  ['is short lines more than prose', { density: 0.4 }, false, 'wrong'],
  ['is short', { kept: 150 }, true, 'wrong'],
  ['left out prose from its midst', { coverage: 0.5, gaps: 0.9 }, false, 'torn'],
  ['left out prose from its midst, and most of it elsewhere', { coverage: 0.1, gaps: 0.9 }, false, 'wrong'],
  ['left out far more prose from its midst than it has', { coverage: 0.3, gaps: 2.2 }, false, 'wrong'],
  ['left out the longer runs', { text: 0.3, runs: 0.3 }, false, 'wrong'],
  ['is few long runs', { text: 0.3, runs: 0.1 }, false, 'article'],
  [
    'left out longer runs, on the page of an article without a main part',
    { text: 0.3, runs: 0.3 },
    true,
    'article',
  ],
])('an answer that %s: %#', (_title, facts, isArticle, verdict) => {
  expect(judgePart({ ...article, ...facts }, { isArticle, foundIn: 'body' })).toBe(verdict);
});

test('figures of an answer are counted over the runs of the page', () => {
  const block = null as never;
  const run = (mark: number, length: number, linkLength = 0) => ({
    length,
    linkLength,
    marks: [mark],
    block,
  });
  // A menu, four paragraphs of which the third was left out, a short line.
  const runs = [run(0, 90, 90), run(1, 100), run(2, 100), run(3, 100), run(4, 100), run(5, 20)];
  expect(collectPartFacts(runs, new Set([1, 2, 4, 5]))).toEqual({
    kept: 320,
    density: 300 / 320,
    coverage: 0.75,
    gaps: 100 / 300,
    text: 320 / 510,
    runs: 4 / 6,
  });
  expect(collectPartFacts(runs, new Set())).toEqual({
    kept: 0,
    density: 0,
    coverage: 0,
    gaps: 0,
    text: 0,
    runs: 0,
  });
});

test('an answer that left out the longer runs of the main part is wrong, also on the page of an article', () => {
  const facts = { ...article, text: 0.3, runs: 0.3 };
  expect(judgePart(facts, { isArticle: true, foundIn: 'container' })).toBe('wrong');
});
