import { expect, test } from 'vitest';
import type { RunningJob } from '../../job/job.ts';
import { newJob } from '../../job/new-job.ts';
import { completeScrapeOptions } from '../../request/scrape-options.ts';
import { readErrors } from './read-errors.ts';
import { readFinished } from '../finish-job/read-finished.ts';
import type { Objects } from '../../store/objects.ts';
import type { Table } from '../../store/table.ts';

/** A table that never ends: each slice of it holds what `itemsAt` says, and there is always another one. */
const endlessTable = (itemsAt: (read: number) => readonly object[] = () => []) => {
  let reads = 0;
  const send = (): Promise<object> => {
    reads += 1;
    return Promise.resolve({ Items: itemsAt(reads), LastEvaluatedKey: { PK: 'p', SK: String(reads) } });
  };
  const objects = { client: {}, bucket: 'none' } as unknown as Objects;
  return {
    stores: {
      table: { name: 't', documents: { send } } as unknown as Table,
      envelopes: objects,
      results: objects,
      now: () => 1_000_000,
    },
    reads: () => reads,
  };
};

const running = (counts: Partial<RunningJob>): RunningJob => ({
  ...newJob({
    id: 'large',
    kind: 'crawl',
    team: 'team',
    request: { url: 'https://example.com/', scrape: completeScrapeOptions({}) },
    limit: 1_000_000,
    now: 0,
  }),
  ttl: 1_000_000,
  ...counts,
});

const failedPage = (at: number): object => ({
  PK: 'p',
  SK: `U#${at}`,
  job: 'large',
  hash: String(at).padStart(32, '0'),
  url: `https://example.com/${at}`,
  state: 'failed',
  code: 'TIMEOUT',
  message: 'It took too long',
  depth: 1,
  position: 0,
  attempts: 3,
  admittedAt: 1,
  touchedAt: 2,
  finishedAt: 2,
});

test('a running job that has no errors is not searched for them', async () => {
  const { stores, reads } = endlessTable();
  const found = await readErrors(stores, running({}), 0);
  expect([found, reads()]).toStrictEqual([{ errors: [], robotsBlocked: [], nextSkip: null }, 0]);
});

test('the search for errors of a running job ends with the last that is counted', async () => {
  const { stores, reads } = endlessTable((read) => (read === 3 ? [failedPage(1), failedPage(2)] : []));
  const found = await readErrors(stores, running({ failed: 1, skipped: 1 }), 0);
  expect(found.errors.map(({ url }) => url)).toStrictEqual([
    'https://example.com/1',
    'https://example.com/2',
  ]);
  expect([reads(), found.warning]).toStrictEqual([3, undefined]);
});

test('a running job that is too large to be searched says how many of its errors are here', async () => {
  const { stores, reads } = endlessTable((read) => (read === 1 ? [failedPage(1)] : []));
  const found = await readErrors(stores, running({ failed: 2, blocked: 5 }), 0);
  expect(found.errors).toHaveLength(1);
  expect(found.warning).toMatch(/still running, and only 1 of its 7 errors .*GET \/v2\/jobs\/large\/pages/);
  expect(reads()).toBe(32);
});

test('documents of a job that is too large to be searched come with a warning', async () => {
  const { stores, reads } = endlessTable();
  const found = await readFinished(stores, running({}), { count: 10 });
  expect(found).toMatchObject({ results: [], done: false, warning: expect.stringMatching(/^Only a part/) });
  expect(reads()).toBeLessThanOrEqual(33);
});
