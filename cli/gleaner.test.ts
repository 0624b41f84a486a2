import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from './run-cli.ts';
import { serveFakeApi, type FakeResponse, type ReceivedRequest } from './api/serve-fake-api.ts';

const id = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';
const site = 'https://museum.example';

const page = (path: string) => ({
  markdown: `# Page ${path}`,
  metadata: { url: site + path, sourceURL: site + path, title: `Title ${path}`, statusCode: 200 },
});

const noErrors = { errors: [], robotsBlocked: [] };
const completed = { success: true, status: 'completed', completed: 3, total: 3 };
const scraping = { success: true, status: 'scraping', completed: 1, total: 3, data: [] };

/** A crawl of three pages in two pages of results, done at the third look. */
const crawlApi = (request: ReceivedRequest, earlier: number, url: string): FakeResponse => {
  const asked = `${request.method} ${request.path}`;
  if (asked === 'POST /prod/v2/crawl')
    return { body: { success: true, id, url: `${url}/prod/v2/crawl/${id}` } };
  if (asked === `GET /prod/v2/crawl/${id}`) {
    if (earlier < 2) return { body: scraping };
    // The host of `next` is not the one that was asked: a key must not follow it.
    const next = `https://elsewhere.invalid/prod/v2/crawl/${id}?skip=2`;
    return { body: { ...completed, data: [page('/'), page('/guide/owls')], next } };
  }
  if (asked === `GET /prod/v2/crawl/${id}?skip=2`)
    return { body: { ...completed, data: [page('/Trees')], next: null } };
  if (asked === `GET /prod/v2/crawl/${id}/errors`) return { body: noErrors };
  return { status: 404, body: { success: false, error: `not expected: ${asked}` } };
};

const connect = (url: string) => ({ GLEANER_URL: url, GLEANER_KEY: 'fc-test:secret' });

