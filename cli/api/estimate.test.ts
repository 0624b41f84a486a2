import { expect, test } from 'vitest';
import { formatDollars } from '../output/dollars.ts';
import { estimateTable } from './estimate.ts';

test('dollars are shown with two digits that say something', () => {
  const shown = [0, 0.0000035, 0.00123, 0.051, 0.5, 1, 12.345, 1234.5, null].map(formatDollars);
  expect(shown).toEqual([
    '$0',
    '$0.0000035',
    '$0.0012',
    '$0.051',
    '$0.50',
    '$1.00',
    '$12.35',
    '$1,234.50',
    'not known',
  ]);
});

const estimate = {
  basis: 'links',
  pages: { known: 12, blocked: 2, atMost: 100 },
  requests: { robots: 0, sitemaps: 1, http: 10, browser: 0, total: 11 },
  seconds: 8,
  tokens: { input: 0, output: 0 },
  cost: {
    lambda: 0.001,
    dynamodb: 0.002,
    sqs: 0.00001,
    s3: 0.001,
    apiGateway: 0.0000035,
    llm: 0,
    total: 0.0041,
  },
  atMost: { seconds: 62, total: 0.035 },
  unknown: ['Whether pages need a browser shows when they are fetched'],
};

test('an estimate of a site that may have more pages shows what that would take beside what is known', () => {
  const lines = estimateTable('https://example.com/', estimate).split('\n');
  expect(lines[0]).toBe(
    'Crawl of https://example.com/, by the links of the first page; the site has no sitemap',
  );
  expect(lines.slice(1, 6).map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ['known', 'at most'],
    ['Pages', '12', '100'],
    ['forbidden by robots.txt', '2'],
    ['Requests', '11'],
    ['for sitemaps', '1'],
  ]);
  expect(
    lines
      .find((line) => line.includes('Cost'))
      ?.trim()
      .split(/\s{2,}/),
  ).toEqual(['Cost', '$0.0041', '$0.035']);
  expect(lines.at(-1)).toBe('  - Whether pages need a browser shows when they are fetched');
});

test('an estimate that nothing can add to has one column, and tokens only where a model is asked', () => {
  const sure = { ...estimate, basis: 'urls', pages: { known: 12, blocked: 0, atMost: 12 }, unknown: [] };
  expect(estimateTable('https://example.com/', sure)).not.toMatch(/at most|Tokens|does not know/);
  const asking = { ...sure, tokens: { input: 5_000, output: 300 }, model: 'some-model' };
  expect(estimateTable('https://example.com/', asking)).toMatch(/Tokens +5,000 in, 300 out[^]*some-model/);
});
