import { expect, test } from 'vitest';
import type { CrawlStatus } from './call-api.ts';
import { showStartProgress } from './show-progress.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const began = Date.parse(createdAt);

/** Shows two looks at a crawl, and returns the lines. */
const linesOf = (looks: readonly (readonly [at: number, finished: number])[]): string[] => {
  const lines: string[] = [];
  let now = 0;
  const stream = { isTTY: false, write: (line: string) => lines.push(line) } as unknown as NodeJS.WriteStream;
  const display = showStartProgress(stream, () => now);
  for (const [at, finished] of looks) {
    now = at;
    const counts = { finished, admitted: 100, failed: 0 };
    display.show({ status: 'scraping', counts, createdAt } as unknown as CrawlStatus);
  }
  return lines;
};

test('a crawl that goes on after a night tells the rate and the rest of this start, and the time of all of it', () => {
  const morning = began + 36_000_000;
  const [, line = ''] = linesOf([
    [morning, 50],
    [morning + 5_000, 60],
  ]);
  expect(line).toContain('2.0 pages/s');
  expect(line).toContain('10:00:05');
  expect(line).toMatch(/0:20 left/);
});

test('a crawl that begins tells both from its beginning', () => {
  const [, line = ''] = linesOf([
    [began, 0],
    [began + 10_000, 20],
  ]);
  expect(line).toContain('2.0 pages/s');
  expect(line).toMatch(/0:40 left/);
});
