import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { serveFakeApi, type FakeResponse, type ReceivedRequest } from '../api/serve-fake-api.ts';

const page = (path: string) => ({
  markdown: `# ${path}`,
  metadata: { sourceURL: `https://a.example${path}` },
});
const notFound = { status: 404, body: { success: false, code: 'JOB_NOT_FOUND', error: 'Job not found' } };

/** A batch whose second and first page come, and which then ends with three. */
const batchApi = (request: ReceivedRequest, earlier: number): FakeResponse => {
  const { path } = request;
  if (request.method === 'POST') return { body: { success: true, id: 'job-1', invalidURLs: [] } };
  if (!path.startsWith('/v2/batch/scrape/job-1')) return notFound;
  if (path.endsWith('/errors')) return { body: { errors: [], robotsBlocked: [] } };
  if (path.includes('/results')) {
    return path.includes('cursor=')
      ? { body: { results: [], cursor: '2-x', done: false } }
      : { body: { results: [page('/b'), page('/a')], cursor: '2-x', done: false } };
  }
  const data = [page('/a'), page('/b'), page('/c')];
  return earlier < 3
    ? { body: { success: true, status: 'scraping', completed: 2, total: 3, data: [] } }
    : { body: { success: true, status: 'completed', completed: 3, total: 3, data } };
};

test('watch prints pages as they come, and each once', async () => {
  await using api = await serveFakeApi(batchApi);
  const run = await runCli(['watch', 'job-1', '--url', api.url]);
  expect(run).toMatchObject({
    exitCode: 0,
    stdout: 'https://a.example/b\nhttps://a.example/a\nhttps://a.example/c\n',
  });
  expect(run.stderr).toContain('Batch job-1: completed');
  const json = await runCli(['watch', 'job-1', '--url', api.url, '--json']);
  expect(json.stdout.trimEnd().split('\n')).toHaveLength(3);
});

test('watch of a server that streams nothing prints the pages at the end', async () => {
  await using api = await serveFakeApi((request, earlier) =>
    request.path.includes('/results') ? notFound : batchApi(request, earlier),
  );
  const run = await runCli(['watch', 'job-1', '--url', api.url]);
  expect(run.stdout).toBe('https://a.example/a\nhttps://a.example/b\nhttps://a.example/c\n');
  expect(api.requests.filter(({ path }) => path.includes('/results'))).toHaveLength(1);
});

test('Ctrl-C leaves a job that is watched running, and says how to go on', async () => {
  await using api = await serveFakeApi((request) => batchApi(request, 0));
  let sent = false;
  const run = await runCli(['watch', 'job-1', '--url', api.url], {
    onStderr: (text, kill) => {
      if (sent || !text.includes('2/3')) return;
      sent = true;
      kill('SIGINT');
    },
  });
  expect(run.exitCode).toBe(130);
  expect(run.stderr).toContain('Batch job-1 continues');
  expect(api.requests.map(({ method }) => method)).not.toContain('DELETE');
});

