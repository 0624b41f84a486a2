import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { serveFakeApi } from '../api/serve-fake-api.ts';

const document = {
  markdown: '# Owls\n\nText.',
  metadata: { sourceURL: 'https://a.example/', statusCode: 200 },
};
const answer = { success: true, data: document };
const continues = {
  status: 408,
  body: {
    success: false,
    code: 'SCRAPE_TIMEOUT',
    error: 'still at it',
    details: { state: 'processing_continues', retryAfterSeconds: 0.2 },
  },
};

test('scrape prints the markdown alone, and with --json the document', async () => {
  await using api = await serveFakeApi(() => ({ body: answer }));
  const plain = await runCli(['scrape', 'a.example', '--url', api.url]);
  expect(plain).toEqual({ exitCode: 0, stdout: '# Owls\n\nText.\n', stderr: '' });
  const json = await runCli([
    'scrape',
    'a.example',
    '--url',
    api.url,
    '--json',
    '--formats',
    'markdown, links',
  ]);
  expect(JSON.parse(json.stdout)).toEqual(document);
  expect(api.requests.map(({ body }) => body)).toEqual([
    { url: 'https://a.example/' },
    { url: 'https://a.example/', formats: ['markdown', 'links'] },
  ]);
});

test('a page that takes long is asked for again with the identical body', async () => {
  await using api = await serveFakeApi((_request, earlier) => (earlier < 2 ? continues : { body: answer }));
  const run = await runCli(['scrape', 'a.example', '--url', api.url, '--no-main-content']);
  expect(run).toEqual({ exitCode: 0, stdout: '# Owls\n\nText.\n', stderr: '' });
  expect(api.requests).toHaveLength(3);
  expect(new Set(api.requests.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('--timeout ends the waiting for a page', async () => {
  await using api = await serveFakeApi(() => continues);
  const run = await runCli(['scrape', 'a.example', '--url', api.url, '--timeout', '0.5']);
  expect(run).toMatchObject({ exitCode: 6, stdout: '' });
});

test.each([
  [502, 'DNS_NOT_FOUND', 5],
  [408, 'SCRAPE_TIMEOUT', 5],
  [403, 'ROBOTS_DISALLOWED', 5],
  [400, 'BAD_REQUEST_INVALID_URL', 3],
])('a failure %i %s is the answer and is not asked for again', async (status, code, exitCode) => {
  await using api = await serveFakeApi(() => ({ status, body: { success: false, code, error: 'a reason' } }));
  const run = await runCli(['scrape', 'a.example', '--url', api.url]);
  expect(run.exitCode).toBe(exitCode);
  expect(run.stderr).toContain('a reason');
  expect(api.requests).toHaveLength(1);
});

test('--output writes the file and its folders; where that is impossible, the exit status says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-scrape-'));
  try {
    await using api = await serveFakeApi(() => ({ body: answer }));
    const scrape = ['scrape', 'a.example', '--url', api.url, '--output'];
    const run = await runCli([...scrape, 'deep/owls.md'], { directory: folder });
    expect(run).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'deep/owls.md'), 'utf8')).toBe('# Owls\n\nText.\n');
    const blocked = await runCli([...scrape, 'deep/owls.md/more.md'], { directory: folder });
    expect(blocked.exitCode).toBe(7);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file that cannot be written is an error that says why, whatever its file system does', async () => {
  await using api = await serveFakeApi(() => ({ body: answer }));
  const run = await runCli(['scrape', 'a.example', '--url', api.url, '--output', '/proc/x/y.md']);
  expect(run).toMatchObject({ exitCode: 7, stdout: '' });
  expect(run.stderr).toContain('Cannot write to /proc/x: no folder can be created there');
});
