import { expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { serveFakeApi, type FakeAnswer, type ReceivedRequest } from '../serve-fake-api.ts';

const page = { markdown: '# A', metadata: { sourceURL: 'https://a.example/' } };

const jobApi = (request: ReceivedRequest, earlier: number): FakeAnswer => {
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
  expect(api.requests.map(({ path }) => path)).toEqual(['/v2/crawl/..%2Factive%3Fx']);
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('There is no job ../active?x');
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
  expect(run.stderr).toContain('There is no job job-1');
});

test('failures are counted through every page of them', async () => {
  await using api = await serveFakeApi(({ path }) => {
    if (!path.includes('/errors'))
      return { body: { success: true, status: 'completed', completed: 0, total: 0 } };
    const next = path.includes('skip') ? null : 'https://elsewhere.invalid/v2/crawl/job-1/errors?skip=2';
    return { body: { errors: [{ code: 'TIMEOUT' }, { code: 'HTTP_GONE' }], robotsBlocked: ['x'], next } };
  });
  const run = await runCli(['status', 'job-1', '--url', api.url]);
  expect(run.stdout).toMatch(/Failed +4\n +HTTP_GONE +2\n +TIMEOUT +2\n +Blocked by robots.txt +2\n/);
});
