import { expect, test } from 'vitest';
import { parseStartArguments } from './arguments.ts';
import { blockedPorts } from '../../lib/fetch/http/blocked-ports.ts';

const parse = (...args: string[]) => parseStartArguments(args, {});

test('without arguments everything has its default', () => {
  expect(parse()).toMatchObject({
    kind: 'start',
    arguments: { url: undefined, idle: false, port: undefined, dataDir: '.gleaner', allow: [], once: false },
  });
});

test('every option arrives', () => {
  const args =
    'https://example.com --limit 5 --port 0 --data d --delay 0 --allow 10.0.0.0/8 --allow 10.1.2.3:80 ' +
    '--hosts s.json --once';
  expect(parse(...args.split(' '))).toMatchObject({
    arguments: {
      url: 'https://example.com/',
      limit: 5,
      port: 0,
      dataDir: 'd',
      delaySeconds: 0,
      allow: ['10.0.0.0/8', '10.1.2.3:80'],
      hosts: 's.json',
      once: true,
    },
  });
});

test('the file of hosts may come from the environment; the command line goes first', () => {
  const environment = { GLEANER_HOSTS_FILE: 'a.json' };
  const hostsOf = (...args: string[]): unknown => {
    const parsed = parseStartArguments(args, environment);
    return parsed.kind === 'start' ? parsed.arguments.hosts : parsed;
  };
  expect(hostsOf()).toBe('a.json');
  expect(hostsOf('--hosts', 'b.json')).toBe('b.json');
});

test('the key comes from the environment, which other users cannot read', () => {
  const parsed = parseStartArguments([], { GLEANER_LOCAL_KEY: 'fc-x' });
  expect(parsed).toMatchObject({ arguments: { key: 'fc-x' } });
  expect(parseStartArguments([], { GLEANER_LOCAL_KEY: 'a b' })).toMatchObject({ kind: 'malformed' });
});

test('the DynamoDB endpoint may come from the environment', () => {
  const parsed = parseStartArguments([], { GLEANER_DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000' });
  expect(parsed).toMatchObject({ arguments: { dynamodb: 'http://127.0.0.1:8000/' } });
});

test.each([
  ['--nonsense'],
  ['--limit', '0'],
  ['--limit', 'ten'],
  ['--limit', '1.5'],
  ['--port', '70000'],
  ['--port', '4190'],
  ['--delay', ''],
  ['--idle', 'https://example.com'],
  ['ftp://example.com'],
  ['example'],
  ['https://a.example', 'https://b.example'],
  ['--key', 'fc-x'],
])('%j %j is refused with a message', (...args) => {
  expect(parse(...args.filter((it) => it !== undefined))).toMatchObject({
    kind: 'malformed',
    message: expect.stringMatching(/\S/) as string,
  });
});

test('an option that is not there gets the one that was meant, and an address may lack its scheme', () => {
  expect(parse('--limt', '5')).toEqual({
    kind: 'malformed',
    message: 'npm start has no option --limt: did you mean --limit?',
  });
  expect(parse('example.com')).toMatchObject({ kind: 'start', arguments: { url: 'https://example.com/' } });
  expect(parse('ftp://example.com')).toMatchObject({ kind: 'malformed' });
});

test('the ports that are refused are those that fetch refuses', async () => {
  for (const port of blockedPorts) {
    const cause = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) =>
      error instanceof Error && error.cause instanceof Error ? error.cause.message : '',
    );
    expect([port, cause]).toEqual([port, 'bad port']);
  }
  expect(parse('--port', '4190')).toMatchObject({
    message: expect.stringMatching(/^--port 4190: /) as string,
  });
});

const refusalOf = (environment: Readonly<Record<string, string>>, ...args: string[]): string => {
  const parsed = parseStartArguments(args, environment);
  return parsed.kind === 'malformed' ? parsed.message : expect.fail(JSON.stringify(parsed));
};