test('crawl --json prints every page of the results as a line, and nothing else, on stdout', async () => {
  await using api = await serveFakeApi(crawlApi);
  const run = await runCli(['crawl', 'museum.example', '--json'], {
    environment: connect(`${api.url}/prod/`),
  });
  expect(
    run.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([page('/'), page('/guide/owls'), page('/Trees')]);
  expect(run.stderr).toContain('Pages  3');
  expect(run.exitCode).toBe(0);
  expect(new Set(api.requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer fc-test:secret']),
  );
});

test('crawl sends what was said and leaves every other default to the API', async () => {
  await using api = await serveFakeApi(crawlApi);
  const environment = connect(`${api.url}/prod`);
  await runCli(['crawl', site, '--no-wait'], { environment });
  const all =
    `--limit 5 --include ^/a --include ^/b --exclude x$ --depth 2 --delay 1.5 --entire-domain --subdomains
    --external --ignore-query --no-dedupe --max-concurrency 4 --sitemap only --skip-nofollow ` +
    `--follow-hidden --no-main-content --formats markdown,links`;
  const run = await runCli(['crawl', site, '--no-wait', ...all.split(/\s+/)], { environment });
  expect(api.requests.map(({ body }) => body)).toEqual([
    { url: `${site}/` },
    {
      url: `${site}/`,
      limit: 5,
      includePaths: ['^/a', '^/b'],
      excludePaths: ['x$'],
      maxDiscoveryDepth: 2,
      delay: 1.5,
      crawlEntireDomain: true,
      allowSubdomains: true,
      allowExternalLinks: true,
      ignoreQueryParameters: true,
      deduplicateSimilarURLs: false,
      maxConcurrency: 4,
      sitemap: 'only',
      skipNofollowLinks: true,
      followHiddenLinks: true,
      scrapeOptions: { formats: ['markdown', 'links'], onlyMainContent: false },
    },
  ]);
  expect(run).toEqual({ exitCode: 0, stdout: `${id}\n`, stderr: '' });
});

test('crawl --output writes one file per page, with front matter', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-output-'));
  try {
    await using api = await serveFakeApi(crawlApi);
    const run = await runCli(['crawl', site, '--output', 'out'], {
      environment: connect(`${api.url}/prod`),
      directory: folder,
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    expect(run.stderr).toContain('Files  out');
    const files = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    expect(files.sort()).toEqual([
      expect.stringMatching(/^museum\.example\/Trees~[0-9a-f]{16}\.md$/),
      'museum.example/guide/owls.md',
      'museum.example/index.md',
    ]);
    expect(readFileSync(join(folder, 'out/museum.example/guide/owls.md'), 'utf8')).toMatch(
      /^---\nurl: "https:\/\/museum\.example\/guide\/owls"\ntitle: "Title \/guide\/owls"\nfetched: "20.*"\n---\n\n# Page \/guide\/owls\n$/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a submission that meets a broken gateway is sent again under the same idempotency key', async () => {
  await using api = await serveFakeApi((request, earlier, url) =>
    request.method === 'POST' && earlier < 1 ? 'reset' : crawlApi(request, earlier, url),
  );
  const run = await runCli(['crawl', site, '--no-wait'], { environment: connect(`${api.url}/prod`) });
  expect(run).toMatchObject({ exitCode: 0, stdout: `${id}\n` });
  expect(api.requests).toHaveLength(2);
  expect(new Set(api.requests.map(({ headers }) => headers['x-idempotency-key'])).size).toBe(1);
});

test('hiccups while waiting cost time and nothing else', async () => {
  let looks = 0;
  await using api = await serveFakeApi((request, earlier, url) => {
    if (request.path === `/prod/v2/crawl/${id}` && request.method === 'GET') {
      looks += 1;
      if (looks === 1) return 'reset';
      if (looks === 2) return { status: 503, headers: { 'retry-after': '0' }, body: '<html>' };
    }
    return crawlApi(request, earlier, url);
  });
  const run = await runCli(['crawl', site], { environment: connect(`${api.url}/prod`) });
  expect(run.stdout).toBe(`${site}/\n${site}/guide/owls\n${site}/Trees\n`);
  expect(run.exitCode).toBe(0);
});

/** A job that is over at the first look. */
const endedApi =
  (status: object, errors: object) =>
  (request: ReceivedRequest): FakeResponse => {
    if (request.method === 'POST') return { body: { success: true, id } };
    return { body: request.path.endsWith('/errors') ? errors : { success: true, data: [], ...status } };
  };
const oneFailed = { errors: [{ url: `${site}/x`, code: 'TIMEOUT', error: 'slow' }], robotsBlocked: [] };

test.each([
  ['completed with failed pages', 'completed', [], 0],
  ['completed with failed pages and --strict', 'completed', ['--strict'], 1],
  ['failed', 'failed', [], 5],
  ['cancelled', 'cancelled', [], 5],
])(
  'a crawl that %s gives its exit status and counts failures on stderr',
  async (_title, status, extra, exitCode) => {
    await using api = await serveFakeApi(
      endedApi({ status, completed: 1, total: 2, data: [page('/')] }, oneFailed),
    );
    const run = await runCli(['crawl', site, '--json', ...extra], { environment: connect(api.url) });
    expect(run.exitCode).toBe(exitCode);
    expect(run.stdout.split('\n')).toHaveLength(2);
    expect(run.stderr).toMatch(/Failed +1\n +TIMEOUT +1\n/);
  },
);

test.each([
  [
    400,
    { error: 'limit: expected at most 1000000', code: 'BAD_REQUEST' },
    3,
    'limit: expected at most 1000000',
  ],
  [401, { error: 'Unauthorized: Invalid token' }, 4, 'does not accept the key'],
  [403, { message: 'Forbidden' }, 4, 'does not accept the key'],
  [403, { error: 'private address', code: 'ADDRESS_NOT_ALLOWED' }, 3, 'private address'],
  [501, { error: 'not here', code: 'NOT_SUPPORTED' }, 3, 'not here'],
  [302, 'moved', 3, 'redirect to https://elsewhere.invalid/'],
  [200, '<html>', 4, 'not a Gleaner API'],
])(
  'an answer %i %j ends with a message and is not asked for again',
  async (status, body, exitCode, words) => {
    const headers: Record<string, string> = status === 302 ? { location: 'https://elsewhere.invalid/' } : {};
    await using api = await serveFakeApi(() => ({ status, headers, body }));
    const run = await runCli(['crawl', site], { environment: connect(api.url) });
    expect(run).toMatchObject({ exitCode, stdout: '' });
    expect(run.stderr).toContain(words);
    expect(api.requests).toHaveLength(1);
  },
);

test('a key that no header can carry is refused before anything is sent, and is not shown', async () => {
  await using api = await serveFakeApi(() => ({ body: {} }));
  const environment = { GLEANER_URL: api.url, GLEANER_KEY: 'fc-dev:SECRET\nx' };
  for (const argv of [['jobs'], ['crawl', 'https://a.example/'], ['mcp'], ['sources', 'list']]) {
    const run = await runCli(argv, { environment });
    expect(run, argv[0]).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('GLEANER_KEY: expected one key');
    expect(run.stderr).not.toContain('SECRET');
  }
  expect(api.requests).toEqual([]);
});

test.each([
  ['crawl', '/v2/crawl', [site]],
  ['batch', '/v2/batch/scrape', [`${site}/a`]],
  ['extract', '/v2/extract', [site, '--prompt', 'the phone']],
  ['redrive', '/v2/crawl/job-1/redrive', ['job-1']],
])('a %s that was started and may not be read is said to continue', async (command, path, operands) => {
  const error = 'Forbidden: this needs a key with the scope read; yours has write';
  await using api = await serveFakeApi((request) =>
    request.method === 'POST' && request.path === path
      ? { body: { success: true, id, url: `${site}/${id}` } }
      : { status: 403, body: { success: false, code: 'FORBIDDEN', error } },
  );
  const run = await runCli([command, ...operands], { environment: connect(api.url) });
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toMatch(new RegExp(`${id} was started and continues.*scope read.*--no-wait`));
  expect(run.stderr).toContain(`npx gleaner watch ${id}`);
  const looked = await runCli(['status', id], { environment: connect(api.url) });
  expect(looked).toMatchObject({ exitCode: 4, stdout: '' });
  expect(looked.stderr).toContain(`The key may not do this at ${api.url}: ${error}`);
});

test('without a key the message says how to give one', async () => {
  await using api = await serveFakeApi(() => ({
    status: 401,
    body: { error: 'Unauthorized: Token missing' },
  }));
  const run = await runCli(['status', id, '--url', api.url]);
  expect(run.stderr).toContain('Set GLEANER_KEY, or give --key-file');
  expect(run.exitCode).toBe(4);
  expect(api.requests[0]?.headers.authorization).toBeUndefined();
});

test('where nothing listens the message says how to start it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const run = await runCli(['scrape', site, '--url', `http://127.0.0.1:${port}`]);
  expect(run.exitCode).toBe(4);
  expect(run.stderr).toContain('npm start');
});

test.each([
  [[]],
  [['craw', site]],
  [['crawl']],
  [['crawl', site, '--limit', 'many']],
  [['crawl', site, '--include', '(']],
  [['crawl', site, '--formats', 'html', '--output', 'out']],
  [['crawl', 'ftp://museum.example']],
  [['scrape', site, '--limit', '1']],
])('the command line %j is refused before anything is sent', async (argv) => {
  await using api = await serveFakeApi(crawlApi);
  const run = await runCli(argv, { environment: connect(api.url) });
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toMatch(/^gleaner: /);
  expect(api.requests).toEqual([]);
});

test('help has examples for every command', async () => {
  const all = await runCli(['--help']);
  const names = [...all.stdout.matchAll(/^ {2}([a-z]+)(?: [<[l].*?)? {2,}/gm)].map((match) => match[1] ?? '');
  expect(names).toEqual(expect.arrayContaining(['crawl', 'batch', 'watch', 'errors', 'local', 'deploy']));
  const helps = await Promise.all(names.map((name) => runCli([name, '--help'])));
  for (const run of [all, ...helps, await runCli(['help', 'cancel'])]) {
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(/Examples:\n {2}# .+\n {2}.*npx gleaner /);
    expect(run.stdout).toContain('Exit status:');
  }
});

test('what is kept of compiled modules lies beside the code, not in the folder that all users share', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'gleaner-shared-'));
  try {
    const run = await runCli(['--version'], { environment: { TMPDIR: directory } });
    expect([run.exitCode, readdirSync(directory)]).toEqual([0, []]);
    const kept = join(import.meta.dirname, '../node_modules/.cache/gleaner-compiled');
    expect(readdirSync(kept).length).toBeGreaterThan(0);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test.skipIf(process.platform !== 'linux')(
  'output that cannot be written ends with one line and status 7',
  () => {
    const start = join(import.meta.dirname, 'start.mjs');
    const run = (redirection: string): SpawnSyncReturns<string> =>
      spawnSync('sh', ['-c', `"$0" "$1" --help ${redirection}`, process.execPath, start], {
        encoding: 'utf8',
      });
    const out = run('> /dev/full');
    expect(out).toMatchObject({ status: 7, stdout: '' });
    expect(out.stderr).toMatch(/^gleaner: Cannot write the output: ENOSPC[^\n]*\n$/);
    const mistaken = spawnSync('sh', ['-c', '"$0" "$1" nonsense 2> /dev/full', process.execPath, start]);
    expect(mistaken.status).toBe(7);
  },
);