test('batch reads URLs from operands, files and stdin, each once, and writes a file for each page', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-batch-'));
  try {
    writeFileSync(join(folder, 'urls.txt'), '# mine\nhttps://a.example/b\r\n\n  a.example/c  \n');
    await using api = await serveFakeApi((request) => batchApi(request, 3));
    const options = [
      '--file',
      'urls.txt',
      '--url',
      api.url,
      '--max-concurrency',
      '2',
      '--formats',
      'markdown',
    ];
    const run = await runCli(['batch', 'a.example/b', 'a.example/d', '-', ...options, '--output', 'out'], {
      directory: folder,
      stdin: 'https://a.example/e\n',
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    expect(api.requests[0]).toMatchObject({
      path: '/v2/batch/scrape',
      body: {
        urls: ['b', 'd', 'c', 'e'].map((name) => `https://a.example/${name}`),
        maxConcurrency: 2,
        formats: ['markdown'],
      },
    });
    expect(readdirSync(join(folder, 'out/a.example')).toSorted()).toEqual(['a.md', 'b.md', 'c.md']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [['batch'], 'expected URLs'],
  [['batch', 'ftp://a.example'], 'expected http or https'],
  [['batch', '--file', 'no-such-file'], 'Cannot read no-such-file'],
  [['errors', 'job-1', '--code', 'TIME_OUT'], '--code: expected a failure code'],
])('the command line %j is refused before anything is sent', async (argv, words) => {
  await using api = await serveFakeApi(batchApi);
  const run = await runCli([...argv, '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(words);
  expect(api.requests).toEqual([]);
});

test('errors lists what failed and what robots.txt forbids through every page of the list', async () => {
  const failures = [{ code: 'TIMEOUT', url: 'https://a.example/slow', error: 'no answer\nin 30 s', id: '1' }];
  await using api = await serveFakeApi(({ path }) => {
    if (!path.includes('/errors')) return { body: { success: true, status: 'completed' } };
    const next = path.includes('skip') ? null : 'https://elsewhere.invalid/v2/crawl/job-1/errors?skip=1';
    return { body: { errors: next === null ? [] : failures, robotsBlocked: ['https://a.example/no'], next } };
  });
  const table = await runCli(['errors', 'job-1', '--url', api.url]);
  expect(table.stdout.split('\n')).toEqual([
    expect.stringMatching(/^CODE +PAGE +REASON$/),
    expect.stringMatching(/^TIMEOUT +https:\/\/a.example\/slow +no answer in 30 s$/),
    expect.stringMatching(/^ROBOTS_DISALLOWED +https:\/\/a.example\/no +robots.txt/),
    expect.stringMatching(/^ROBOTS_DISALLOWED +https:\/\/a.example\/no +robots.txt/),
    '',
  ]);
  expect(table.stderr).toContain('gleaner redrive job-1');
  const lines = await runCli(['errors', 'job-1', '--url', api.url, '--json', '--code', 'TIMEOUT']);
  expect(lines).toMatchObject({ stdout: `${JSON.stringify(failures[0])}\n`, stderr: '' });
});

test.each([
  ['HTTP_NOT_FOUND: Cannot fetch it: 404', [{ code: 'HTTP_NOT_FOUND' }], [], 1, 'Check the address'],
  ['CONNECTION_REFUSED: nobody', [{ code: 'CONNECTION_REFUSED' }], [], 1, 'no server is listening there'],
  ['ROBOTS_DISALLOWED: no', [], ['https://a.example/'], 1, 'robots.txt of the site allows'],
  ['CONTENT_EMPTY: nothing', [{ code: 'CONTENT_EMPTY' }], [], 1, 'docs/failures.md'],
  ['JOB_DEADLINE: over', [{ code: 'HTTP_NOT_FOUND' }], [], 5, 'JOB_DEADLINE'],
] as const)(
  'a crawl that failed as %j has the status of its start URL or of the job, and a remedy',
  async (error, errors, robotsBlocked, exitCode, said) => {
    await using api = await serveFakeApi(({ path }) => {
      if (!path.startsWith('/v2/crawl/job-1')) return notFound;
      if (path.endsWith('/errors')) return { body: { errors, robotsBlocked } };
      return { body: { success: true, status: 'failed', error, completed: 0, total: 0, data: [] } };
    });
    const run = await runCli(['watch', 'job-1', '--url', api.url]);
    expect(run.exitCode).toBe(exitCode);
    expect(run.stderr).toContain(said);
  },
);

test('a page of a batch that its site refused is no result', async () => {
  const refused = {
    markdown: '',
    metadata: { sourceURL: 'https://a.example/gone', statusCode: 404, error: '404' },
  };
  await using api = await serveFakeApi(({ path }) => {
    if (!path.startsWith('/v2/batch/scrape/job-1')) return notFound;
    if (path.endsWith('/errors'))
      return { body: { errors: [{ code: 'HTTP_NOT_FOUND' }], robotsBlocked: [] } };
    return {
      body: { success: true, status: 'completed', completed: 2, total: 2, data: [page('/a'), refused] },
    };
  });
  const run = await runCli(['watch', 'job-1', '--url', api.url]);
  expect(run.stdout).toBe('https://a.example/a\n');
  expect(run.stderr).toMatch(/Pages +1\n/);
});
