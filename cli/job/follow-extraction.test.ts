import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../exit-code.ts';
import { runCli } from '../run-cli.ts';

/** An API whose extractions all end as the test says. */
let server: Server;
let status: Readonly<Record<string, unknown>> = {};
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      const started = { success: true, id: '01900000-0000-7000-8000-000000000001' };
      response.end(JSON.stringify(request.method === 'POST' ? started : { success: true, ...status }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const extract = async (...options: string[]) =>
  await runCli(['extract', 'https://a.example/', '--field', 'name', ...options], {
    environment: { GLEANER_URL: url, GLEANER_KEY: 'key' },
  });

test.each([
  ['cancelled', {}],
  ['failed', { code: 'EXTRACT_SCHEMA_MISMATCH', error: 'EXTRACT_SCHEMA_MISMATCH: mood is missing' }],
])(
  'what an extraction that %s has answered is printed, and the exit code says that it did not complete',
  async (how, more) => {
    status = { status: how, data: { name: 'Fen map', mood: null, papers: [] }, ...more };
    const answered = await extract();
    expect(answered.exitCode).toBe(exitCodes.jobFailed);
    expect(JSON.parse(answered.stdout)).toEqual({ name: 'Fen map', mood: null, papers: [] });
    const explained = await extract('--explain');
    expect(explained.stdout).toContain('name: open');
    for (const data of [[], null, { name: null, papers: [] }]) {
      status = { status: how, data, ...more };
      expect(await extract()).toMatchObject({ exitCode: exitCodes.jobFailed, stdout: '' });
    }
  },
);
