import { expect, test } from 'vitest';
import { crawlLine, moreLines, nextSteps, outcomeLine } from './summary.ts';

const url = 'https://example.com/';
const undecided = { url, delaySeconds: undefined, hosts: undefined };

test('a crawl says how long it waits between two requests, unless its user has decided that', () => {
  expect(crawlLine(url, undecided)).toMatch(/0\.5 s between two requests to a host \(--delay changes this\)/);
  for (const decided of [{ delaySeconds: 0 }, { hosts: 'hosts.json' }])
    expect(crawlLine(url, { ...undecided, ...decided })).toBe(`Crawling ${url}\n`);
  expect(crawlLine(url, { ...undecided, url: undefined })).toBe(`Crawling ${url} (the sample site)\n`);
});

test('pages that the table leaves out are counted, and pages that are missing are told with the command that explains them', () => {
  const counts = { admitted: 31, open: 0, finished: 31, done: 29, failed: 1, blocked: 1, skipped: 0 };
  const lines = moreLines({ id: 'j1', counts, shown: 10, isSample: true });
  expect(lines).toContain('… and 19 more');
  expect(lines).toContain('To see why 2 pages are missing: npx gleaner errors j1');
  expect(lines).toContain('The sample site has a page that is missing and one that robots.txt forbids.');
  expect(
    moreLines({ id: 'j1', counts: { ...counts, failed: 0, blocked: 0 }, shown: 29, isSample: false }),
  ).toBe('');
});

test('the time of a crawl that a restart interrupted is that of the whole crawl', () => {
  const counts = { admitted: 1169, open: 0, finished: 1169, done: 1169, failed: 0, blocked: 0, skipped: 0 };
  const times = { createdAt: '2026-11-24T10:00:00Z', completedAt: '2026-11-24T10:03:20.500Z' };
  expect(outcomeLine({ status: 'completed', counts, ...times })).toBe(
    'Crawl completed: 1169 pages found, 1169 done, 200.5 s',
  );
});

test('commands that would not find this stack by themselves are told its address and key', () => {
  const running = { url: 'http://127.0.0.1:4310', key: 'fc-dev:secret', envelopes: 'staged', monitor: 'm' };
  const line = '  export GLEANER_URL=http://127.0.0.1:4310 GLEANER_KEY=fc-dev:secret\n  npx gleaner crawl';
  expect(nextSteps({ ...running, isFound: false })).toContain(line);
  expect(nextSteps({ ...running, isFound: true })).not.toContain('export');
});
