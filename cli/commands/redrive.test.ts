import { expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { serveFakeApi, type FakeResponse, type ReceivedRequest } from '../api/serve-fake-api.ts';

const page = { markdown: '# A', metadata: { sourceURL: 'https://a.example/' } };
const notFound = { status: 404, body: { success: false, code: 'JOB_NOT_FOUND', error: 'Job not found' } };

const redriveApi = (request: ReceivedRequest): FakeResponse => {
  if (request.path === '/v2/crawl/job-1/redrive')
    return { body: { success: true, id: 'job-2', redriveOf: 'job-1', pages: 3 } };
  if (request.path.endsWith('/errors')) return { body: { errors: [], robotsBlocked: [] } };
  if (request.path.startsWith('/v2/crawl/job-2'))
    return { body: { success: true, status: 'completed', completed: 1, total: 1, data: [page] } };
  return notFound;
};

test('redrive starts a job from the failed pages, follows it and prints its pages', async () => {
  await using api = await serveFakeApi(redriveApi);
  const run = await runCli(['redrive', 'job-1', '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 0, stdout: 'https://a.example/\n' });
  expect(run.stderr).toContain('Crawl job-2 fetches 3 pages of job-1 again');
  expect(api.requests[0]).toMatchObject({ method: 'POST', body: {} });
  expect(api.requests[0]?.headers['x-idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  [['--code', 'TIMEOUT', '--code', 'HTTP_GONE'], { codes: ['TIMEOUT', 'HTTP_GONE'] }],
  [['--include', 'abandoned'], { include: ['failed', 'abandoned'] }],
  [['--code', 'TIMEOUT', '--include', 'abandoned'], { codes: ['TIMEOUT'], include: ['abandoned'] }],
])('redrive %j sends %j, and with --no-wait prints the id alone', async (argv, body) => {
  await using api = await serveFakeApi(redriveApi);
  const run = await runCli(['redrive', 'job-1', '--url', api.url, '--no-wait', ...argv]);
  expect(run).toEqual({ exitCode: 0, stdout: 'job-2\n', stderr: '' });
  expect(api.requests.map((request) => request.body)).toEqual([body]);
});

test('redrive --dry-run asks the API what the same redrive would do, tells it, and starts nothing', async () => {
  const preview = { pages: 3, byCode: { TIMEOUT: 2, HTTP_NOT_FOUND: 1 }, abandoned: 2 };
  await using api = await serveFakeApi(({ path }) =>
    path === '/v2/crawl/job-1/redrive/preview' ? { body: { success: true, ...preview } } : notFound,
  );
  const argv = ['redrive', 'job-1', '--url', api.url, '--dry-run'];
  const run = await runCli(argv);
  expect(run).toMatchObject({ exitCode: 0, stdout: 'TIMEOUT  2\nHTTP_NOT_FOUND  1\n' });
  expect(run.stderr).toBe(
    '3 pages would be fetched again. Nothing was started.\n' +
      '2 that the job had not fetched would not be: add --include abandoned\n',
  );
  await runCli([...argv, '--code', 'TIMEOUT', '--include', 'abandoned']);
  expect(api.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/v2/crawl/job-1/redrive/preview', {}],
    ['/v2/crawl/job-1/redrive/preview', { codes: ['TIMEOUT'], include: ['abandoned'] }],
  ]);
});

test('redrive --dry-run names the redrive that was made before, and fails as the redrive would', async () => {
  await using api = await serveFakeApi(({ path }) =>
    path.includes('job-1')
      ? { body: { success: true, pages: 1, redrivenAs: 'job-2' } }
      : { status: 409, body: { success: false, code: 'NOTHING_TO_REDRIVE', error: 'it left no page' } },
  );
  const before = await runCli(['redrive', 'job-1', '--url', api.url, '--dry-run']);
  expect(before).toMatchObject({ exitCode: 0, stdout: '' });
  expect(before.stderr).toContain('No page would be fetched again: job-1 was redriven so before, as job-2');
  const json = await runCli(['redrive', 'job-1', '--url', api.url, '--dry-run', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ pages: 1, redrivenAs: 'job-2' });
  const nothing = await runCli(['redrive', 'job-3', '--url', api.url, '--dry-run']);
  expect(nothing).toMatchObject({ exitCode: 3, stdout: '' });
  expect(nothing.stderr).toContain('409 NOTHING_TO_REDRIVE): it left no page');
  expect(nothing.stderr).toContain('npx gleaner errors job-3');
});

test('an id that is no crawl is looked for among the batches, and the new batch is followed', async () => {
  await using api = await serveFakeApi(({ path }) => {
    if (path === '/v2/batch/scrape/job-1/redrive')
      return {
        body: { success: true, id: 'job-2', url: 'https://api.example/v2/batch/scrape/job-2', pages: 1 },
      };
    if (path.startsWith('/v2/batch/scrape/job-2/errors')) return { body: { errors: [], robotsBlocked: [] } };
    if (path.startsWith('/v2/batch/scrape/job-2'))
      return { body: { success: true, status: 'completed', completed: 1, total: 1, data: [page] } };
    return notFound;
  });
  const run = await runCli(['redrive', 'job-1', '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 0, stdout: 'https://a.example/\n' });
  expect(run.stderr).toContain('Batch job-2 fetches 1 page of job-1 again');
  const extraction = await serveFakeApi(({ path }) => {
    if (path === '/v2/extract/job-1/redrive') return { body: { success: true, id: 'job-2', pages: 1 } };
    return path === '/v2/extract/job-2'
      ? { body: { success: true, status: 'completed', data: { phone: '12' } } }
      : notFound;
  });
  const redriven = await runCli(['redrive', 'job-1', '--url', extraction.url]);
  await extraction[Symbol.asyncDispose]();
  expect(JSON.parse(redriven.stdout)).toEqual({ phone: '12' });
});

test.each([
  [notFound, 'There is no crawl, batch or extraction job-1'],
  [
    { status: 409, body: { success: false, code: 'JOB_RUNNING', error: 'it is running' } },
    '409 JOB_RUNNING): it is running',
  ],
])('what the API refuses is told, and exits with 3', async (answer, words) => {
  await using api = await serveFakeApi(() => answer);
  const run = await runCli(['redrive', 'job-1', '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain(words);
});

test.each([
  [['--code', 'TIME_OUT'], '--code: expected a failure code'],
  [['--include', 'everything'], '--include: expected abandoned, found "everything"'],
])('redrive %j is refused before anything is sent', async (argv, words) => {
  await using api = await serveFakeApi(redriveApi);
  const run = await runCli(['redrive', 'job-1', '--url', api.url, ...argv]);
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(words);
  expect(api.requests).toEqual([]);
});
