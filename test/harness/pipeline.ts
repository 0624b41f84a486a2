import { S3Client, CreateBucketCommand } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getJob } from '../../lib/aws/get-job.ts';
import { listPages } from '../../lib/aws/list-pages.ts';
import type { Objects } from '../../lib/aws/objects.ts';
import type { Queues } from '../../lib/aws/queues.ts';
import type { Table } from '../../lib/aws/table.ts';
import { finishJob } from '../../lib/deliver/finish-job.ts';
import { validatorsIn } from '../../lib/envelope/known-version.ts';
import { stagePages } from '../../lib/envelope/stage-page.ts';
import { fetchPages } from '../../lib/fetch/fetch-pages.ts';
import { openWeb, type Web } from '../../lib/fetch/open-web.ts';
import type { MakeTier } from '../../lib/fetch/tier.ts';
import { recordFailureIn } from '../../lib/fetch/visit-page.ts';
import { beat } from '../../lib/frontier/beat.ts';
import { buryDeadLetter } from '../../lib/frontier/bury-dead-letters.ts';
import { rememberPages } from '../../lib/frontier/known-pages.ts';
import type { Page } from '../../lib/frontier/page.ts';
import { submitJob } from '../../lib/frontier/submit-job.ts';
import type { Job } from '../../lib/job/job.ts';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { startTestTable, type TestTable } from './table.ts';

/** What a test does to the deliveries and calls of a pipeline. All numbers are probabilities. */
export interface Disturbance {
  /** A message is delivered a second time. */
  readonly duplicate: number;
  /** A message is lost. */
  readonly lose: number;
  /** A call of the table fails before it has an effect, or after, so that only its answer is lost. */
  readonly breakBefore: number;
  readonly breakAfter: number;
  /** A worker dies before it sends what it has to. */
  readonly dieBeforeSend: number;
}

export const undisturbed: Disturbance = {
  duplicate: 0,
  lose: 0,
  breakBefore: 0,
  breakAfter: 0,
  dieBeforeSend: 0,
};

/** The emulators that pipelines share. */
export interface PipelineStores {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly results: Objects;
  stop(): Promise<void>;
}

