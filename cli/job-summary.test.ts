import { expect, test } from 'vitest';
import { jobErrorsSchema, jobStatusSchema } from './job-status.ts';
import { jobSummary } from './job-summary.ts';

const status = jobStatusSchema.parse({
  status: 'completed',
  completed: 1170,
  total: 1173,
  createdAt: '2026-11-21T08:00:00.000Z',
  completedAt: '2026-11-21T08:01:05.000Z',
});
const list = {
  errors: [
    { url: 'https://a.example/1', code: 'TIMEOUT' },
    { url: 'https://a.example/2', code: 'HTTP_NOT_FOUND' },
    { url: 'https://a.example/3', code: 'HTTP_NOT_FOUND' },
  ],
  robotsBlocked: ['https://a.example/private/'],
};

test('the summary counts failures by code and says where the files are', () => {
  const read = { count: 1170, directory: './out', elapsedMs: 70_000 };
  expect(jobSummary('7', status, jobErrorsSchema.parse(list), read)).toBe(
    `Crawl 7: completed
  Pages                  1,170
  Failed                     3
    HTTP_NOT_FOUND           2
    TIMEOUT                  1
  Blocked by robots.txt      1
  Time                   1:05
  Files                  ./out`,
  );
});

test('a list of errors is understood inside `data` too, and nonsense counts as none', () => {
  expect(jobErrorsSchema.parse({ data: list }).errors).toHaveLength(3);
  expect(jobErrorsSchema.parse('nonsense')).toEqual({ errors: [], robotsBlocked: [] });
});
