import { expect, test } from 'vitest';
import { estimateWork } from './estimate.ts';

/**
 * What was counted at the doors of a real run (`npm run bench:cost`, 2026-11-24, docs/cost.md): dollars a million
 * pages, without logs, which a job is not told, and write units a page. The generated web has no sitemap, and its
 * envelopes are of 2 KB.
 */
const counted = [
  { mode: 'wide', pages: 200, hosts: 20, spacingMs: 0, dollars: 11.13, writeUnits: 7.54 },
  { mode: 'one site, no delay', pages: 200, hosts: 1, spacingMs: 0, dollars: 9.51, writeUnits: 5.64 },
  { mode: 'one site, 0.5 s', pages: 200, hosts: 1, spacingMs: 500, dollars: 15.53, writeUnits: 6.31 },
  { mode: 'scheduled, 2 s', pages: 100, hosts: 1, spacingMs: 2_000, dollars: 18.71, writeUnits: 10.68 },
] as const;

const estimateOf = ({ pages, hosts, spacingMs }: (typeof counted)[number]) =>
  estimateWork({
    hosts: Array.from({ length: hosts }, (_, index) => ({
      host: `host${index}.example`,
      pages: pages / hosts,
      policy: { spacingMs, concurrency: 3 },
      responseMs: 5,
    })),
    robots: 0,
    sitemaps: 0,
    browserShare: 0,
    areLinked: true,
    // Storage is not in the goals: as little as there may be.
    envelopeBytes: 1,
    model: null,
  });

test.each(counted)('the estimate of a $mode crawl is within a tenth of what was counted', (run) => {
  const { cost, pages } = estimateOf(run);
  const dollars = ((cost.total ?? Number.NaN) * 1_000_000) / pages;
  console.log(
    run.mode,
    dollars / run.dollars,
    cost.units.writeUnits / pages / run.writeUnits,
    (cost.lambda * 1e6) / pages,
    (cost.dynamodb * 1e6) / pages,
    (cost.s3 * 1e6) / pages,
    (cost.sqs * 1e6) / pages,
  );
  expect(dollars / run.dollars).toBeGreaterThan(0.9);
  expect(dollars / run.dollars).toBeLessThan(1.1);
});

test.each(counted)('so are the write units of a $mode crawl, but for what a run of a source notes', (run) => {
  const { cost, pages } = estimateOf(run);
  const part = cost.units.writeUnits / pages / run.writeUnits;
  expect(part).toBeGreaterThan(run.mode.startsWith('scheduled') ? 0.85 : 0.9);
  expect(part).toBeLessThan(1.1);
});