export const startStores = async (): Promise<PipelineStores> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-pipeline-'));
  const store: TestTable = await startTestTable();
  const cloud = await startCloud({ dataDir });
  const client = new S3Client({
    endpoint: cloud.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  for (const Bucket of ['envelopes', 'results']) await client.send(new CreateBucketCommand({ Bucket }));
  return {
    table: store.table,
    envelopes: { client, bucket: 'envelopes' },
    results: { client, bucket: 'results' },
    stop: async () => {
      client.destroy();
      await cloud.close();
      await store.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** The same numbers for the same seed (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A table some of whose calls fail, as calls do when a worker dies or a connection breaks. */
const fragile = (table: Table, disturbance: Disturbance, random: () => number): Table => {
  const documents = Object.create(table.documents) as Table['documents'];
  documents.send = (async (command: never) => {
    const dice = random();
    if (dice < disturbance.breakBefore) throw new Error('the call was lost');
    const answer = await table.documents.send(command);
    if (dice < disturbance.breakBefore + disturbance.breakAfter) throw new Error('the answer was lost');
    return answer;
  }) as Table['documents']['send'];
  return { ...table, documents };
};

interface Delivery {
  readonly queue: string;
  readonly body: string;
  readonly dueAt: number;
  receives: number;
}

const pause = async (ms: number): Promise<void> => void (await new Promise((done) => setTimeout(done, ms)));

/** Queues that keep messages in memory and deliver them out of order, twice, or not at all. */
const leakyQueues = (
  deliveries: Delivery[],
  disturbance: Disturbance,
  random: () => number,
  now: () => number,
): Queues => {
  const send = (command: {
    input: { QueueUrl: string; Entries?: { Id: string; MessageBody: string; DelaySeconds?: number }[] };
  }) => {
    const { QueueUrl: queue, Entries: entries } = command.input;
    if (entries === undefined)
      return { Attributes: { ApproximateNumberOfMessages: String(deliveries.length) } };
    if (random() < disturbance.dieBeforeSend) throw new Error('the worker died before it sent');
    for (const { MessageBody: body, DelaySeconds: delay = 0 } of entries) {
      if (random() < disturbance.lose) continue;
      const dueAt = now() + delay * 1_000;
      deliveries.push({ queue, body, dueAt, receives: 0 });
      if (random() < disturbance.duplicate) deliveries.push({ queue, body, dueAt, receives: 0 });
    }
    return { Failed: [] };
  };
  const client = {
    send: async (command: never) => await Promise.resolve(send(command)),
  } as unknown as SQSClient;
  return {
    client,
    fetch: { high: 'fetch', normal: 'fetch', low: 'fetch' },
    render: 'render',
    finish: 'finish',
  };
};

/** Our own steps between the real table, real buckets and a real site, with deliveries that a test decides. */
export const startPipeline = (
  stores: PipelineStores,
  options: {
    readonly allow: readonly string[];
    readonly hosts: Record<string, { delay?: number; concurrency?: number }>;
    readonly disturbance: Disturbance;
    readonly seed: number;
    /** Waits as long as the steps and messages want; otherwise the clock is put forward to the next message. */
    readonly realTime?: boolean;
    /** Gets what waits for a browser; without it nobody does. */
    readonly makeBrowserTier?: MakeTier;
    readonly log?: (event: string, fields: Record<string, unknown>) => void;
  },
) => {
  const random = seededRandom(options.seed);
  const deliveries: Delivery[] = [];
  const counted: string[] = [];
  const table = fragile(stores.table, options.disturbance, random);
  let skippedMs = 0;
  const now = (): number => Date.now() + skippedMs;
  const queues = leakyQueues(deliveries, options.disturbance, random, now);
  const calmQueues = leakyQueues(deliveries, undisturbed, random, now);
  const clock = {
    now,
    random,
    sleep: (ms: number) => pause(options.realTime === true ? ms : Math.min(ms, 20)),
  };
  const log = options.log ?? ((): void => {});
  const common = { ...clock, table, queues, known: rememberPages(), log };
  const webOf = (makeTier?: MakeTier): Web =>
    openWeb({
      ...clock,
      table,
      version: 'test',
      contact: 'https://example.com/',
      allow: options.allow,
      policies: { delaySeconds: 0, hosts: options.hosts },
      ...(makeTier === undefined ? {} : { makeTier }),
    });
  const visiting = {
    ...common,
    keep: stagePages({
      table,
      envelopes: stores.envelopes,
      now,
      environment: 'development',
      engineVersion: 'test',
    }),
    recordFailure: recordFailureIn(table, now),
  };
  const fetching = { ...visiting, ...webOf(), validatorsOf: validatorsIn(table, now, 'test') };
  const rendering = { ...visiting, ...webOf(options.makeBrowserTier) };

  const work = async (delivery: Delivery): Promise<boolean> => {
    try {
      if (delivery.queue === 'finish') {
        const { job } = JSON.parse(delivery.body) as { job: string };
        await finishJob({ ...common, envelopes: stores.envelopes, results: stores.results }, job);
        return true;
      }
      if (delivery.receives > 10) {
        const letter = {
          body: JSON.parse(delivery.body) as unknown,
          queue: 'fetch-dead',
          receives: 10,
          firstReceivedAt: now(),
        };
        await buryDeadLetter(common, letter);
        return true;
      }
      return (
        (
          await fetchPages(
            delivery.queue === 'render' ? rendering : fetching,
            [{ id: 'message', body: delivery.body, receives: delivery.receives }],
            120_000,
          )
        ).length === 0
      );
    } catch {
      return false;
    }
  };

  return {
    deliveries,
    /** What somebody was told of. */
    counted,
    submit: (kind: Job['kind'], body: unknown) =>
      submitJob(
        { ...common, table: stores.table, queues: calmQueues, results: stores.results, allowScripts: true },
        { kind, body, team: 'default' },
      ),
    /** Works until the job has ended: deliveries in random order, two at a time, and a heartbeat whenever all are gone. */
    run: async (job: string, rounds = 4_000, { heartbeat = true } = {}): Promise<Job> => {
      for (let round = 0; round < rounds; round += 1) {
        const current = await getJob(stores.table, job);
        if (current !== null && 'completedAt' in current) return current;
        if (deliveries.length === 0 && heartbeat) {
          skippedMs += 10 * 60_000;
          await beat({
            ...common,
            table: stores.table,
            results: stores.results,
            counted: (metric) => counted.push(metric),
          });
        }
        const wait = Math.min(...deliveries.map(({ dueAt }) => dueAt)) - now();
        if (Number.isFinite(wait) && wait > 0) {
          if (options.realTime === true) await pause(wait);
          else skippedMs += wait;
        }
        const due = deliveries.filter(({ dueAt }) => dueAt <= now());
        const taken = [0, 1].flatMap(() => due.splice(Math.floor(random() * due.length), 1));
        for (const delivery of taken) deliveries.splice(deliveries.indexOf(delivery), 1);
        const done = await Promise.all(
          taken.map(async (delivery) => {
            delivery.receives += 1;
            return await work(delivery);
          }),
        );
        // As a queue does: what was not worked off comes again after a while.
        for (const [index, delivery] of taken.entries()) {
          if (done[index] !== true)
            deliveries.push({ ...delivery, dueAt: now() + (options.realTime === true ? 100 : 30_000) });
        }
      }
      throw new Error(`The job ${job} did not end within ${rounds} rounds (seed ${options.seed})`);
    },
    pages: async (job: string): Promise<Page[]> => {
      const pages: Page[] = [];
      for await (const portion of listPages(stores.table, job)) pages.push(...portion);
      return pages;
    },
  };
};
