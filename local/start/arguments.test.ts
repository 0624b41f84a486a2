import { expect, test } from 'vitest';
import { parseStartArguments } from './arguments.ts';
import { blockedPorts } from './blocked-ports.ts';

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
