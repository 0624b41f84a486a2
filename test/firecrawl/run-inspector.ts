import { deepStrictEqual, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { installPackages } from './install-packages.ts';
import type { Row } from './row.ts';
import { skipAll, tryAll, type Trial } from './try-all.ts';

const version = '2.12.0';
const root = resolve(import.meta.dirname, '../..');
const url = 'https://docs.firecrawl.dev/features/crawl';
const tools = ['diff_page', 'list_changes', 'read_page', 'scrape', 'search_corpus', 'source_status'];

/** As often as a slow machine needs until what was scraped is found. */
const looksMax = 60;

interface Api {
  readonly url: string;
  readonly key: string;
}

const listedSchema = z.object({ tools: z.array(z.object({ name: z.string() })) });
const calledSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ text: z.string() })),
});

/** Runs the inspector once, as a person does on a command line; answers what it printed, read as JSON. */
const inspect = async (folder: string, args: readonly string[]): Promise<unknown> => {
  const launcher = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
  const child = spawn(process.execPath, [join(folder, launcher), '--cli', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await new Promise((settle) => child.once('close', settle));
  try {
    return JSON.parse(printed) as unknown;
  } catch {
    throw new Error(`The inspector printed no JSON: ${(said || printed).trim()}`);
  }
};

type Transport = 'HTTP' | 'stdio';

/** How the inspector is told where the server is. */
const targetOf = (transport: Transport, api: Api): string[] =>
  transport === 'HTTP'
    ? [`${api.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${api.key}`]
    : [
        process.execPath,
        join(root, 'cli/start.mjs'),
        'mcp',
        '-e',
        `GLEANER_URL=${api.url}`,
        '-e',
        `GLEANER_KEY=${api.key}`,
      ];

const trialsOf = (folder: string, transport: Transport, api: Api): Record<string, Trial> => {
  const call = async (name: string, args: Readonly<Record<string, string>>, as: Api = api) => {
    const given = Object.entries(args).map(([key, value]) => `${key}=${value}`);
    const rest = [
      '--method',
      'tools/call',
      '--tool-name',
      name,
      ...given.flatMap((arg) => ['--tool-arg', arg]),
    ];
    const { isError = false, content } = calledSchema.parse(
      await inspect(folder, [...targetOf(transport, as), ...rest]),
    );
    return { isError, text: content.map(({ text }) => text).join('\n') };
  };
  const answers = async (name: string, args: Readonly<Record<string, string>>, wanted: RegExp) => {
    const { isError, text } = await call(name, args);
    deepStrictEqual([isError, wanted.test(text)], [false, true], text.slice(0, 200));
  };
  const titled = (what: string): string => `${what}, over ${transport}`;
  return {
    [titled('six tools, whose schemas have no problem')]: async () => {
      const listed = await inspect(folder, [
        ...targetOf(transport, api),
        '--method',
        'tools/list',
        '--strict',
      ]);
      deepStrictEqual(
        listedSchema
          .parse(listed)
          .tools.map(({ name }) => name)
          .toSorted(),
        tools,
      );
    },
    [titled('scrape')]: async () => await answers('scrape', { url }, /# Crawl a site/),
    [titled('search_corpus')]: async () => {
      for (let look = 1; ; look += 1) {
        const { text } = await call('search_corpus', { query: 'crawl site' });
        if (/=== untrusted .*features\/crawl/s.test(text)) return;
        if (look === looksMax) throw new Error(`Not found: ${text.slice(0, 200)}`);
        await sleep(1_000);
      }
    },
    [titled('read_page')]: async () => await answers('read_page', { url }, /# Crawl a site/),
    [titled('diff_page')]: async () =>
      await answers('diff_page', { url, from: new Date().toISOString() }, /did not change/),
    [titled('list_changes')]: async () =>
      await answers('list_changes', { since: '2000-01-01' }, /live {2}https:\/\/docs\.firecrawl\.dev/),
    [titled('source_status')]: async () => await answers('source_status', {}, /"passages": [1-9]/),
    [titled('a key that may only read searches, and does not scrape')]: async () => {
      const response = await fetch(`${api.url}/v2/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'reader', scopes: ['read'] }),
      });
      const { key } = z.object({ key: z.string() }).parse(await response.json());
      const reading = { url: api.url, key };
      match((await call('search_corpus', { query: 'crawl' }, reading)).text, /features\/crawl/);
      const refused = await call('scrape', { url }, reading);
      deepStrictEqual([refused.isError, refused.text.startsWith('FORBIDDEN')], [true, true], refused.text);
    },
  };
};

/** Tries Gleaner's own tools with the inspector of the Model Context Protocol, over both of their transports. */
export const runInspector = async (folder: string, api: Api): Promise<Row[]> => {
  const file = `MCP inspector ${version}`;
  const trials = { ...trialsOf(folder, 'HTTP', api), ...trialsOf(folder, 'stdio', api) };
  const missing = await installPackages(folder, { '@modelcontextprotocol/inspector': version });
  return missing === null ? await tryAll(file, trials) : skipAll(file, Object.keys(trials), missing);
};