const secret = 'sk-SECRET';
test.each([
  ['OPENAI_API_KEY', `${secret}€`, 'a character that no HTTP header can carry'],
  ['ANTHROPIC_API_KEY', `good,${secret}\u0000`, 'a character that no HTTP header can carry'],
  ['GEMINI_API_KEY', ' , ', 'found only spaces and commas'],
  ['FIRECRAWL_API_KEY', `${secret} ${secret}`, 'found a space or another character'],
  ['FIRECRAWL_API_KEY', ' ', 'found only spaces'],
  ['SCRAPINGANT_API_KEY', `${secret}\n${secret}`, 'found a space or another character'],
  ['GLEANER_LOCAL_KEY', `${secret}é`, 'printable ASCII, without spaces'],
  ['GLEANER_LOCAL_KEY', 'x'.repeat(513), '1 to 512'],
  ['GLEANER_POSTGRES', `mysql://me:${secret}@h/db`, 'postgres://user:password@host/database'],
  ['GLEANER_POSTGRES', `postgres://me:${secret}, x@h/db`, 'found several words'],
  ['GLEANER_QDRANT', `:${secret}@host`, 'https://:KEY@host:6333'],
  ['GLEANER_QDRANT', `https://:${secret}%E2%82%AC@host:6333`, 'a key that no HTTP header can carry'],
  ['GLEANER_QDRANT', `https://:${secret}%E2@host:6333`, 'a key that no HTTP header can carry'],
  ['GLEANER_QDRANT', `https://:${secret}@host:6666`, 'found 6666'],
  ['GLEANER_SEARCH', `http://me:${secret}@h/`, 'a URL without a user name and a password'],
  ['GLEANER_SEARCH', `ftp://me:${secret}@h/`, 'found one that begins with ftp://'],
  ['GLEANER_DYNAMODB_ENDPOINT', `me:${secret}@h`, 'found no URL'],
  ['GLEANER_LLM', `{"default":"${secret}`, 'found text that is not JSON'],
  ['GLEANER_LLM', '[]', 'expected an object'],
  ['GLEANER_LLM', '{"default":"opnai"}', 'default: expected one of openai, anthropic, google, found "opnai"'],
  ['GLEANER_LLM', '{"providers":{"own":{"model":"m"}}}', 'providers.own.baseUrl: expected a baseUrl'],
  ['GLEANER_LLM', '{"providers":{"Own":{}}}', 'providers.Own: expected lower-case letters'],
  ['GLEANER_LLM', `{"providers":{"own":{"baseUrl":"http://a:${secret}@h/v1"}}}`, 'providers.own.baseUrl: '],
  ['GLEANER_LLM', '{"providers":{"own":{"baseUrl":"http://h:6666/v1"}}}', 'found 6666'],
  [
    'GLEANER_LLM',
    `{"providers":{"openai":{"apiKey":"${secret}"}}}`,
    'providers.openai: Unrecognized key: "apiKey"',
  ],
  ['GLEANER_LLM', '{"providers":{"openai":{"concurrency":"2"}}}', 'expected a number'],
  ['GLEANER_LLM', '{"embedder":{"provider":"nowhere","model":"m"}}', 'the provider nowhere has no baseUrl'],
  ['GLEANER_FETCHERS', '"x"', 'expected an object'],
  ['GLEANER_FETCHERS', '{"firecrwl":{}}', 'Unrecognized key: "firecrwl"'],
  ['GLEANER_FETCHERS', `{"firecrawl":{"url":"https://a:${secret}@h"}}`, 'firecrawl.url: '],
])(
  'what can never work is refused in one sentence that names %s and shows no secret: %j',
  (name, value, found) => {
    const message = refusalOf({ [name]: value });
    expect(message).toContain(name);
    expect(message).toContain(found);
    expect(message).not.toMatch(/SECRET|\n/);
  },
);

test('a URL of an option is named by its option, and one of the environment by its variable', () => {
  const environment = { GLEANER_SEARCH: 'http://127.0.0.1:8888' };
  expect(refusalOf(environment, '--search', 'x')).toBe(
    '--search: expected a URL that begins with http:// or https://, found no URL',
  );
  expect(refusalOf({}, '--dynamodb', 'ftp://h')).toMatch(/^--dynamodb: .*ftp:\/\/$/);
  expect(refusalOf({ GLEANER_SEARCH: 'x' })).toMatch(/^GLEANER_SEARCH: /);
});

test('keys and addresses that can be used are taken, and an empty variable counts as not set', () => {
  const environment = {
    OPENAI_API_KEY: 'a, b',
    ANTHROPIC_API_KEY: '',
    FIRECRAWL_API_KEY: ' fc-1\n',
    GLEANER_POSTGRES: 'postgres://me:p%2Cw@h/db',
    GLEANER_QDRANT: 'https://:k%2Fey@h:6333',
    GLEANER_LLM: '{"default":"openai","providers":{"openai":{"concurrency":2}}}',
  };
  expect(parseStartArguments([], environment)).toMatchObject({
    arguments: {
      modelKeys: { openai: ['a', 'b'], postgres: ['postgres://me:p%2Cw@h/db'] },
      fetcherKeys: { firecrawl: 'fc-1' },
      llm: { default: 'openai' },
    },
  });
});

test('each service that has a key has settings, its own or the usual ones', () => {
  const fetchersOf = (environment: Record<string, string>): unknown => {
    const parsed = parseStartArguments([], environment);
    return parsed.kind === 'start' ? parsed.arguments.fetchers : parsed;
  };
  const keys = { FIRECRAWL_API_KEY: 'fc-1', SCRAPINGANT_API_KEY: 'ant' };
  const usual = fetchersOf(keys) as { readonly firecrawl: object; readonly scrapingant: object };
  expect(Object.keys(usual).toSorted()).toEqual(['firecrawl', 'scrapingant']);
  const named = fetchersOf({ ...keys, GLEANER_FETCHERS: '{"firecrawl":{"url":"https://other.example"}}' });
  expect(named).toEqual({
    firecrawl: { ...usual.firecrawl, url: 'https://other.example' },
    scrapingant: usual.scrapingant,
  });
  expect(fetchersOf({})).toBe(undefined);
});
