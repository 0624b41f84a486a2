import { expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { serveFakeApi } from '../api/serve-fake-api.ts';

const links = [{ url: 'https://a.example/', title: 'Owls' }, { url: 'https://a.example/x' }];
const answer = { success: true, id: 'm', links };

test('map prints a URL a line, and with --json what is known of each', async () => {
  await using api = await serveFakeApi(() => ({ body: answer }));
  const plain = await runCli(['map', 'a.example', '--url', api.url]);
  expect(plain).toEqual({
    exitCode: 0,
    stdout: 'https://a.example/\nhttps://a.example/x\n',
    stderr: '',
  });
  const all = [
    '--search',
    'two words',
    '--limit',
    '9',
    '--sitemap',
    'only',
    '--no-subdomains',
    '--keep-query',
  ];
  const json = await runCli(['map', 'a.example/docs', '--url', api.url, '--json', '--whole-site', ...all]);
  expect(
    json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(links);
  expect(api.requests.map(({ path, body }) => [path, body])).toEqual([
    ['/v2/map', { url: 'https://a.example/' }],
    [
      '/v2/map',
      {
        url: 'https://a.example/docs',
        search: 'two words',
        limit: 9,
        sitemap: 'only',
        includeSubdomains: false,
        ignoreQueryParameters: false,
        filterByPath: false,
      },
    ],
  ]);
});

test('a map that takes long is asked for again, and one that no answer holds is read to its end', async () => {
  await using api = await serveFakeApi(({ method, path }, earlier, url) => {
    if (method === 'GET' && path === '/v2/map/m?skip=2')
      return { body: { ...answer, links: [{ url: 'https://a.example/y' }], warning: 'seen' } };
    const details = { state: 'processing_continues', retryAfterSeconds: 0.2 };
    if (earlier === 0)
      return { status: 408, body: { success: false, code: 'MAP_TIMEOUT', error: 'wait', details } };
    return { body: { ...answer, warning: 'cut', next: `${url}/v2/map/m?skip=2` } };
  });
  const run = await runCli(['map', 'a.example', '--url', api.url]);
  expect(run).toMatchObject({
    exitCode: 0,
    stdout: 'https://a.example/\nhttps://a.example/x\nhttps://a.example/y\n',
    stderr: 'Warning: seen\n',
  });
  expect(api.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
});

test('a site that cannot be read is told by its code, with an exit status of its own', async () => {
  const body = { success: false, code: 'DNS_NOT_FOUND', error: 'a reason' };
  await using api = await serveFakeApi(() => ({ status: 422, body }));
  const run = await runCli(['map', 'a.example', '--url', api.url]);
  expect(run.exitCode).toBe(5);
  expect(run.stderr).toContain('DNS_NOT_FOUND): a reason');
});

test.each([
  [['--sitemap', 'ignore'], '--sitemap: expected one of include, skip, only'],
  [['--subdomains', '--no-subdomains'], '--subdomains and --no-subdomains exclude each other'],
])('%j is refused before anything is asked', async (more, words) => {
  const run = await runCli(['map', 'a.example', ...more]);
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain(words);
});
