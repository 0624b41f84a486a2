import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseOpenRange } from '../../lib/fetch/http/address.ts';
import { guardedDial, guardedDispatcher, type GuardOptions } from '../../lib/fetch/http/guarded-connect.ts';
import { networkFailure } from '../../lib/fetch/http/network-failure.ts';

/**
 * Names of a resolver of the attacker's own: each answers with what its turn says, with no time to live. The site
 * stands on
 * 127.0.0.2, which is open; on 127.0.0.1 stands what nobody may reach, under the same port.
 */
const turns = new Map<string, string[][]>();
let asked: string[] = [];
let hits = 0;
let dns: Socket;
let site: Server;
let inside: Server;
let port: number;
let resolver: Resolver;

const record = (name: Buffer, address: string): Buffer => {
  const isName = !/^[\d.]+$/.test(address);
  const data = isName
    ? Buffer.concat([
        ...address.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
        Buffer.from([0]),
      ])
    : Buffer.from(address.split('.').map(Number));
  const head = Buffer.alloc(10);
  head.writeUInt16BE(isName ? 5 : 1, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, head, data]);
};

/** Answers a question (RFC 1035): A records of the name's turn, nothing for other types. */
const answerTo = (question: Buffer): Buffer => {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = question.readUInt16BE(at + 1);
  const name = labels.join('.').toLowerCase();
  const left = turns.get(name) ?? [];
  const addresses = type === 1 ? ((left.length > 1 ? left.shift() : left[0]) ?? []) : [];
  if (type === 1) asked.push(name);
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([
    head,
    question.subarray(12, at + 5),
    ...addresses.map((address) => record(Buffer.from([0xc0, 12]), address)),
  ]);
};

beforeAll(async () => {
  dns = createSocket('udp4');
  dns.on('message', (question, from) => dns.send(answerTo(question), from.port, from.address));
  dns.bind(0, '127.0.0.1');
  await once(dns, 'listening');
  resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${dns.address().port}`]);
  site = createServer((_request, response) => response.setHeader('connection', 'close').end('the site'));
  site.listen(0, '127.0.0.2');
  await once(site, 'listening');
  ({ port } = site.address() as AddressInfo);
  inside = createServer((_request, response) => response.end('inside'));
  inside.on('connection', () => (hits += 1));
  inside.listen(port, '127.0.0.1');
  await once(inside, 'listening');
});
afterAll(() => {
  dns.close();
  site.close();
  inside.close();
});
beforeEach(() => {
  turns.clear();
  asked = [];
  hits = 0;
});

const guard = (): GuardOptions => {
  const range = parseOpenRange(`127.0.0.2/32:${port}`);
  if (range === null) throw new Error('not a range');
  return { open: [range], resolve: async (name) => await resolver.resolve4(name), connectMs: 120_000 };
};

const get = async (name: string): Promise<string> => {
  const dispatcher = guardedDispatcher(guard());
  try {
    const { body } = await dispatcher.request({ origin: `http://${name}:${port}`, path: '/', method: 'GET' });
    return await body.text();
  } catch (error) {
    return networkFailure(error, name).code;
  } finally {
    await dispatcher.destroy();
  }
};

test('a name that leads to the site is fetched, so that what is refused below is not refused for nothing', async () => {
  turns.set('good.test', [['127.0.0.2']]);
  expect(await get('good.test')).toBe('the site');
});

test('a name that leads inside after it was judged is connected to where it was judged, asked for once', async () => {
  turns.set('turns.test', [['127.0.0.2'], ['127.0.0.1']]);
  expect(await get('turns.test')).toBe('the site');
  expect(asked).toEqual(['turns.test']);
  expect(await get('turns.test')).toBe('DNS_NOT_FOUND');
  expect(hits).toBe(0);
});

test('of a name with addresses inside and outside only those outside are tried, in any order', async () => {
  turns.set('both.test', [['127.0.0.1', '127.0.0.2'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.1']]);
  expect(await get('both.test')).toBe('the site');
  expect(await get('both.test')).toBe('the site');
  expect(await get('both.test')).toBe('DNS_NOT_FOUND');
  expect(hits).toBe(0);
});

test('hundreds of requests to a name that changes with each answer reach nothing inside', async () => {
  turns.set(
    'flips.test',
    Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? ['127.0.0.2'] : ['127.0.0.1'])),
  );
  const answers: string[] = [];
  for (let round = 0; round < 200; round += 1) answers.push(await get('flips.test'));
  expect(new Set(answers)).toEqual(new Set(['the site', 'DNS_NOT_FOUND']));
  expect(hits).toBe(0);
});

test('what Chromium asks its proxy for is judged by the same answer', async () => {
  turns.set('dials.test', [['127.0.0.2'], ['127.0.0.1']]);
  const dial = guardedDial(guard());
  const socket = await dial('dials.test', port);
  expect(socket.remoteAddress).toBe('127.0.0.2');
  socket.destroy();
  await expect(dial('dials.test', port)).rejects.toThrow();
  expect(hits).toBe(0);
});

/** Answers that lead inside under another name, or that are no answers. */
test.each([
  ['this host', ['0.0.0.0']],
  ['loopback by its last address', ['127.255.255.254']],
  ['the metadata of a machine', ['169.254.169.254']],
  ['credentials of a container', ['169.254.170.2']],
  ['a private network', ['10.0.0.1', '172.16.0.1', '192.168.0.1']],
  ['a shared network', ['100.64.0.1']],
  ['everybody', ['255.255.255.255']],
  ['a group', ['224.0.0.1']],
  ['what is kept for later', ['240.0.0.1']],
  ['another name', ['localhost']],
  ['itself', ['leads.test']],
  ['twenty addresses inside', Array.from({ length: 20 }, () => '127.0.0.1')],
  ['nothing', []],
])('a name that leads to %s is one that does not exist', async (_what, addresses) => {
  for (const name of ['leads.test', 'LEADS.test', 'leads.test.']) {
    turns.set('leads.test', [[...addresses]]);
    expect(await get(name)).toBe('DNS_NOT_FOUND');
  }
  expect(hits).toBe(0);
});
