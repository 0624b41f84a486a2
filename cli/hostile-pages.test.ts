import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { matchPath } from '../functions/edge/http.ts';
import { makeOpenApiDocument } from '../functions/openapi/make-document.ts';
import { exampleId, type Command } from './command.ts';
import { parseArguments } from './options/arguments.ts';
import { say } from './output/write-output.ts';

/** Every command against an API all of whose texts are those of a hostile page. */
const hostile = 'PWNED\u001b]0;title\u0007\u001b[2J\u009b31m\u202egnp\u2066.\u0000\u0085\r';
const address = `https://a.example/${hostile}`;
/** What a terminal obeys, but for line ends and tabs. */
const obeyed = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
/** What begins a service, or asks no API. */
const apart = new Set([
  'local',
  'deploy',
  'mcp',
  'doctor',
  'export',
  'import',
  'erase',
  'completion',
  'content',
]);

type Schema = Readonly<Record<string, unknown>>;
const document = makeOpenApiDocument();

const referenced = (path: string): Schema =>
  path
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Schema)[name], document) as Schema;

/** Names under which an answer says that there is more: it never has. */
const ends = /^(?:next|cursor|nextCursor|skip)$/;

/** An answer as it is described, each of its texts hostile. */
const answerOf = (schema: Schema, depth = 0): unknown => {
  if (typeof schema !== 'object') return hostile;
  if (typeof schema['$ref'] === 'string') return answerOf(referenced(schema['$ref']), depth);
  if ('const' in schema) return schema['const'];
  const choices = schema['enum'] as unknown[] | undefined;
  if (choices !== undefined) return choices.includes('completed') ? 'completed' : choices[0];
  const any = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (any !== undefined) return answerOf(any.find((each) => each['type'] !== 'null') ?? {}, depth);
  const all = schema['allOf'] as Schema[] | undefined;
  if (all !== undefined) return Object.assign({}, ...all.map((each) => answerOf(each, depth)));
  const { type: given } = schema;
  const type = Array.isArray(given) ? given.find((each) => each !== 'null') : given;
  if (type === 'string')
    return schema['format'] === 'date-time'
      ? '2026-01-02T03:04:05.000Z'
      : schema['format'] === 'uri'
        ? address
        : hostile;
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema['minimum'] ?? 1));
  if (type === 'boolean') return true;
  const each = schema['prefixItems'] as Schema[] | undefined;
  if (each !== undefined) return each.map((of) => answerOf(of, depth + 1));
  if (type === 'array') return depth > 8 ? [] : [answerOf((schema['items'] ?? {}) as Schema, depth + 1)];
  if (type === 'object' || 'properties' in schema) {
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
    const rest = schema['additionalProperties'];
    const extra =
      typeof rest === 'object' && rest !== null ? { [hostile]: answerOf(rest as Schema, depth + 1) } : {};
    const required = new Set(schema['required'] as string[] | undefined);
    const said = properties.flatMap(([name, of]): [string, unknown][] => {
      if (!ends.test(name) || of['type'] === 'array') return [[name, answerOf(of, depth + 1)]];
      // The feed of changes never ends: what is asked for with its cursor is empty.
      if (name === 'cursor' && properties.some(([other]) => other === 'changes')) return [[name, hostile]];
      if (JSON.stringify(of).includes('"null"')) return [[name, null]];
      return required.has(name) ? [[name, answerOf(of, depth + 1)]] : [];
    });
    return { ...extra, ...Object.fromEntries(said) };
  }
  return { [hostile]: hostile };
};

let api: Server;
let fails = false;
const folder = mkdtempSync(join(tmpdir(), 'gleaner-hostile-'));
const commands: Command[] = [];
let printed = '';

beforeAll(async () => {
  api = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const pattern = Object.keys(document.paths)
      .filter((each) => matchPath(each, path) !== null)
      .toSorted((a, b) => a.split('{').length - b.split('{').length)
      .find((each) => document.paths[each]?.[(request.method ?? '').toLowerCase()] !== undefined);
    const operation =
      pattern === undefined ? {} : document.paths[pattern]?.[(request.method ?? '').toLowerCase()];
    const { responses = {} } = operation as { responses?: Record<string, Schema> };
    const content = (responses['200']?.['content'] ?? {}) as Record<string, { schema: Schema }>;
    const schema = content['application/json']?.schema;
    const isLast = path === '/v2/changes' && request.url?.includes('cursor=') === true;
    const body = isLast
      ? { success: true, changes: [], cursor: 'end' }
      : fails || schema === undefined
        ? { success: false, error: hostile, code: hostile }
        : answerOf(schema);
    response.writeHead(fails || schema === undefined ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void api.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('GLEANER_URL', `http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  vi.stubEnv('GLEANER_KEY', 'fc-key');
  const all = join(import.meta.dirname, 'commands');
  for (const file of readdirSync(all).filter((each) => !each.includes('.test.'))) {
    const path = join(all, file);
    for (const value of Object.values((await import(/* @vite-ignore */ path)) as Record<string, unknown>))
      if (typeof value === 'object' && value !== null && 'run' in value && 'examples' in value)
        commands.push(value as Command);
  }
  const hear = (text: unknown): boolean => {
    printed += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(hear);
  vi.spyOn(process.stderr, 'write').mockImplementation(hear);
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const plain: Readonly<Record<string, string[][]>> = {
  map: [['https://example.com/']],
  scrape: [['https://example.com/'], ['https://example.com/', '--json']],
  search: [['tides'], ['tides', '--json']],
};

/** Command lines of a command: those of its own examples that need no shell. */
const lines = ({ name, examples }: Command): string[][] => [
  ...(plain[name] ?? []),
  ...examples
    .map(([, line]) => line)
    .filter((line) => line.startsWith(`npx gleaner ${name}`) && !/[|<>"'$\\]|--output|--watch/.test(line))
    .map((line) =>
      line
        .replace(/\bJOB\b|<job>/g, exampleId)
        .split(' ')
        .slice(3),
    ),
];

const run = async (command: Command, argv: readonly string[]): Promise<string> => {
  printed = '';
  const parsed = parseArguments(command, argv);
  if (parsed.kind !== 'run') return '';
  try {
    const ending = await command.run(parsed.operand, parsed.values, parsed.operands);
    if (ending.message !== undefined) say(ending.message);
  } catch (error) {
    // An answer that is no longer as it is described, in a way that the description has no word for.
    if (!(error instanceof z.ZodError)) throw error;
    say(error.message);
  }
  return printed;
};

test.each([
  ['answers', false],
  ['refusals', true],
] as const)(
  'no command prints what a terminal obeys, of an API whose %s are hostile',
  async (_what, refuses) => {
    fails = refuses;
    const spoke = new Set<string>();
    for (const command of commands.filter(({ name }) => !apart.has(name)))
      for (const argv of lines(command)) {
        const text = await run(command, argv);
        expect(text.match(obeyed), `${command.name} ${argv.join(' ')}`).toBeNull();
        if (text.includes('PWNED')) spoke.add(command.name);
      }
    // It says of a job that it is cancelled, and nothing of its pages.
    if (!refuses) spoke.add('cancel');
    const silent = commands.flatMap(({ name }) => (apart.has(name) || spoke.has(name) ? [] : [name]));
    expect(silent).toEqual([]);
  },
);
