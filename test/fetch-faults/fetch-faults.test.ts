import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { addressCases } from './address-cases.ts';
import { auditCases } from './audit-cases.ts';
import { challengeCases } from './challenge-cases.ts';
import { browserAttackCases } from './browser-attack-cases.ts';
import { browserCaptureCases } from './browser-capture-cases.ts';
import { browserCases } from './browser-cases.ts';
import { contentCases } from './content-cases.ts';
import { formatCases } from './format-cases.ts';
import { httpCases } from './http-cases.ts';
import { linkCases } from './link-cases.ts';
import { mediawikiCases } from './mediawiki-cases.ts';
import { robotsCases } from './robots-cases.ts';
import { runCase } from './run-case.ts';
import { sitemapAttackCases } from './sitemap-attack-cases.ts';
import { sitemapCases } from './sitemap-cases.ts';
import { unchangedCases } from './unchanged-cases.ts';
import { wikiCrawlCases } from './wiki-crawl-cases.ts';
import { wikiFailureCases } from './wiki-failure-cases.ts';

const cases = [
  ...sitemapCases,
  ...sitemapAttackCases,
  ...robotsCases,
  ...httpCases,
  ...linkCases,
  ...contentCases,
  ...unchangedCases,
  ...formatCases,
  ...auditCases,
  ...mediawikiCases,
  ...wikiFailureCases,
  ...wikiCrawlCases,
  ...addressCases,
  ...challengeCases,
  ...browserCases,
  ...browserCaptureCases,
  ...browserAttackCases,
];

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});

const results = new Map<string, string>();

test.each(cases)('$area: $title', async (one) => {
  results.set(one.title, 'wrong');
  const { pages, facts } = await runCase(stores, one);
  expect(pages).toEqual(one.pages);
  expect(facts).toEqual(one.expected ?? {});
  const ends = Object.values(pages);
  const shown = ends.length > 3 ? [`${ends.length} pages`] : ends;
  results.set(
    one.title,
    [...shown, ...Object.entries(facts).map(([name, value]) => `${name} ${JSON.stringify(value)}`)].join(
      ', ',
    ),
  );
});

test('no two cases say the same', () => {
  expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
});

afterAll(async () => {
  await stores.stop();
  const rows = cases.map(
    ({ area, title }) =>
      `${area.padEnd(10)} ${title}\n${' '.repeat(13)}${(results.get(title) ?? 'not run').slice(0, 160)}`,
  );
  process.stdout.write(`\n${rows.join('\n')}\n\n${cases.length} cases\n`);
});
