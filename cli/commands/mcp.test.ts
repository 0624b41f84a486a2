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
