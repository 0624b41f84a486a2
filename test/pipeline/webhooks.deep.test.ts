import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import {
  webhookPuts,
  listDueWebhooks,
  releaseWebhook,
  acquireWebhook,
} from '../../lib/store/webhooks/webhook-lease.ts';
import { deliverWebhooks } from '../../lib/steps/deliver-webhooks/deliver-webhooks.ts';
import { readDeliveries, type DeliveryLog } from '../../lib/steps/api/read-deliveries.ts';
import { redeliverWebhooks } from '../../lib/steps/api/redeliver-webhooks.ts';
import { deriveWebhookSecret } from '../../lib/deliver/webhook/webhook-signature.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { newWebhook } from '../../lib/job/webhook.ts';
import { limits } from '../../lib/limits/limits.ts';
import { undisturbed, type Disturbance } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: {
    readonly success: boolean;
    readonly type: string;
    readonly id: string;
    readonly webhookId: string;
    readonly data: readonly { readonly markdown?: string; readonly metadata: Record<string, unknown> }[];
    readonly error: string | null;
    readonly metadata: Record<string, unknown>;
  };
}

/**
 * A receiver on loopback; `answer` says what it answers the n-th request with (from 1), `hang up` with nothing at all.
 */
const receiver = async (answer: (nth: number, path: string) => number | 'hang up' = () => 200) => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, text, body: JSON.parse(text) as Received['body'] });
      const status = answer(received.length, request.url ?? '/');
      if (status === 'hang up') request.socket.destroy();
      else response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  ending.push(close);
  return { url: `http://127.0.0.1:${port}/hook`, allow: `127.0.0.1/32:${port}`, received, close };
};

/** A site of a start page, two good pages and one that is not there. */
const smallSite = async (): Promise<TestSite> => {
  const site = await serveSite((path, response) => {
    if (path === '/gone' || path === '/robots.txt' || path === '/sitemap.xml')
      return void response.writeHead(404).end('not here');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(htmlPage(`Page ${path}`, path === '/' ? ['/one', '/two', '/gone'] : []));
  });
  ending.push(() => site.close());
  return site;
};

const setUp = async (
  to: { readonly url: string; readonly allow?: string },
  webhook: unknown = { url: to.url, metadata: { order: 7 }, headers: { 'X-Mine': 'yes' } },
  disturbance: Disturbance = undisturbed,
  seed = 1,
) => {
  const site = await smallSite();
  const pipeline = startPipeline(stores, {
    allow: [site.allow, ...(to.allow === undefined ? [] : [to.allow])],
    hosts: {},
    disturbance,
    seed,
  });
  const body = { url: `${site.origin}/`, limit: 10, sitemap: 'skip', webhook };
  const submitted = await pipeline.submit('crawl', body);
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const { id } = submitted.job;
  const log = async (): Promise<DeliveryLog> => {
    const found = await readDeliveries(stores.table, id, { after: '', count: 100 });
    if (found === null) throw new Error('the job has no webhook');
    return found;
  };
  const redeliver = (which: 'failed' | 'all') =>
    redeliverWebhooks({ table: stores.table, queues: pipeline.queues, now: pipeline.now }, id, which);
  const isOpen = async (): Promise<boolean> =>
    (await listDueWebhooks(stores.table, Number.MAX_SAFE_INTEGER, 100)).some(({ job }) => job === id);
  return { pipeline, id, log, redeliver, isOpen, site };
};

const typesOf = (received: readonly Received[]): string[] => received.map(({ body }) => body.type);
const inOrder = ['crawl.started', 'crawl.page', 'crawl.page', 'crawl.page', 'crawl.page', 'crawl.completed'];

