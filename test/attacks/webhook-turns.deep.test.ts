import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Dispatcher } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueSpecs } from '../../infra/queues.ts';
import { newWebhook, type JobWebhook } from '../../lib/job/webhook.ts';
import type { StoredEvent } from '../../lib/job/webhook-event.ts';
import { limits } from '../../lib/limits/limits.ts';
import { deliverWebhooks } from '../../lib/steps/deliver-webhooks/deliver-webhooks.ts';
import { sendDeliver } from '../../lib/store/queues.ts';
import { outboxItem } from '../../lib/store/webhooks/outbox.ts';
import { webhookPuts } from '../../lib/store/webhooks/webhook-lease.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, patientSqsClient } from '../conformance/cloud-under-test.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';
import { testSealing } from '../harness/test-sealing.ts';

/**
 * One team's receivers take their time, as many as it has jobs. Another team's crawl ends meanwhile. Nothing here is
 * measured in time: what counts is how many of the dawdling answers come before the other team's first webhook.
 */
const data = newDataDir();
let stores: TestTable;
let cloud: Cloud;
let sqs: SQSClient;
beforeAll(async () => {
  stores = await startTestTable();
  cloud = await startCloud({ dataDir: data.path });
  sqs = patientSqsClient(cloud.url);
});
afterAll(async () => {
  sqs.destroy();
  await cloud.close();
  await stores.stop();
  data.remove();
});

const spec = queueSpecs().find(({ name }) => name === 'deliver') ?? expect.fail('no queue');
/** Within this time another team's first webhook has to come (ms), whatever the receivers of one team do. */
const goalMs = 10_000;
/** How long a dawdling receiver takes for each event of a job: always just what it may; or the worst for the turn. */
const dawdles: Readonly<Record<string, (event: number) => number>> = {
  'all the time that they may': () => limits.webhookMs - 1,
  'little time for one event and all that they may for the next': (event) =>
    event % 2 === 0 ? limits.webhookTurnMs - 1 : limits.webhookMs - 1,
};
/** How long a worker may run. */
const workerMs = 90_000;
const eventsPerJob = 12;

/** A request that a receiver has not answered yet. */
interface Held {
  readonly until: number;
  answer(): void;
}

