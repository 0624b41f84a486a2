import { S3Client, CreateBucketCommand } from '@aws-sdk/client-s3';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getExtractSpec } from '../../lib/store/jobs/extract-specs.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { listPages } from '../../lib/store/frontier/list-pages.ts';
import { openMeter } from '../../lib/store/meter.ts';
import type { Objects } from '../../lib/store/objects.ts';
import type { Table } from '../../lib/store/table.ts';
import { deliverWebhooks } from '../../lib/steps/deliver-webhooks/deliver-webhooks.ts';
import { finishJob } from '../../lib/steps/finish-job/finish-job.ts';
import { createAnswerSizes } from '../../lib/steps/extract-pages/create-answer-sizes.ts';
import { extractPages } from '../../lib/steps/extract-pages/extract-pages.ts';
import { fetchPages } from '../../lib/steps/fetch-pages/fetch-pages.ts';
import { guardedDispatcher } from '../../lib/fetch/http/guarded-connect.ts';
import { parseOpenRanges } from '../../lib/fetch/http/open-ranges.ts';
import { openWeb, type WebAccess } from '../../lib/steps/fetch-pages/open-web.ts';
import type { MakeTier, Tier } from '../../lib/fetch/tier/tier.ts';
import { runHeartbeat } from '../../lib/steps/heartbeat/heartbeat.ts';
import { buryDeadLetter, type DeadLetter } from '../../lib/steps/bury-dead-letters/bury-dead-letters.ts';
import { createSeenCache } from '../../lib/frontier/seen-cache.ts';
import type { Page } from '../../lib/frontier/page.ts';
import { submitJob, type Submission } from '../../lib/steps/submit-job/submit-job.ts';
import type { Job } from '../../lib/job/job.ts';
import { createHosts, hostsDocumentSchema } from '../../lib/fetch/politeness/host-policies.ts';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { actAs, noteCalls } from './acting.ts';
import { fragile } from './fragile-table.ts';
import { leakyQueues, undisturbed, type LeakyDelivery, testEventBus } from './leaky-queues.ts';
import { seededRandom } from './seeded-random.ts';
import type { PipelineOptions } from './pipeline-options.ts';
import { testSealing } from './test-sealing.ts';
import { startTestTable, type TestTable } from './table.ts';

