import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { selfSigned } from '../../lib/fetch/self-signed.fixture.ts';
import { limits } from '../../lib/limits/limits.ts';
import { getPace } from '../../lib/store/hosts/pace.ts';
import { launch } from '../../local/launch.ts';
import { callRoute, untilScraped } from '../harness/call-api.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { htmlPage } from '../harness/serve-site.ts';
import { openTableAt } from '../harness/table.ts';

/** Sandboxes of a function among the processes that this one started, and the state of each: `T` is stopped. */
const statesOf = (functionName: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [state = '', parent] =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
        const isOurs = Number(parent) === process.pid;
        return isOurs && environment.includes(`AWS_LAMBDA_FUNCTION_NAME=${functionName}`) ? [state] : [];
      } catch {
        return []; // It ended meanwhile.
      }
    });

const listen = async (server: Http2SecureServer): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

test.runIf(process.platform === 'linux')(
  'a frozen worker holds its HTTP/2 sessions and no lease, and asks once on new ones when those are dead',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-frozen-'));
    const sessions = new Set<ServerHttp2Session>();
    const silent = new Set<unknown>();
    const asked: string[] = [];
    const server = createSecureServer(selfSigned, (request, response) => {
      asked.push(request.url);
      // A path that was forgotten on the way: what is sent arrives nowhere, and nobody says so.
      if (silent.has(request.stream.session)) return;
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(request.url, []));
    });
    server.on('session', (session) => {
      sessions.add(session);
      session.once('close', () => sessions.delete(session));
    });
    const port = await listen(server);
    const host = `127.0.0.1:${port}`;
    const gleaner = await launch({
      dataDir,
      quiet: true,
      asAws: true,
      // With two, the next event may be given to the other one.
      poolSize: 1,
      options: {
        allow: [`127.0.0.1/32:${port}`],
        hosts: onlyHosts({ [host]: { delay: 0, concurrency: 1 } }),
      },
    });
    const { client, table } = openTableAt(gleaner.endpoints.dynamodb, 'table', gleaner.credentials);
    const scrape = async (path: string): Promise<void> => {
      const body = { url: `https://${host}${path}`, skipTlsVerification: true };
      const answer = await untilScraped(
        async () => (await callRoute(gleaner, 'POST', '/v2/scrape', body)).body,
      );
      expect(answer).toMatchObject({ success: true, data: { metadata: { statusCode: 200 } } });
      await expect.poll(() => statesOf('fetch-pages')).toEqual(['T']);
      expect(sessions.size).toBeGreaterThan(0);
      // What it held is in the table, and not in its memory: given back before it answered for its event.
      expect(await getPace(table, host)).toMatchObject({ leases: {}, promises: {} });
    };
    try {
      await scrape('/first');
      // The site closes its connections: the worker has not been told when its next event comes.
      for (const session of sessions) session.destroy();
      await expect.poll(() => sessions.size).toBe(0);
      await scrape('/second');
      // Frozen, it closes nothing, however long nobody asks.
      await pause(limits.http2IdleMs + 1_000);
      expect(sessions.size).toBeGreaterThan(0);
      for (const session of sessions) silent.add(session);
      await scrape('/third');
      expect(asked.filter((path) => path !== '/robots.txt')).toEqual(['/first', '/second', '/third']);
    } finally {
      client.destroy();
      await gleaner.stop();
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
