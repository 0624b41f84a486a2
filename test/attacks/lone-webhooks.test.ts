import type { SQSClient } from '@aws-sdk/client-sqs';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Dispatcher } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueSpecs } from '../../infra/queues.ts';
import type { StoredEvent } from '../../lib/job/webhook-event.ts';
import { newWebhook } from '../../lib/job/webhook.ts';
import { limits } from '../../lib/limits/limits.ts';
import { deliverJobs } from '../../lib/steps/deliver-webhooks/deliver-jobs.ts';
import { listWebhookEvents, outboxItem } from '../../lib/store/webhooks/outbox.ts';
import { webhookPuts } from '../../lib/store/webhooks/webhook-lease.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';
import { testSealing } from '../harness/test-sealing.ts';

/** One job's event ends every worker that delivers it; what counts is how many workers, and what others get. */
let stores: TestTable;
beforeAll(async () => {
  stores = await startTestTable();
});
afterAll(() => stores.stop());

const spec = queueSpecs().find(({ name }) => name === 'deliver') ?? expect.fail('no queue');
const forever = new Promise<never>(() => {});
const visibilityMs = 720_000;

interface Message {
  readonly id: string;
  readonly body: string;
  receives: number;
}

const putJob = async (job: string, at: number): Promise<void> => {
  const url = `http://${job}.example/`;
  const webhook = newWebhook(
    { id: job, team: 'team', kind: 'crawl', ttl: 9_999_999 },
    { url, headers: {}, metadata: {}, events: [] },
  );
  const event: StoredEvent = { place: '0', event: 'started', at, since: at, attempts: 0, ttl: 9_999_999 };
  const Put = { TableName: stores.table.name, Item: outboxItem(job, event) };
  const TransactItems = [...webhookPuts(stores.table, webhook, null, at), { Put }];
  await stores.table.documents.send(new TransactWriteCommand({ TransactItems }));
};

test('an event that ends its workers ends one in company, then only its own, and is given up', async () => {
  let clock = 1_000_000;
  let ids = 0;
  const queue: Message[] = [];
  const send = (body: string): void => void queue.push({ id: `m${(ids += 1)}`, body, receives: 0 });
  const client = {
    send: async ({ input }: { input: { Entries: { MessageBody: string }[] } }) => {
      for (const { MessageBody } of input.Entries) send(MessageBody);
      return await Promise.resolve({ Failed: [] });
    },
  } as unknown as SQSClient;
  const told: string[] = [];
  let inCompany = 0;
  let alone = 0;

  /** Invokes a sandbox that dies over the deadly event; null if it died. */
  const invoke = async (messages: readonly Message[]): Promise<readonly string[] | null> => {
    const death = Promise.withResolvers<null>();
    const dead = new AbortController();
    const begun: string[] = [];
    const request = async ({ origin }: { origin: string }) => {
      begun.push(origin);
      if (origin.includes('deadly')) {
        dead.abort();
        await new Promise((done) => setTimeout(done, 20));
        if (begun.length > 1) inCompany += 1;
        else alone += 1;
        death.resolve(null);
        return await forever;
      }
      for (let turn = 0; turn < 20 && !dead.signal.aborted; turn += 1)
        await new Promise((done) => setTimeout(done, 5));
      if (dead.signal.aborted) return await forever;
      told.push(origin);
      return { statusCode: 200, body: { dump: async () => await Promise.resolve() } };
    };
    const none = { client: null as never, bucket: 'none' };
    const dependencies = {
      table: stores.table,
      envelopes: none,
      results: none,
      queues: { client, deliver: 'deliver' },
      dispatcher: { request } as unknown as Dispatcher,
      ...testSealing,
      userAgent: 'test',
      now: () => clock,
      random: () => 0.5,
      log: () => {},
    };
    return await Promise.race([death.promise, deliverJobs(dependencies, messages, 120_000)]);
  };

  const jobs = ['a', 'deadly', 'b', 'c', 'd', 'e', 'f'];
  for (const job of jobs) {
    await putJob(job, clock);
    send(JSON.stringify({ v: 1, job }));
  }
  const isOpen = async (): Promise<boolean> =>
    (await listWebhookEvents(stores.table, 'deadly', 'E', { most: 1 })).length > 0;
  for (let round = 0; queue.length > 0 || (await isOpen()); round += 1) {
    expect(round).toBeLessThan(100);
    // The heartbeat sends a message for what is still open.
    if (queue.length === 0) send(JSON.stringify({ v: 1, job: 'deadly' }));
    const messages = queue.splice(0, spec.batchSize);
    for (const message of messages) message.receives += 1;
    const live = messages.filter(({ receives }) => receives <= spec.receivesMax);
    const again = live.length === 0 ? [] : await invoke(live);
    // Long enough for the lease of a dead worker to run out.
    clock += again === null ? visibilityMs : 1_000;
    queue.push(...live.filter(({ id }) => again === null || again.includes(id)));
  }
  expect(told.toSorted()).toEqual(
    jobs.filter((job) => job !== 'deadly').map((job) => `http://${job}.example`),
  );
  expect(inCompany).toBeLessThanOrEqual(1);
  expect(inCompany + alone).toBeLessThanOrEqual(8);
  const [event] = await listWebhookEvents(stores.table, 'deadly', 'L', { most: 1 });
  expect(event).toMatchObject({ outcome: 'failed', error: 'No worker came back from this try' });
  expect(clock - 1_000_000).toBeLessThan(2 * limits.webhookTryMs);
});