/** Workers as many as the template has, each taking as many messages at a time; receivers answer when told to. */
const openWorld = async (name: string, dawdleMs: (event: number) => number) => {
  const { QueueUrl: deliver = '' } = await sqs.send(
    new CreateQueueCommand({ QueueName: name, Attributes: { VisibilityTimeout: '720' } }),
  );
  const queues = { client: sqs, deliver };
  const held: Held[] = [];
  const told: string[] = [];
  let clock = 1_000_000;
  /** Workers that have messages, those of them that give their messages back, and jobs that are being delivered. */
  let busy = 0;
  let ending = 0;
  let atWork = 0;
  let isOver = false;
  const thrown: unknown[] = [];
  const now = (): number => clock;

  const request = async ({ origin, path }: { origin: string; path: string }) => {
    const team = origin.includes('slow') ? 'slow' : 'other';
    if (team === 'slow') {
      const answered = Promise.withResolvers<void>();
      const event = told.filter((one) => one === `slow${path}`).length;
      held.push({ until: clock + dawdleMs(event), answer: answered.resolve });
      await answered.promise;
    }
    told.push(`${team}${path}`);
    return { statusCode: 200, body: { dump: async () => await Promise.resolve() } };
  };
  const none = { client: null as never, bucket: 'none' };
  const dependencies = {
    table: stores.table,
    envelopes: none,
    results: none,
    queues,
    dispatcher: { request } as unknown as Dispatcher,
    ...testSealing,
    userAgent: 'test',
    now,
    random: () => 0.5,
    log: () => {},
  };

  const invoke = async (): Promise<boolean> => {
    if (isOver) return false;
    const received = new ReceiveMessageCommand({ QueueUrl: deliver, MaxNumberOfMessages: spec.batchSize });
    const { Messages: messages = [] } = await sqs.send(received);
    if (messages.length === 0) return false;
    busy += 1;
    const each = messages.map(async ({ Body = '' }) => {
      atWork += 1;
      const { job } = JSON.parse(Body) as { job: string };
      await deliverWebhooks(dependencies, job, clock + workerMs).catch((error: unknown) =>
        thrown.push(error),
      );
      atWork -= 1;
    });
    void Promise.all(each).then(async () => {
      ending += 1;
      for (const { ReceiptHandle } of messages)
        await sqs.send(new DeleteMessageCommand({ QueueUrl: deliver, ReceiptHandle }));
      ending -= 1;
      busy -= 1;
    });
    return true;
  };

  /** Lets everything happen that does not wait for a receiver. */
  const settle = async (): Promise<void> => {
    for (;;) {
      let isEmpty = false;
      while (busy < spec.concurrencyMax && !isEmpty) isEmpty = !(await invoke());
      await new Promise((done) => setTimeout(done, 1));
      if (atWork === held.length && ending === 0 && (isEmpty || busy === spec.concurrencyMax)) break;
    }
    expect(thrown).toEqual([]);
  };

  const answerNext = (): void => {
    const [next] = held.toSorted((a, b) => a.until - b.until);
    if (next === undefined) return expect.fail('nobody waits for a receiver');
    held.splice(held.indexOf(next), 1);
    clock = Math.max(clock, next.until);
    next.answer();
  };

  return {
    now,
    held,
    told,
    settle,
    /** Puts a job whose events are all in its outbox, and rings for it. */
    put: async (team: string, job: string) => {
      const spec = { url: `http://${team}.example/${job}`, headers: {}, metadata: {}, events: [] };
      const webhook: JobWebhook = newWebhook({ id: job, team, kind: 'crawl', ttl: 9_999_999 }, spec);
      const events = Array.from({ length: eventsPerJob }, (_, index): StoredEvent => {
        const place = `1#${String(index).padStart(14, '0')}`;
        return { place, event: 'started', at: clock, since: clock, attempts: 0, ttl: 9_999_999 };
      });
      const Items = events.map((event) => ({
        Put: { TableName: stores.table.name, Item: outboxItem(job, event) },
      }));
      await stores.table.documents.send(
        new TransactWriteCommand({
          TransactItems: [...(webhookPuts(stores.table, webhook, null, clock) ?? []), ...Items],
        }),
      );
      await sendDeliver(queues, { id: job, team });
    },
    /** Answers whoever answers next, and puts the clock to when that is. */
    answerNext,
    /** Lets the workers end what they have begun. */
    close: async () => {
      isOver = true;
      const isBusy = (): boolean => busy > 0;
      for (; isBusy(); await settle()) while (held.length > 0) answerNext();
    },
  };
};

test.each(
  [60, 180].flatMap((jobs) => Object.entries(dawdles).map(([how, dawdleMs]) => ({ jobs, how, dawdleMs }))),
)(
  'of $jobs jobs whose receivers take $how, another team waits for the turn of each that is under way, at most 10 s',
  async ({ jobs, how, dawdleMs }) => {
    const name = `${jobs}-${how.length}`;
    const { put, settle, told, held, now, answerNext, close } = await openWorld(`deliver-${name}`, dawdleMs);
    for (let job = 0; job < jobs; job += 1) await put('slow', `slow-${name}-${job}`);
    await settle();
    const underway = spec.concurrencyMax * spec.batchSize;
    expect(held).toHaveLength(underway);
    await put('other', `other-${name}`);
    const since = now();
    let dawdled = 0;
    for (; !told.some((path) => path.startsWith('other')); dawdled += 1) {
      // Those under way, and one event more of each that was quick.
      expect(dawdled).toBeLessThan(2 * underway);
      answerNext();
      await settle();
    }
    // By the receivers' own clock, which only their answers move.
    expect(now() - since).toBeLessThanOrEqual(limits.webhookTurnMs + limits.webhookMs);
    expect(now() - since).toBeLessThan(goalMs);
    // The dawdling team is not forgotten: each of its turns told something, in order.
    expect(told.filter((path) => path.startsWith('slow')).length).toBe(dawdled);
    await close();
  },
);