export interface PipelineStores {
  readonly table: Table;
  readonly envelopes: Objects;
  readonly results: Objects;
  readonly sources: Objects;
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
  noteCalls(client);
  for (const Bucket of ['envelopes', 'results', 'sources'])
    await client.send(new CreateBucketCommand({ Bucket }));
  return {
    table: store.table,
    envelopes: { client, bucket: 'envelopes' },
    results: { client, bucket: 'results' },
    sources: { client, bucket: 'sources' },
    stop: async () => {
      client.destroy();
      await cloud.close();
      await store.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const pause = async (ms: number): Promise<void> => void (await new Promise((done) => setTimeout(done, ms)));

/** Our own steps between the real table, real buckets and a real site, with deliveries that a test decides. */
export const startPipeline = (stores: PipelineStores, options: PipelineOptions) => {
  const random = seededRandom(options.seed);
  const deliveries: LeakyDelivery[] = [];
  const announced: Job[] = [];
  const { alerts, refuseAlerts, announceAlert } = testEventBus();
  const table = fragile(stores.table, options.disturbance, random);
  let skippedMs = options.aheadMs ?? 0;
  const now = (): number => Date.now() + skippedMs;
  const queues = leakyQueues(deliveries, options.disturbance, random, now);
  const calmQueues = leakyQueues(deliveries, undisturbed, random, now);
  const clock = {
    now,
    random,
    sleep: async (ms: number): Promise<void> => {
      await pause(options.realTime === true ? ms : Math.min(ms, 20));
      await options.heldUp?.();
    },
  };
  const log = options.log ?? ((): void => {});
  const atRest = { table: stores.table, results: stores.results, sources: stores.sources };
  const { headerSecret = testSealing.headerSecret } = options;
  const told = { log, announceAlert };
  const common = { ...clock, ...testSealing, headerSecret, table, queues, seen: createSeenCache(), ...told };
  const hosts = createHosts(hostsDocumentSchema.parse(options.hostsDocument ?? {}), options.hosts);
  const { makeRemoteTier, webDraw } = options;
  const webOf = (makeTier?: MakeTier): WebAccess =>
    openWeb({
      ...clock,
      ...(webDraw === undefined ? {} : { random: () => webDraw }),
      table,
      version: 'test',
      contact: 'https://example.com/',
      allow: options.allow,
      policies: { delaySeconds: 0, hosts },
      ...(makeTier === undefined ? {} : { makeTier }),
      ...(makeRemoteTier === undefined || makeTier !== undefined ? {} : { makeRemoteTier }),
    });
  const web = webOf();
  const visiting = {
    ...common,
    envelopes: stores.envelopes,
    environment: 'development' as const,
    engineVersion: options.engine ?? 'test',
    readSpec: (hash: string) => getExtractSpec(table, hash),
    meter: openMeter('fetchMs', now),
  };
  const heldUp = (tier: Tier): Tier => ({
    ...tier,
    send: async (...asked) => {
      await options.heldUp?.();
      return await tier.send(...asked);
    },
  });
  const fetching = { ...visiting, ...web, tier: heldUp(web.tier), api: heldUp(web.api) };
  const rendering = { ...visiting, ...webOf(options.makeBrowserTier) };

  const extracting = {
    ...common,
    envelopes: stores.envelopes,
    readSpec: (hash: string) => getExtractSpec(table, hash),
    answerSizes: createAnswerSizes(common),
    questions: { table, now, log, models: null as never },
    meter: openMeter('extractMs', now),
    answer:
      options.answer ??
      ((): never => {
        throw new Error('The pipeline was given nothing that answers');
      }),
  };

  const delivering = {
    ...common,
    envelopes: stores.envelopes,
    results: stores.results,
    dispatcher: guardedDispatcher({ open: parseOpenRanges(options.allow) }),
    userAgent: 'Gleaner-Webhooks/test',
  };

  const work = async (delivery: LeakyDelivery): Promise<boolean> => {
    const message = { id: 'message', body: delivery.body, receives: delivery.receives };
    try {
      if (delivery.queue === 'finish') {
        const { job } = JSON.parse(delivery.body) as { job: string };
        await actAs('finish-job', () =>
          finishJob(
            {
              ...common,
              envelopes: stores.envelopes,
              results: stores.results,
              sources: stores.sources,
              announce: async (ended) => await Promise.resolve(void announced.push(ended)),
            },
            job,
          ),
        );
        return true;
      }
      if (delivery.queue === 'deliver') {
        const { job } = JSON.parse(delivery.body) as { job: string };
        await actAs('deliver-webhooks', () => deliverWebhooks(delivering, job, now() + 60_000));
        return true;
      }
      if (delivery.receives > 10) {
        const letter = {
          body: JSON.parse(delivery.body) as unknown,
          queue: delivery.queue,
          receives: 10,
          firstReceivedAt: now(),
        };
        await actAs('bury-dead-letters', () => buryDeadLetter(common, letter));
        return true;
      }
      if (delivery.queue === 'extract') {
        const failed = await actAs('extract-pages', () => extractPages(extracting, [message], 140_000));
        return failed.length === 0;
      }
      const failed = await (delivery.queue === 'render'
        ? actAs('render-pages', () => fetchPages(rendering, [message], 120_000))
        : actAs('fetch-pages', () => fetchPages(fetching, [message], 120_000)));
      return failed.length === 0;
    } catch {
      return false;
    }
  };

  /** How often a message came back to its queue. */
  let givenBack = 0;

  const beatOnce = async (): Promise<void> => {
    const beating = { ...common, ...atRest, hosts };
    await actAs('heartbeat', () => runHeartbeat(beating));
  };

  const ours = (): LeakyDelivery[] => deliveries.filter(({ queue }) => queue !== options.holds);

  /** Works off what is due: messages in random order; time passes to the next of them if none is. */
  const workOff = async (): Promise<void> => {
    const wait = Math.min(...ours().map(({ dueAt }) => dueAt)) - now();
    if (Number.isFinite(wait) && wait > 0) {
      if (options.realTime === true) await pause(wait);
      else skippedMs += wait;
    }
    const due = ours().filter(({ dueAt }) => dueAt <= now());
    const taken = Array.from({ length: options.workers ?? 2 }).flatMap(() =>
      due.splice(Math.floor(random() * due.length), 1),
    );
    for (const delivery of taken) {
      deliveries.splice(deliveries.indexOf(delivery), 1);
      delivery.receives += 1;
    }
    const done = await Promise.all(taken.map(async (delivery) => await work(delivery)));
    // As a queue does: what was not worked off comes again after a while.
    const back = taken.filter((_delivery, index) => done[index] !== true);
    givenBack += back.length;
    const dueAt = now() + (options.realTime === true ? 100 : 30_000);
    deliveries.push(...back.map((delivery) => ({ ...delivery, dueAt })));
  };

  const submitting = {
    ...common,
    ...atRest,
    queues: calmQueues,
    allowScripts: true,
  };
  return {
    deliveries,
    submitting,
    countGivenBack: () => givenBack,
    beatOnce,
    delivering,
    extracting,
    bury: (letter: DeadLetter) => actAs('bury-dead-letters', () => buryDeadLetter(common, letter)),
    /** Queues that lose and double nothing. */
    queues: calmQueues,
    skip: (ms: number): void => void (skippedMs += ms),
    announced,
    /** Alerts that the event bus was told. */
    alerts,
    refuseAlerts,
    now,
    submit: (kind: Job['kind'], body: unknown, source?: string, more: Partial<Submission> = {}) =>
      actAs(source === undefined ? 'api' : 'submit-job', () =>
        submitJob(submitting, {
          kind,
          body,
          team: 'default',
          ...more,
          ...(source === undefined ? {} : { source }),
        }),
      ),
    /**
     * Works until the job has ended: deliveries in random order, two at a time unless told otherwise, and a
     * heartbeat every ten minutes, and whenever all are gone.
     */
    run: async (job: string, rounds = 4_000, { heartbeat = true } = {}): Promise<Job> => {
      let beatAt = now();
      for (let round = 0; round < rounds; round += 1) {
        const current = await getJob(stores.table, job);
        if (current !== null && 'completedAt' in current) return current;
        // Also beside messages that are under way: a page whose own was lost must not wait until all others are over.
        const isDue = now() - beatAt >= 10 * 60_000;
        if (heartbeat && (deliveries.length === 0 || isDue)) {
          if (!isDue) skippedMs += 10 * 60_000;
          beatAt = now();
          await beatOnce();
        }
        await workOff();
      }
      throw new Error(`The job ${job} did not end within ${rounds} rounds (seed ${options.seed})`);
    },
    /** Works until no message is left, with so many heartbeats, ten minutes apart, each time that is so. */
    settle: async (heartbeats = 1): Promise<void> => {
      for (let beats = 0; ; beats += 1) {
        while (ours().length > 0) await workOff();
        if (beats === heartbeats) return;
        skippedMs += 10 * 60_000;
        await beatOnce();
      }
    },
    pages: async (job: string): Promise<Page[]> => {
      const pages: Page[] = [];
      for await (const portion of listPages(stores.table, job)) pages.push(...portion);
      return pages;
    },
  };
};
