import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentId, GleanerReader } from '../../packages/reader/index.ts';
import { runCli, type CliRun } from '../../cli/run-cli.ts';
import { treeSite } from '../harness/serve-site.ts';
import { openStartFolder, repositoryRoot, until, withOwnKey } from './start-process.ts';

let started: Awaited<ReturnType<typeof openStartFolder>>;
beforeEach(async () => {
  started = await openStartFolder();
});
afterEach(async () => {
  await started.close();
});

test('a crawl whose whole runtime is killed goes on with the next start, and ends with the same counts', async () => {
  const site = await treeSite(120);
  try {
    const first = started.start(`${site.origin}/`, '--limit', '500', '--delay', '0.03', '--once');
    await until(() => site.requests.length > 25, 'pages to be fetched');
    first.child.kill('SIGKILL');
    await first.exited;
    await until(() => started.leftBehind().length === 0, 'every process to end with the runtime');
    expect(site.requests.length).toBeLessThan(120);
    const second = started.start(`${site.origin}/`, '--limit', '500', '--delay', '0', '--once');
    expect(await second.exited).toBe(0);
    expect(second.output()).toMatch(/Continuing the crawl/);
    expect(second.output()).toMatch(/120 pages found, 120 done/);
    const index = join(started.dataDir, 's3', 'envelopes', 'staged', '_index');
    const files = (await readdir(index, { recursive: true })).filter((file) => file.endsWith('.jsonl'));
    const lines = files.flatMap((file) => readFileSync(join(index, file), 'utf8').trim().split('\n'));
    expect(new Set(lines.map((line) => (JSON.parse(line) as { url: string }).url)).size).toBe(120);
    expect(lines.length).toBe(120);
  } finally {
    await site.close();
  }
});

test('what was crawled is found on the command line, by clients of Firecrawl, the reader, and the tools of models', async () => {
  const { child, output, exited } = started.startAs(withOwnKey);
  await until(() => output().includes('Press Ctrl-C'), 'the crawl to be over');
  const { url } = JSON.parse(readFileSync(join(started.dataDir, 'instance.json'), 'utf8')) as { url: string };
  const environment = { GLEANER_URL: url, GLEANER_KEY: 'my-own-key' };
  const search = (): Promise<string> =>
    runCli(['search', 'opening', 'hours', '--limit', '1'], { environment }).then(({ stdout }) => stdout);
  await expect.poll(search).toMatch(/^1\. Plan your visit\n.*Opening hours.*\n.*\/visit\.html {2}\d{4}-/);
  const own = await fetch(`${url}/v2/search`, {
    method: 'POST',
    headers: { authorization: 'Bearer my-own-key', 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'opening hours', sources: ['corpus:main'], limit: 1 }),
  });
  expect(await own.json()).toMatchObject({
    success: true,
    data: { web: [{ title: 'Plan your visit', position: 1 }] },
  });

  const reader = new GleanerReader({ endpointUrl: url, apiKey: 'my-own-key' });
  const [passage] = await reader.corpus('opening hours', { limit: 1 });
  const visit = passage?.metadata.source ?? '';
  expect(passage?.text).toContain('| March to May |');
  const [document, missing] = await reader.loadData([visit, new URL('/no-such-page', visit).href]);
  expect(document).toMatchObject({
    id: await documentId(visit),
    metadata: { source: visit, status_code: 200 },
  });
  expect(document?.text).toContain('# Plan your visit');
  expect(missing).toBeNull();

  const headers = { authorization: 'Bearer my-own-key' };
  const transports = [
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
    new StdioClientTransport({
      command: process.execPath,
      args: ['cli/start.mjs', 'mcp'],
      cwd: repositoryRoot,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
    }),
  ];
  for (const transport of transports) {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(6);
    const answer = await client.callTool({
      name: 'search_corpus',
      arguments: { query: 'opening hours', limit: 1 },
    });
    const [{ text }] = answer.content as [{ text: string }];
    expect(text).toContain('| March to May | 10:00 – 17:00 | 10:00 – 17:00 | closed |');
    const page = /http:\S+visit\.html/.exec(text)?.[0] ?? '';
    const whole = await client.callTool({ name: 'read_page', arguments: { url: page } });
    expect((whole.content as [{ text: string }])[0].text).toContain('# Plan your visit');
    const others = [
      ['diff_page', { url: page, from: new Date().toISOString() }, /did not change/],
      ['list_changes', { since: '2000-01-01' }, /live {2}http:\S+visit\.html/],
      ['source_status', {}, /"deletedPages": 0/],
      ['scrape', { url: page }, /=== untrusted .*# Plan your visit/s],
    ] as const;
    for (const [name, given, wanted] of others) {
      const { content, isError } = await client.callTool({ name, arguments: given });
      expect([isError, (content as [{ text: string }])[0].text]).toEqual([
        false,
        expect.stringMatching(wanted),
      ]);
    }
    await client.close();
  }

  // What it says about changes, followed to the letter.
  let last: CliRun | undefined;
  const steps = output()
    .split('See what changes on a site:\n')[1]
    ?.split('\n')
    .filter((line) => line.startsWith('  '));
  for (const line of steps ?? []) {
    const [program, ...words] = line.trim().split(' ');
    if (program === 'curl') await (await fetch(words.at(-1) ?? '', { method: 'POST' })).text();
    else last = await runCli(words.slice(1), { environment, directory: repositoryRoot });
  }
  expect(
    last?.stdout
      .trimEnd()
      .split('\n')
      .slice(-4)
      .map((line) => line.slice(18).replace(/http.*:\d+/, '')),
  ).toEqual([
    'modified  museum  /',
    'added     museum  /events/reed-cutting.html',
    'deleted   museum  /recipes/sorrel-soup.html',
    'modified  museum  /visit.html',
  ]);

  child.kill('SIGINT');
  expect(await exited).toBe(0);
  expect(started.leftBehind()).toEqual([]);
});
