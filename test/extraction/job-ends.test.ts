import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getObject } from '../../lib/store/objects.ts';
import { listPageExtractions } from '../../lib/store/frontier/page-extractions.ts';
import { extractResponseKey, extractResponseSchema } from '../../lib/deliver/results/extract-response.ts';
import type { PageFacts } from '../../lib/extract/candidates/page-facts.ts';
import type { ExtractionOutcome, Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import { noModelUsage, type Extraction, type ModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { failure, type FailureCode } from '../../lib/failure.ts';
import type { Job, JobOutcome } from '../../lib/job/job.ts';
import { hashSpec, type ExtractSpec } from '../../lib/request/extract-spec.ts';
import { readExtractResults } from '../../lib/steps/read-results/read-extract.ts';
import { finishJob } from '../../lib/steps/finish-job/finish-job.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { treeSite, type TestSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), treeSite(3)]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const usage: ModelUsage = { calls: 1, inputTokens: 50, outputTokens: 10, dollars: 0.001 };
let runs = 0;

/** What a page answers by itself: its title. */
const titled = (facts: PageFacts, order: ExtractSpec): Extraction => {
  const evidence = { url: facts.url, kind: 'text' as const, where: null, quote: null };
  const value = [facts.metadata.title ?? ''];
  return {
    order: hashSpec(order),
    value: { titles: value },
    answers: { titles: { value, confidence: 1, grounded: 'grounded', evidence } },
    open: [],
    fields: 1,
    free: 0,
    model: null,
    raw: [],
    usage: noModelUsage,
    cached: false,
    warnings: [],
  };
};

/** An extraction whose model is asked when `during` happens; `answer` is what comes of the question then. */
const withQuestion = async (
  body: Record<string, unknown>,
  during: (job: {
    /** Delivers a message of `finish`, at the moment of the question. */
    finish: () => Promise<string>;
    end: (outcome: JobOutcome, code: FailureCode) => Promise<void>;
    /** Messages in the queues. */
    waiting: () => Promise<number>;
  }) => Promise<void>,
): Promise<{ job: Job; calls: number; data: unknown; answers: number }> => {
  let calls = 0;
  let id = '';
  const answer: Extractor = async (facts, order, { reserve, spent }) => {
    const reservation = await reserve({ tokens: 100, microdollars: 0 }, noModelUsage);
    if (reservation !== 'reserved') return { kind: 'over' };
    calls += 1;
    const askedAt = pipeline.now();
    const own = {
      table: stores.table,
      queues: pipeline.queues,
      now: () => askedAt,
      envelopes: stores.envelopes,
      results: stores.results,
      sources: stores.sources,
      random: Math.random,
      sleep: async () => await Promise.resolve(),
      log: () => {},
      announce: async () => await Promise.resolve(),
      announceAlert: async () => await Promise.resolve(),
    };
    await during({
      finish: async () => await finishJob(own, id),
      end: async (outcome, code) => void (await endEarly(own, { id, team: 'default' }, { outcome, code })),
      waiting: async () => {
        const { client, finish } = pipeline.queues;
        const answer = await client.send(new GetQueueAttributesCommand({ QueueUrl: finish }));
        return Number(answer.Attributes?.ApproximateNumberOfMessages);
      },
    });
    spent?.(usage, false);
    return { kind: 'answered', extraction: { ...titled(facts, order), model: 'test', usage } };
  };
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 3,
    answer,
  });
  runs += 1;
  const submitted = await pipeline.submit('extract', {
    urls: [`${site.origin}/`],
    fields: [{ name: 'titles', type: 'list[string]' }],
    prompt: `run ${runs}`,
    ...body,
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  ({ id } = submitted.job);
  const job = await pipeline.run(id);
  // What comes after the end is worked off, too.
  await pipeline.settle(0);
  const text = await getObject(stores.results, extractResponseKey(id));
  let answers = 0;
  for await (const portion of listPageExtractions(stores.table, id)) answers += portion.length;
  return {
    job,
    calls,
    data: extractResponseSchema.parse(JSON.parse(text ?? 'null')).data,
    answers,
  };
};

test.each<[JobOutcome, FailureCode]>([
  ['cancelled', 'JOB_CANCELLED'],
  ['completed', 'ANSWER_COMPLETE'],
  ['completed', 'BUDGET_EXHAUSTED'],
])(
  'a job that is %s (%s) waits for the question that is under way, and tells its answer and its cost',
  async (outcome, code) => {
    let finished = '';
    const { job, calls, data, answers } = await withQuestion({}, async ({ finish, end }) => {
      await end(outcome, code);
      finished = await finish();
    });
    expect(finished).toBe('waits for answers');
    expect(job.status).toBe(outcome);
    expect([job.modelCalls, job.inputTokens, job.outputTokens, job.microdollars]).toEqual([1, 50, 10, 1_000]);
    expect([calls, answers]).toEqual([1, 1]);
    expect(data).toEqual({ titles: ['Page 0'] });
  },
);

test('a message that is delivered many times while answers are awaited leaves one message, not as many', async () => {
  let rung = 0;
  const ended: string[] = [];
  await withQuestion({}, async ({ finish, end, waiting }) => {
    await end('cancelled', 'JOB_CANCELLED');
    const before = await waiting();
    for (let delivery = 0; delivery < 6; delivery += 1) ended.push(await finish());
    rung = (await waiting()) - before;
  });
  expect(ended).toEqual(Array.from({ length: 6 }, () => 'waits for answers'));
  expect(rung).toBe(1);
});

test('with a budget, what was reserved for a question of a job that is over is given back', async () => {
  const { job } = await withQuestion({ budget: { tokens: 1_000 } }, async ({ end }) => {
    await end('cancelled', 'JOB_CANCELLED');
  });
  expect([job.modelCalls, job.spentTokens]).toEqual([1, 60]);
});

test('a page whose job is over is not asked about', async () => {
  const ended: Extractor = async (_facts, _order, { reserve }) => {
    const reservation = await reserve({ tokens: 1, microdollars: 0 }, noModelUsage);
    return reservation === 'over'
      ? { kind: 'over' }
      : { kind: 'failed', failure: failure('INTERNAL', 'it was asked'), usage: noModelUsage };
  };
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 4,
    answer: async (facts, order, hooks) => {
      await endEarly(
        { table: stores.table, queues: pipeline.queues, now: pipeline.now },
        { id, team: 'default' },
        { outcome: 'cancelled', code: 'JOB_CANCELLED' },
      );
      return await ended(facts, order, hooks);
    },
  });
  const submitted = await pipeline.submit('extract', { urls: [`${site.origin}/`], prompt: 'what is over' });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const { id } = submitted.job;
  const job = await pipeline.run(id);
  expect(job).toMatchObject({ status: 'cancelled', abandoned: 1 });
  expect(job.modelCalls ?? 0).toBe(0);
  // Nor does whoever finishes the job wait for an answer.
  expect((await pipeline.pages(id)).map((page) => page.kind === 'page' && page.askingUntil)).toEqual([
    undefined,
  ]);
});

