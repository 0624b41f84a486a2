import { expect, test } from 'vitest';
import { breakDown } from './breakdown.ts';
import type { Page } from './page.ts';

const page = (more: Partial<Page>): Page => ({
  job: 'j',
  hash: '0'.repeat(32),
  url: 'https://a.example/',
  state: 'done',
  depth: 0,
  position: 0,
  attempts: 0,
  admittedAt: 0,
  touchedAt: 0,
  ...more,
});
const line = (ms: number, status?: number) =>
  ({ at: 0, tier: 'http', bytes: 10, ms, retry: 0, ...(status === undefined ? {} : { status }) }) as const;

test('each page counts once: by its tier, by its failure, or as open', () => {
  const counted = breakDown([
    page({ tier: 'http', requests: [line(40, 200)] }),
    page({
      tier: 'browser',
      requests: [line(40, 200), line(3_000, 200)],
      fallThrough: [{ tier: 'http', reason: 'script-shell', detail: 'an empty shell', at: 0 }],
    }),
    page({ state: 'failed', code: 'TIMEOUT', requests: [line(20_000)] }),
    page({ state: 'blocked', code: 'ROBOTS_DISALLOWED', url: 'https://b.example/' }),
    page({ state: 'admitted', url: 'https://b.example/x' }),
    page({ hash: `${'0'.repeat(32)}s` }),
  ]);
  expect(counted).toMatchObject({
    pages: 5,
    tiers: { http: 1, browser: 1 },
    fallThroughs: { 'script-shell': 1 },
    codes: { TIMEOUT: 1, ROBOTS_DISALLOWED: 1 },
    requests: 4,
    bytes: 40,
  });
  expect(
    counted.hosts.map(({ host, pages, open, done, without }) => [host, pages, open, done, without]),
  ).toEqual([
    ['a.example', 3, 0, 2, 1],
    ['b.example', 2, 1, 0, 1],
  ]);
  // A request without an answer has no answer time.
  expect(counted.hosts[0]?.answerTimes).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0]);
});
