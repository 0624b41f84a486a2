import { createSecureServer } from 'node:http2';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { parseOpenRange } from '../http/address.ts';
import { fetchHttp } from '../http/fetch-http.ts';
import type { FetchDependencies, FetchOutcome } from '../tier/fetch-request.ts';
import { guardedDispatcher } from '../http/guarded-connect.ts';
import { selfSigned } from '../self-signed.fixture.ts';
import { openSlot, slotAt, slotTriesMax, type Slot } from './slot.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map(async (close) => await close()));
});

/** What a site saw: its requests in order, and its connections. */
interface Seen {
  readonly origin: string;
  readonly paths: string[];
  readonly connections: () => number;
}

const serve = async (protocol: 'http' | 'h2'): Promise<Seen> => {
  const paths: string[] = [];
  const reply = (path: string): { status: number; headers: Record<string, string> } => {
    paths.push(path);
    return path === '/moved' ? { status: 302, headers: { location: '/' } } : { status: 200, headers: {} };
  };
  const server: Server =
    protocol === 'http'
      ? createServer((request, response) => {
          const { status, headers } = reply(request.url ?? '');
          response.writeHead(status, headers).end('here');
        })
      : createSecureServer({ ...selfSigned, ALPNProtocols: ['h2'] }, (request, response) => {
          const { status, headers } = reply(request.url);
          response.writeHead(status, headers).end('here');
        });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => await new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${protocol === 'http' ? 'http' : 'https'}://127.0.0.1:${port}`,
    paths,
    connections: () => connections,
  };
};

const get = async (
  url: string,
  dependencies: Partial<FetchDependencies>,
  timeoutMs?: number,
): Promise<FetchOutcome> => {
  const open = [parseOpenRange('127.0.0.1/32') ?? []].flat();
  const dispatcher = guardedDispatcher({ open, skipTlsVerification: true });
  closers.unshift(async () => await dispatcher.destroy());
  const checkHop = async () => await Promise.resolve({ ok: true } as const);
  return await fetchHttp({ url, userAgent: 'Test/1', timeoutMs }, { dispatcher, checkHop, ...dependencies });
};

/** Slots of which so many pass before a request can leave, as told by the requests that the site has seen till then. */
const passing = (count: number, taken: number[], seen: Seen): Slot => {
  const slot = (index: number): Slot => ({
    ...openSlot,
    isOpen: () => index >= count,
    instead: async () => {
      taken.push(seen.paths.length);
      return await Promise.resolve(slot(index + 1));
    },
  });
  return slot(0);
};

test.each(['http', 'h2'] as const)(
  'over %s, a request that is too late for its slot when it could be written leaves in the next one, over ' +
    'the same connection',
  async (protocol) => {
    const seen = await serve(protocol);
    const taken: number[] = [];
    const outcome = await get(`${seen.origin}/`, { slot: passing(slotTriesMax - 1, taken, seen) });
    expect(outcome).toMatchObject({ kind: 'response', status: 200 });
    expect(taken).toEqual(Array.from({ length: slotTriesMax - 1 }, () => 0));
    expect(seen.paths).toEqual(['/']);
    expect(seen.connections()).toBe(1);
  },
);

test.each(['http', 'h2'] as const)(
  'over %s, a request whose every slot passes is never sent, and says so',
  async (protocol) => {
    const seen = await serve(protocol);
    const outcome = await get(`${seen.origin}/`, { slot: passing(1_000, [], seen) });
    expect(outcome).toMatchObject({
      kind: 'failed',
      failure: { code: 'HOST_BUSY' },
      unsent: true,
      requests: [],
    });
    const none: Slot = { ...openSlot, isOpen: () => false, instead: async () => await Promise.resolve(null) };
    expect(await get(`${seen.origin}/`, { slot: none })).toMatchObject({ unsent: true });
    expect(seen.paths).toEqual([]);
  },
);

test('a redirect leaves in the slot that its judge waited for, or in one of the next', async () => {
  const seen = await serve('http');
  const taken: number[] = [];
  const checkHop = async () => await Promise.resolve({ ok: true, slot: passing(1, taken, seen) } as const);
  expect(await get(`${seen.origin}/moved`, { checkHop })).toMatchObject({ kind: 'response' });
  expect(seen.paths).toEqual(['/moved', '/']);
  expect(taken).toEqual([1]);
  const never = async () => await Promise.resolve({ ok: true, slot: passing(9, [], seen) } as const);
  const outcome = await get(`${seen.origin}/moved`, { checkHop: never });
  expect(outcome).toMatchObject({ failure: { code: 'HOST_BUSY' }, url: `${seen.origin}/` });
  expect(outcome).not.toHaveProperty('unsent');
});

test('the trail says when a request left, not when it was begun', async () => {
  const seen = await serve('http');
  let clock = 1_000;
  const slot: Slot = {
    ...openSlot,
    isOpen: () => clock >= 5_000,
    instead: async () => {
      clock = 5_000;
      return await Promise.resolve(slot);
    },
  };
  const outcome = await get(`${seen.origin}/`, { slot, now: () => clock });
  expect(outcome.requests?.map(({ at }) => at)).toEqual([5_000]);
});

test('a fetch whose time is over while it waits for another slot was not sent', async () => {
  const seen = await serve('http');
  const instead = async () => await new Promise<never>(() => undefined);
  const slot: Slot = { ...openSlot, isOpen: () => false, instead };
  expect(await get(`${seen.origin}/`, { slot }, 200)).toMatchObject({ unsent: true });
  expect(seen.paths).toEqual([]);
});

test('a slot is open until its grace is over', async () => {
  let clock = 1_000;
  const sleep = async (ms: number): Promise<void> => await Promise.resolve(void (clock += ms));
  const slot = slotAt(5_000, 50, { now: () => clock, sleep }, openSlot);
  await slot.comes(1_000);
  expect([clock, slot.waitMs()]).toEqual([4_000, 1_000]);
  await slot.comes();
  expect([clock, slot.waitMs(), slot.isOpen()]).toEqual([5_000, 0, true]);
  clock = 5_050;
  expect(slot.isOpen()).toBe(true);
  clock = 5_051;
  expect(slot.isOpen()).toBe(false);
});

test.each(['http', 'h2'] as const)(
  'over %s, the connection is made while a request waits for its slot, and the request is not sent before',
  async (protocol) => {
    const seen = await serve(protocol);
    const before: number[] = [];
    let waits = 700;
    const slot: Slot = {
      ...openSlot,
      waitMs: () => waits,
      comes: async (earlyMs = 0) => {
        if (earlyMs === 0) {
          before.push(seen.connections(), seen.paths.length);
          waits = 0;
        }
        await Promise.resolve();
      },
    };
    expect(await get(`${seen.origin}/`, { slot })).toMatchObject({ status: 200 });
    expect(before).toEqual([1, 0]);
    expect([seen.connections(), seen.paths.length]).toEqual([1, 1]);
  },
);
