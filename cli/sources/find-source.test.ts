import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exitCodes } from '../exit-code.ts';
import { runCli } from '../run-cli.ts';

const origin = 'https://a.example';
const version = { kind: 'added', at: '2026-03-01T06:00:00.000Z', until: null, envelope: 'e', movedTo: null };

/** An API with two sources; `holders` are those that have the page. */
let server: Server;
let url: string;
let holders: readonly string[] = [];
let others: readonly string[] = [];
let asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
    response.setHeader('content-type', 'application/json');
    if (pathname === '/v2/sources') {
      const sources = [
        ...others.map((id) => ({ id, url: 'https://c.example/' })),
        { id: 'far', url: 'https://b.example/' },
        { id: 'near', url: `${origin}/docs` },
      ];
      return void response.end(JSON.stringify({ success: true, sources }));
    }
    const source = searchParams.get('source') ?? '';
    asked.push(source);
    if (holders.includes(source))
      return void response.end(JSON.stringify({ success: true, versions: [version] }));
    response.statusCode = 404;
    response.end(JSON.stringify({ success: false, code: 'PAGE_NOT_IN_SOURCE', error: 'no such page' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  others = [];
});
afterAll(() => void server.close());

const history = async (...options: string[]) =>
  await runCli(['history', `${origin}/docs/page`, '--json', ...options], {
    environment: { GLEANER_URL: url, GLEANER_KEY: 'key' },
  });

test('a page is told from the nearest source that has it, which is named, and so is the way to choose another', async () => {
  holders = ['near', 'far'];
  const told = await history();
  expect(told).toMatchObject({ exitCode: exitCodes.completed, stdout: `${JSON.stringify(version)}\n` });
  expect(told.stderr).toContain(
    'the source near; others may have the page too. To choose another, add --source.',
  );
  expect(asked).toEqual(['near', 'near']);
});

test('a source that does not have the page is passed over', async () => {
  holders = ['far'];
  const told = await history();
  expect(told.exitCode).toBe(exitCodes.completed);
  expect(told.stderr).toContain('the source far');
  expect(asked).toEqual(['near', 'far', 'far']);
});

test('no other source is asked than the one that is named', async () => {
  holders = ['near', 'far'];
  const told = await history('--source', 'far');
  expect(told).toMatchObject({ exitCode: exitCodes.completed, stderr: '' });
  expect(asked).toEqual(['far']);
});

test('a page that no source has is a refusal that says where to look', async () => {
  holders = [];
  const told = await history();
  expect(told).toMatchObject({ exitCode: exitCodes.refused, stdout: '' });
  expect(told.stderr).toContain(`None of 2 sources has a page of its own at ${origin}/docs/page.`);
  expect(told.stderr).toContain('add --source');
});

test('where not all sources were asked, it is said of those that were', async () => {
  holders = ['other59'];
  others = Array.from({ length: 60 }, (_, index) => `other${index}`);
  const told = await history();
  expect(told.exitCode).toBe(exitCodes.refused);
  expect(asked).toHaveLength(50);
  expect(told.stderr).toContain(
    `None of the 50 nearest of 62 sources has a page of its own at ${origin}/docs/page.`,
  );
});
