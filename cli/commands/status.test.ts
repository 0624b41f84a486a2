import { expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { serveFakeApi, type FakeResponse, type ReceivedRequest } from '../api/serve-fake-api.ts';

const page = { markdown: '# A', metadata: { sourceURL: 'https://a.example/' } };

const jobApi = (request: ReceivedRequest, earlier: number): FakeResponse => {
  if (request.method === 'DELETE') return { body: { status: 'cancelled' } };
  if (request.path.endsWith('/errors'))
    return { body: { errors: [{ code: 'HTTP_GONE' }], robotsBlocked: [] } };
  if (earlier === 0) return { body: { success: true, status: 'scraping', completed: 2, total: 8, data: [] } };
  return { body: { success: true, status: 'completed', completed: 8, total: 8, data: [page] } };
};

test('status prints a table, or with --json one line without the pages', async () => {
  await using api = await serveFakeApi(jobApi);
  const table = await runCli(['status', 'job-1', '--url', api.url]);
  expect(table).toMatchObject({ exitCode: 0, stderr: '' });
  expect(table.stdout).toBe(
    'Crawl job-1: scraping\n  Pages        2 of 8\n  Failed       1\n    HTTP_GONE  1\n',
  );
  const json = await runCli(['status', 'job-1', '--url', api.url, '--json']);
  expect(JSON.parse(json.stdout)).toEqual({
    id: 'job-1',
    kind: 'crawl',
    success: true,
    status: 'completed',
    completed: 8,
    total: 8,
  });
});

test('status --watch waits for the end, and --results reads the pages', async () => {
  await using api = await serveFakeApi(jobApi);
  const watched = await runCli(['status', 'job-1', '--url', api.url, '--watch']);
  expect(watched).toMatchObject({ exitCode: 0, stdout: '' });
  expect(watched.stderr).toContain('Crawl job-1: completed');
  const read = await runCli(['status', 'job-1', '--url', api.url, '--results']);
  expect(JSON.parse(read.stdout)).toEqual(page);
});

test('an id is sent as one path segment, whatever it holds', async () => {
  await using api = await serveFakeApi(() => ({
    status: 404,
    body: { success: false, error: 'Job not found' },
  }));
  const run = await runCli(['status', '../active?x', '--url', api.url]);
  expect(api.requests.map(({ path }) => path)).toEqual([
    '/v2/crawl/..%2Factive%3Fx',
    '/v2/batch/scrape/..%2Factive%3Fx',
    '/v2/extract/..%2Factive%3Fx',
  ]);
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('There is no crawl, batch or extraction ../active?x');
});

test('cancel sends a DELETE and says where the pages are', async () => {
  await using api = await serveFakeApi(jobApi);
  const run = await runCli(['cancel', 'job-1', '--url', api.url]);
  expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /v2/crawl/job-1']);
  expect(run).toMatchObject({ exitCode: 0, stdout: '' });
  expect(run.stderr).toContain('gleaner status job-1 --output DIR');
});

test('cancelling an unknown job says so', async () => {
  await using api = await serveFakeApi(() => ({ status: 404, body: { error: 'Job not found' } }));
  const run = await runCli(['cancel', 'job-1', '--url', api.url]);
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('There is no crawl, batch or extraction job-1');
});

test('a job that expired is not looked for among other kinds', async () => {
  await using api = await serveFakeApi(() => ({
    status: 404,
    body: { code: 'JOB_EXPIRED', error: 'Job expired: job-1 ended more than 7 days ago' },
  }));
  const run = await runCli(['status', 'job-1', '--url', api.url]);
  expect(run.stderr).toContain('Job expired');
  expect(api.requests).toHaveLength(1);
});

/** An extraction of which one page failed. */
const extractionApi = ({ path, method }: ReceivedRequest): FakeResponse => {
  if (!path.startsWith('/v2/extract/job-1')) return { status: 404, body: { error: 'Job not found' } };
  if (method === 'DELETE') return { body: { success: true, status: 'cancelled' } };
  if (path.endsWith('/errors'))
    return { body: { errors: [{ code: 'HTTP_GONE', url: 'https://a.example/x', error: 'gone' }] } };
  if (path.includes('/results')) {
    const results = [{ url: 'https://a.example/', success: true, json: { phone: '12' } }];
    return { body: { results: path.includes('cursor') ? [] : results, cursor: '1-a', done: true } };
  }
  const counts = { admitted: 2, done: 1, failed: 1, blocked: 0, skipped: 0 };
  const cost = { inputTokens: 7, outputTokens: 1, dollars: null, fieldsAnswered: 1, fieldsFree: 0 };
  return { body: { success: true, status: 'completed', data: { phone: '12' }, counts, cost } };
};

test('status, cancel and errors know an extraction by its id', async () => {
  await using api = await serveFakeApi(extractionApi);
  const status = await runCli(['status', 'job-1', '--url', api.url]);
  expect(status.stdout).toMatch(/^Extraction job-1: completed\n +Pages +1 of 2\n +Failed +1\n/);
  expect(status.stdout).toMatch(/Tokens +8\n/);
  const results = await runCli(['status', 'job-1', '--url', api.url, '--results']);
  expect(
    results.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([{ url: 'https://a.example/', success: true, json: { phone: '12' } }]);
  const cancelled = await runCli(['cancel', 'job-1', '--url', api.url]);
  expect(cancelled.stderr).toContain('Extraction job-1 is cancelled');
  const errors = await runCli(['errors', 'job-1', '--url', api.url]);
  expect(errors.stdout).toBe(
    'CODE       PAGE                 REASON\nHTTP_GONE  https://a.example/x  gone\n',
  );
  const files = await runCli(['status', 'job-1', '--url', api.url, '--output', 'x']);
  expect(files.exitCode).toBe(2);
});

test('failures are counted through every page of them', async () => {
  await using api = await serveFakeApi(({ path }) => {
    if (!path.includes('/errors'))
      return { body: { success: true, status: 'completed', completed: 0, total: 0 } };
    const next = path.includes('skip') ? null : 'https://elsewhere.invalid/v2/crawl/job-1/errors?skip=2';
    return { body: { errors: [{ code: 'TIMEOUT' }, { code: 'HTTP_GONE' }], robotsBlocked: ['x'], next } };
  });
  const run = await runCli(['status', 'job-1', '--url', api.url]);
  expect(run.stdout).toMatch(/Failed +4\n +HTTP_GONE +2\n +TIMEOUT +2\n +Blocked by robots rules +2\n/);
});
