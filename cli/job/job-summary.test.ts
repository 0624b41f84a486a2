import { expect, test } from 'vitest';
import { failurePageSchema, cliStatusSchema } from './job-status.ts';
import { jobSummary } from './job-summary.ts';

const status = cliStatusSchema.parse({
  status: 'completed',
  completed: 1170,
  total: 1173,
  createdAt: '2026-11-21T08:00:00.000Z',
  completedAt: '2026-11-21T08:01:05.000Z',
});
const tally = {
  byCode: new Map([
    ['TIMEOUT', 1],
    ['HTTP_NOT_FOUND', 2],
  ]),
  robotsBlocked: 1,
};

test('the summary counts failures by code and says where the files are', () => {
  const read = { count: 1170, directory: './out', elapsedMs: 70_000 };
  expect(jobSummary({ kind: 'crawl', id: '7' }, status, tally, read)).toBe(
    `Crawl 7: completed
  Pages                    1,170
  Failed                       3
    HTTP_NOT_FOUND             2
    TIMEOUT                    1
  Blocked by robots rules      1
  Time                     1:05
  Files                    ./out`,
  );
});

test('pages that were blocked or skipped are counted apart from those that failed, as the job counts them', () => {
  const byCode = new Map([
    ['ANSWER_COMPLETE', 12],
    ['BUDGET_EXHAUSTED', 9],
    ['LIMIT_REACHED', 1],
    ['JOB_CANCELLED', 2],
    ['LOGIN_REQUIRED', 3],
    ['OF_ANOTHER_VERSION', 1],
  ]);
  expect(jobSummary({ kind: 'extract', id: '7' }, status, { byCode, robotsBlocked: 0 })).toBe(
    `Extraction 7: completed
  Pages                 1,170 of 1,173
  Failed                 1
    OF_ANOTHER_VERSION   1
  Blocked                3
    LOGIN_REQUIRED       3
  Skipped               24
    ANSWER_COMPLETE     12
    BUDGET_EXHAUSTED     9
    JOB_CANCELLED        2
    LIMIT_REACHED        1
  Time                  1:05`,
  );
});

test('pages that ended as dead letters are named, with what is known of them and what to do', () => {
  const deadLetters = [{ url: 'https://a.example/x', error: 'its message came 22 times' }];
  const text = jobSummary({ kind: 'crawl', id: '7' }, status, {
    ...tally,
    byCode: new Map([['DEAD_LETTER', 1]]),
    deadLetters,
  });
  expect(text).toContain(
    'npx gleaner redrive 7 --code DEAD_LETTER):\n  https://a.example/x\n    its message came 22 times',
  );
});

test('a list of failures is understood inside `data` too, and nonsense counts as none', () => {
  expect(failurePageSchema.parse({ data: { errors: [{ code: 'TIMEOUT' }] } }).errors).toHaveLength(1);
  expect(failurePageSchema.parse('nonsense')).toEqual({ errors: [], robotsBlocked: [] });
});

test('a job that waits for a model says why, since when and until when', () => {
  const waiting = {
    code: 'LLM_UNAVAILABLE',
    reason: 'the provider is out',
    since: '2026-11-21T08:00:10.000Z',
    until: '2026-11-21T08:00:40.000Z',
  };
  const text = jobSummary({ kind: 'extract', id: '7' }, { ...status, status: 'processing', waiting }, tally);
  expect(text).toMatch(/Waiting for a model +since 2026-11-21T08:00:10.000Z, until 2026-11-21T08:00:40.000Z/);
  expect(text).toMatch(/LLM_UNAVAILABLE +the provider is out/);
});