test('a crawl tells its start, each page and its end, in this order, signed in both ways', async () => {
  const to = await receiver();
  const { pipeline, id, log, isOpen, site } = await setUp(to);
  await pipeline.run(id);
  await pipeline.settle();
  expect(typesOf(to.received)).toEqual(inOrder);
  const pages = to.received.slice(1, 5).map(({ body }) => body);
  const gone = pages.find(({ success }) => !success);
  expect(gone).toMatchObject({
    id,
    error: expect.stringContaining('404') as string,
    data: [{ metadata: { sourceURL: `${site.origin}/gone`, statusCode: 404, code: 'HTTP_NOT_FOUND' } }],
    metadata: { order: 7 },
  });
  const good = pages.filter(({ success }) => success);
  expect(good).toHaveLength(3);
  expect(good[0]?.data[0]?.markdown).toContain('Page /');
  const secret = deriveWebhookSecret('default', 'pepper');
  for (const { headers, text, body } of to.received) {
    const firecrawl = createHmac('sha256', secret).update(text).digest('hex');
    expect(headers['x-firecrawl-signature']).toBe(`sha256=${firecrawl}`);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signed = `${body.webhookId}.${String(headers['webhook-timestamp'])}.${text}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    expect(headers['webhook-id']).toBe(body.webhookId);
    expect(headers['x-mine']).toBe('yes');
  }
  expect((await log()).deliveries.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(
    inOrder.map(() => 'delivered 1'),
  );
  expect(await isOpen()).toBe(false);
  expect(pipeline.announced.map((job) => [job.id, job.status])).toEqual([[id, 'completed']]);
});

test('a receiver that fails twice gets the event a third time with the same id, and what comes after it waits', async () => {
  const to = await receiver((nth) => (nth === 1 ? 500 : nth === 2 ? 'hang up' : 200));
  const { pipeline, id, log, isOpen } = await setUp(to);
  await pipeline.run(id);
  await pipeline.settle(3);
  expect(typesOf(to.received)).toEqual(['crawl.started', 'crawl.started', ...inOrder]);
  expect(new Set(to.received.slice(0, 3).map(({ body }) => body.webhookId)).size).toBe(1);
  const { deliveries } = await log();
  expect(deliveries[0]).toMatchObject({ status: 'delivered', attempts: 3, lastStatusCode: 200, error: null });
  expect(await isOpen()).toBe(false);
});

test(
  'a receiver that is dead for a day gets no more: each event ends as failed with the reason, and can be ' +
    'delivered again',
  async () => {
    const to = await receiver();
    let isDead = true;
    const late = await receiver(() => (isDead ? 503 : 200));
    const { pipeline, id, log, redeliver, isOpen } = await setUp(late);
    expect(to.received).toEqual([]);
    await pipeline.run(id);
    await pipeline.settle(160);
    const { deliveries } = await log();
    expect(deliveries.map(({ status }) => status)).toEqual(inOrder.map(() => 'failed'));
    expect(deliveries[0]).toMatchObject({ attempts: 8, lastStatusCode: 503 });
    expect(deliveries[5]?.error).toMatch(/Not tried|answered 503/);
    expect(await isOpen()).toBe(false);
    const before = late.received.length;
    isDead = false;
    expect(await redeliver('failed')).toMatchObject({ events: 6 });
    await pipeline.settle();
    expect(typesOf(late.received.slice(before))).toEqual(inOrder);
    expect(late.received[before]?.body.webhookId).toBe(late.received[0]?.body.webhookId);
    expect(await redeliver('failed')).toMatchObject({ events: 0 });
  },
);

test('a worker that dies between sending an event and noting it leaves it to the next, who sends it with the same id', async () => {
  const to = await receiver();
  const { pipeline, id, log } = await setUp(to, { url: to.url, events: ['started'] });
  const dying = Object.create(stores.table.documents) as typeof stores.table.documents;
  dying.send = (async (command: { input: { TransactItems?: unknown } }) => {
    if (command.input.TransactItems !== undefined) throw new Error('the worker died');
    return await stores.table.documents.send(command as never);
  }) as typeof dying.send;
  const table = { ...stores.table, documents: dying };
  await expect(
    deliverWebhooks({ ...pipeline.delivering, table }, id, pipeline.now() + 60_000),
  ).rejects.toThrow('the worker died');
  expect(typesOf(to.received)).toEqual(['crawl.started']);
  // While its lease lasts nobody else delivers.
  await deliverWebhooks(pipeline.delivering, id, pipeline.now() + 60_000);
  expect(to.received).toHaveLength(1);
  pipeline.skip(limits.webhookLeaseMs + 1);
  await deliverWebhooks(pipeline.delivering, id, pipeline.now() + 60_000);
  expect(to.received).toHaveLength(2);
  expect(to.received[1]?.body.webhookId).toBe(to.received[0]?.body.webhookId);
  expect((await log()).deliveries).toMatchObject([{ status: 'delivered' }]);
});

test('a hook that was closed and is taken once more is looked at again when it is put back', async () => {
  const { table } = stores;
  const order = { url: 'https://example.com/hook', headers: {}, metadata: {}, events: [] };
  const webhook = newWebhook(
    { id: 'closed-hook', team: 'default', kind: 'crawl', ttl: 4_000_000_000 },
    order,
  );
  await table.documents.send(
    new TransactWriteCommand({ TransactItems: webhookPuts(table, webhook, null, 1_000) }),
  );
  const due = async (): Promise<boolean> =>
    (await listDueWebhooks(table, 9_000, 1_000)).some(({ job }) => job === webhook.job);
  const take = async (lease: string, now: number) =>
    expect(await acquireWebhook(table, webhook.job, { lease, now, until: now + 100 })).not.toBeNull();
  await take('one', 2_000);
  expect(await releaseWebhook(table, webhook.job, 'one', 'closed')).toBe(true);
  expect(await due()).toBe(false);
  await take('two', 3_000);
  expect(await releaseWebhook(table, webhook.job, 'two', { lookAt: 5_000, notBefore: 5_000 })).toBe(true);
  expect(await due()).toBe(true);
});

test('a private address is told nothing unless the configuration opens it', async () => {
  const to = await receiver();
  const { pipeline, id, log } = await setUp({ url: to.url });
  await pipeline.run(id);
  await pipeline.settle();
  expect(to.received).toEqual([]);
  expect((await log()).deliveries[0]).toMatchObject({ status: 'pending', lastStatusCode: null });
  expect((await log()).deliveries[0]?.error).toContain('ADDRESS_NOT_ALLOWED');
});

test('a receiver that does not answer in its time has refused', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  ending.push(async () => {
    silent.closeAllConnections();
    await new Promise((done) => silent.close(done));
  });
  const { port } = silent.address() as AddressInfo;
  const to = { url: `http://127.0.0.1:${port}/`, allow: `127.0.0.1/32:${port}` };
  const { pipeline, id, log } = await setUp(to, { url: to.url, events: ['started'] });
  await deliverWebhooks(pipeline.delivering, id, pipeline.now() + 60_000);
  expect((await log()).deliveries[0]).toMatchObject({ status: 'pending', attempts: 1, lastStatusCode: null });
  expect((await log()).deliveries[0]?.error).toContain('TIMEOUT');
});

test('a redirect is a failure: the body goes to no address that nobody named', async () => {
  const paths: string[] = [];
  const to = await receiver((_, path) => {
    paths.push(path);
    return 302;
  });
  const { pipeline, id, log } = await setUp(to);
  await pipeline.run(id);
  expect(new Set(paths)).toEqual(new Set(['/hook']));
  expect((await log()).deliveries[0]).toMatchObject({ status: 'pending', lastStatusCode: 302 });
});

test('only the events that were asked for are told, under either name', async () => {
  const to = await receiver();
  const { pipeline, id } = await setUp(to, { url: to.url, events: ['crawl.completed', 'started'] });
  await pipeline.run(id);
  await pipeline.settle();
  expect(typesOf(to.received)).toEqual(['crawl.started', 'crawl.completed']);
});

test('a job that is cancelled says so last', async () => {
  const to = await receiver();
  const { pipeline, id } = await setUp(to, to.url);
  await endEarly(
    { table: stores.table, queues: pipeline.queues, now: pipeline.now },
    { id, team: 'default' },
    {
      outcome: 'cancelled',
      code: 'JOB_CANCELLED',
    },
  );
  await pipeline.run(id);
  await pipeline.settle();
  expect(typesOf(to.received)).toEqual(['crawl.started', 'crawl.cancelled']);
  expect(to.received[1]?.body).toMatchObject({ success: false, error: 'The job was cancelled' });
});

test('whatever is lost, doubled or broken on the way, every event arrives, the start before all and the end after all', async () => {
  for (const seed of [3, 4, 5]) {
    const to = await receiver((nth) => (nth % 5 === 0 ? 500 : 200));
    const disturbance = {
      duplicate: 0.1,
      lose: 0.15,
      breakBefore: 0.02,
      breakAfter: 0.02,
      dieBeforeSend: 0.05,
    };
    const { pipeline, id, log, isOpen } = await setUp(to, to.url, disturbance, seed);
    await pipeline.run(id);
    for (let round = 0; round < 40 && (await isOpen()); round += 1) await pipeline.settle();
    expect(await isOpen(), `seed ${seed}`).toBe(false);
    const { deliveries } = await log();
    expect(deliveries.map(({ type, status }) => `${type} ${status}`)).toEqual(
      inOrder.map((type) => `${type} delivered`),
    );
    const ids = to.received.map(({ body }) => body.webhookId);
    const firsts = ids.filter((each, index) => ids.indexOf(each) === index);
    const placed = deliveries.map(({ webhookId }) => webhookId);
    expect(firsts.toSorted(), `seed ${seed}`).toEqual(placed.toSorted());
    expect([firsts.at(0), firsts.at(-1)], `seed ${seed}`).toEqual([placed.at(0), placed.at(-1)]);
  }
});
