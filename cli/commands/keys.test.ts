import { expect, test } from 'vitest';
import { parseArguments } from '../options/arguments.ts';
import { keyTable } from '../output/key-table.ts';
import { runCli } from '../run-cli.ts';
import { serveFakeApi, type FakeResponse, type ReceivedRequest } from '../api/serve-fake-api.ts';
import { keysCommand } from './keys.ts';

const usage = { jobs: 12, pages: 3_456, inputTokens: 1_000, outputTokens: 234 };
const key = {
  id: '3f2a9c0d1e4b5a697887',
  name: 'nightly \u001b[31mruns',
  scopes: ['read', 'write'],
  limits: { requestsPerMinute: 6_000, openJobs: 5 },
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-21T17:46:30.123Z',
  revokedAt: null,
  usage,
};
const unused = { ...key, id: 'aaaa', name: 'spare', lastUsedAt: null, usage: { ...usage, pages: 0 } };
const revoked = { ...key, id: 'bbbb', name: 'gone', revokedAt: '2026-11-20T08:00:00.000Z' };

const keysApi = ({ method, path }: ReceivedRequest): FakeResponse => {
  if (method === 'GET' && path === '/v2/keys')
    return { body: { success: true, keys: [key, unused, revoked] } };
  if (method === 'POST') return { body: { success: true, ...key, key: 'fc-3f2a:secret' } };
  if (method === 'DELETE' && path === '/v2/keys/aaaa')
    return { body: { success: true, id: 'aaaa', revoked: true } };
  return { status: 404, body: { success: false, code: 'NOT_FOUND', error: 'none has the id' } };
};

test('keys list shows a table that a person can read, and says that there are revoked ones', async () => {
  await using api = await serveFakeApi(keysApi);
  const run = await runCli(['keys', 'list', '--url', api.url]);
  expect(run.stdout).toBe(
    `ID                    NAME               SCOPES      MAX/MIN  MAX OPEN  JOBS  PAGES  TOKENS  LAST USE (UTC)
3f2a9c0d1e4b5a697887  nightly  [31mruns  read,write    6,000         5    12  3,456   1,234  2026-11-21 17:46
aaaa                  spare              read,write    6,000         5    12      0   1,234  never
`,
  );
  expect(run).toMatchObject({
    exitCode: 0,
    stderr: '1 revoked key is not listed. To list all: npx gleaner keys list --all\n',
  });
});

test('keys list --all shows revoked keys as well', () => {
  expect(keyTable([key, revoked])).toMatch(/\nbbbb +gone .* revoked 2026-11-20 08:00$/);
});

test('keys list --json prints a key a line', async () => {
  await using api = await serveFakeApi(keysApi);
  const run = await runCli(['keys', 'list', '--json', '--all', '--url', api.url]);
  const lines = run.stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([key, unused, revoked]);
});

test('keys create prints the key alone on stdout, so that a script can keep it', async () => {
  await using api = await serveFakeApi(keysApi);
  const argv = ['--scope', 'read', '--scope', 'write', '--requests-per-minute', '60', '--open-jobs', '5'];
  const run = await runCli(['keys', 'create', 'nightly runs', ...argv, '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 0, stdout: 'fc-3f2a:secret\n' });
  expect(run.stderr).toContain('it cannot be shown again');
  const body = { name: 'nightly runs', scopes: ['read', 'write'], requestsPerMinute: 60, openJobs: 5 };
  expect(api.requests).toMatchObject([{ method: 'POST', path: '/v2/keys', body }]);
});

test('keys create says which limits the key has, and which were lowered to those of the key that made it', async () => {
  const limits = { requestsPerMinute: 5, openJobs: 500 };
  const told = async (lowered: readonly string[]): Promise<string> => {
    const body = { success: true, ...key, key: 'fc-3f2a:secret', limits, lowered };
    await using api = await serveFakeApi(() => ({ body }));
    return (await runCli(['keys', 'create', 'x', '--requests-per-minute', '100', '--url', api.url])).stderr;
  };
  expect(await told(['requestsPerMinute'])).toContain(
    'It may have 5 requests per minute and 500 open jobs. Lowered to what the key that made it has: ' +
      'requests per minute.\n',
  );
  expect(await told([])).toContain('It may have 5 requests per minute and 500 open jobs.\n');
});

test('a key whose answer was lost is not made twice', async () => {
  await using api = await serveFakeApi(() => 'reset');
  const run = await runCli(['keys', 'create', 'nightly', '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  expect(api.requests).toHaveLength(1);
});

test('keys revoke takes several back, and stops at one that is not there', async () => {
  await using api = await serveFakeApi(keysApi);
  const run = await runCli(['keys', 'revoke', 'aaaa', 'cccc', 'dddd', '--url', api.url]);
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toMatch(/aaaa is revoked\. It stops working within a minute.*\n.*none has the id/);
  expect(api.requests.map(({ path }) => path)).toEqual(['/v2/keys/aaaa', '/v2/keys/cccc']);
});

test('a key without the scope admin is told what is wanted', async () => {
  const error = 'Forbidden: this needs a key with the scope admin; yours has read';
  await using api = await serveFakeApi(() => ({ status: 403, body: { code: 'FORBIDDEN', error } }));
  const run = await runCli(['keys', 'list', '--url', api.url, '--key-file', '-'], { stdin: 'fc-1:2\n' });
  expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  expect(run.stderr).toContain('needs a key with the scope admin');
  expect(api.requests[0]?.headers.authorization).toBe('Bearer fc-1:2');
});

test('a key in the command line is refused before anything is sent, and what is in no file is told', async () => {
  await using api = await serveFakeApi(() => ({ status: 200, body: {} }));
  const bare = await runCli(['keys', 'list', '--url', api.url, '--key', 'fc-1:2']);
  expect(bare).toMatchObject({ exitCode: 2, stdout: '' });
  expect(bare.stderr).toContain(
    'every user of this machine can read a key in a command line: set GLEANER_KEY, or give --key-file FILE',
  );
  expect(bare.stderr).not.toContain('fc-1:2');
  const absent = await runCli(['keys', 'list', '--url', api.url, '--key-file', '/no/such/file']);
  expect(absent).toMatchObject({ exitCode: 2 });
  const two = await runCli(['keys', 'list', '--url', api.url, '--key-file', '-'], { stdin: 'a\nb' });
  expect(two).toMatchObject({ exitCode: 2 });
  expect(api.requests).toEqual([]);
});

test.each([
  [['make'], 'expected list, create <name> or revoke <id>, found "make"'],
  [['create'], 'found "create"'],
  [['revoke'], 'found "revoke"'],
  [['list', 'x'], 'found "list x"'],
  [['create', 'x', '--scope', 'reed'], '--scope: expected read, write, admin'],
  [['create', 'x', '--open-jobs', '0'], '--open-jobs: expected a whole number'],
])('keys %j is refused before anything is sent', async (argv, words) => {
  const parsed = parseArguments(keysCommand, [...argv, '--url', 'http://127.0.0.1:1']);
  if (parsed.kind !== 'run') throw new Error(parsed.kind);
  const { exitCode, message } = await keysCommand.run(parsed.operand, parsed.values, parsed.operands);
  expect(exitCode).toBe(2);
  expect(message).toContain(words);
});

test('a scope that no key has is named, with those that keys have', async () => {
  const run = await runCli(['keys', 'create', 'big', '--scope', 'read', '--scope', 'superuser']);
  expect(run).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--scope: expected read, write, admin, found "superuser"') as string,
  });
});
