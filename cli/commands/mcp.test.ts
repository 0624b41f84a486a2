import { expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { serveFakeApi } from '../api/serve-fake-api.ts';

const calling = (id: number, name: string, args: object): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`;

const told = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { id: number; result: { isError: boolean; content: { text: string }[] } },
    )
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, result }) => ({ id, isError: result.isError, text: result.content[0]?.text }));

test('calls that run when stdin ends are answered before the program ends', async () => {
  const page = { url: 'https://e.org/', since: '2026-11-01', seen_at: '2026-11-22', markdown: '# Owls' };
  // The first answer is a trouble that passes, so the calls outlive the end of stdin.
  await using api = await serveFakeApi((_request, earlier) =>
    earlier === 0 ? { status: 503, body: { error: 'busy' } } : { body: { success: true, data: page } },
  );
  const stdin = [1, 2].map((id) => calling(id, 'read_page', { url: `https://e.org/${id}` })).join('');
  const run = await runCli(['mcp', '--url', api.url], { stdin });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(told(run.stdout)).toEqual(
    [1, 2].map((id) => ({ id, isError: false, text: expect.stringContaining('# Owls') as string })),
  );
});

test('each message that cannot be served is answered with the error of JSON-RPC, and the next is served', async () => {
  await using api = await serveFakeApi(() => ({ body: { success: true, data: { pages: 7 } } }));
  const call = { jsonrpc: '2.0', id: 903, method: 'tools/call' };
  const lines = [
    'not json',
    '',
    JSON.stringify({ jsonrpc: '2.0', id: 902, method: 5 }),
    JSON.stringify({ ...call, jsonrpc: '1.0', id: 'old' }),
    JSON.stringify([call]),
    JSON.stringify(call),
    JSON.stringify({ ...call, id: 904, params: { name: 'read_page', arguments: 'all' } }),
    JSON.stringify({ jsonrpc: '2.0', id: 905, method: 'initialize' }),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/unknown' }),
  ];
  const stdin = `${lines.join('\n')}\n${calling(1, 'source_status', {})}`;
  const run = await runCli(['mcp', '--url', api.url], { stdin });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  const answers = run.stdout
    .trim()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as { id: unknown; result?: object; error?: { code: number; message: string } },
    );
  expect(answers.filter(({ error }) => error !== undefined)).toEqual([
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_700, message: expect.stringContaining('not json') as string },
    },
    {
      jsonrpc: '2.0',
      id: 902,
      error: { code: -32_600, message: expect.stringContaining('a method') as string },
    },
    {
      jsonrpc: '2.0',
      id: 'old',
      error: { code: -32_600, message: expect.stringContaining('2.0') as string },
    },
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: expect.stringContaining('found a batch') as string },
    },
    {
      jsonrpc: '2.0',
      id: 903,
      error: {
        code: -32_602,
        message: 'Invalid params of tools/call: params: expected object, received undefined',
      },
    },
    {
      jsonrpc: '2.0',
      id: 904,
      error: { code: -32_602, message: expect.stringContaining('arguments') as string },
    },
    {
      jsonrpc: '2.0',
      id: 905,
      error: { code: -32_602, message: expect.stringContaining('params') as string },
    },
  ]);
  expect(answers.filter(({ error }) => error === undefined).map(({ id }) => id)).toEqual([1]);
});

test('a call that its client cancelled holds nothing up', async () => {
  await using api = await serveFakeApi(() => ({ status: 503, body: { error: 'busy' } }));
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const stdin = `${calling(1, 'source_status', {})}${JSON.stringify(cancelled)}\n`;
  expect(await runCli(['mcp', '--url', api.url], { stdin })).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

test('where no stack runs, a tool says which address was tried and how to start one', async () => {
  const url = 'http://127.0.0.1:9';
  const { stdout } = await runCli(['mcp', '--url', url], { stdin: calling(1, 'source_status', {}) });
  expect(told(stdout)).toEqual([
    {
      id: 1,
      isError: true,
      text: expect.stringMatching(
        /^(?:No Gleaner is running|Could not reach).*127\.0\.0\.1:9.*Start it with/,
      ) as string,
    },
  ]);
});