/** Two pages are read; `answers` says what becomes of the first that is asked about, and then of the other. */
const withWaiting = async (
  name: string,
  answers: readonly ((known: Extraction, end: () => Promise<void>) => Promise<ExtractionOutcome>)[],
): Promise<{ job: Job; data: unknown; results: number; listed: number }> => {
  let id = '';
  let asked = 0;
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 5,
    workers: 1,
    answer: async (facts, order, { reserve }) => {
      const step = answers[asked];
      asked += 1;
      await reserve({ tokens: 100, microdollars: 0 }, noModelUsage);
      const end = async (): Promise<void> => {
        const own = { table: stores.table, queues: pipeline.queues, now: pipeline.now };
        await endEarly(own, { id, team: 'default' }, { outcome: 'cancelled', code: 'JOB_CANCELLED' });
      };
      return (await step?.(titled(facts, order), end)) ?? { kind: 'over' };
    },
  });
  const submitted = await pipeline.submit('extract', {
    urls: [`${site.origin}/`, `${site.origin}/page-1`],
    fields: [{ name: 'titles', type: 'list[string]' }],
    prompt: name,
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  ({ id } = submitted.job);
  const job = await pipeline.run(id);
  await pipeline.settle(0);
  const text = await getObject(stores.results, extractResponseKey(id));
  const { data, results } = extractResponseSchema.parse(JSON.parse(text ?? 'null'));
  const { results: listed } = await readExtractResults({ ...stores, now: pipeline.now }, job, { count: 50 });
  return { job, data, results: results.length, listed: listed.length };
};

const resting = (instead: Extraction): ExtractionOutcome => ({
  kind: 'deferred',
  until: 0,
  failure: failure('ALL_KEYS_EXHAUSTED', 'Cannot ask fake: no key is free; all 1 rest or are in use'),
  usage: noModelUsage,
  instead: { kind: 'answered', extraction: instead },
});

test('a page that is put off after its job was cancelled leaves what it answers by itself', async () => {
  const { job, data, results, listed } = await withWaiting('put off too late', [
    async (known, end) => {
      await end();
      return resting(known);
    },
  ]);
  expect(job).toMatchObject({ status: 'cancelled', done: 1, abandoned: 1 });
  expect(data).toEqual({ titles: [expect.stringMatching(/^Page \d$/)] });
  expect([results, listed]).toEqual([1, 1]);
});

test('a job that is cancelled while a page waits for a model has what that page answers by itself', async () => {
  const { job, data, results, listed } = await withWaiting('cancelled while it waits', [
    async (known) => await Promise.resolve(resting(known)),
    async (_, end) => {
      await end();
      return { kind: 'over' };
    },
  ]);
  expect(job).toMatchObject({ status: 'cancelled', done: 1, abandoned: 1 });
  expect(data).toEqual({ titles: [expect.stringMatching(/^Page \d$/)] });
  expect([results, listed]).toEqual([1, 1]);
});

test('a page that waited and was answered after all is told once, with its answer', async () => {
  const answered = async (extraction: Extraction): Promise<ExtractionOutcome> =>
    await Promise.resolve({ kind: 'answered', extraction });
  const { job, data, results, listed } = await withWaiting('waits and is answered', [
    async (known) => await Promise.resolve(resting({ ...known, value: {}, answers: {} })),
    answered,
    answered,
  ]);
  expect(job).toMatchObject({ status: 'completed', done: 2 });
  expect(data).toEqual({ titles: [expect.anything(), expect.anything()] });
  expect([results, listed]).toEqual([2, 2]);
});
