import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExtractionOutcome } from '../../lib/extract/model/extraction-outcome.ts';
import {
  extractResponseKey,
  extractResponseSchema,
  type ExtractResponse,
} from '../../lib/deliver/results/extract-response.ts';
import type { ErrorEntry } from '../../lib/deliver/results/result-index.ts';
import { extractFormats } from '../../lib/extract/model/extract-formats.ts';
import { noModelUsage, type Extraction, type ModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { failure, type FailureCode } from '../../lib/failure.ts';
import type { Job, JobOutcome } from '../../lib/job/job.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { readErrorPart } from '../../lib/steps/read-results/read-error-part.ts';
import { readExtractResults } from '../../lib/steps/read-results/read-extract.ts';
import { readStatus, type JobStatusResponse } from '../../lib/steps/read-results/read-status.ts';
import { getObject } from '../../lib/store/objects.ts';
import { listWebhookEvents } from '../../lib/store/webhooks/outbox.ts';
import { actAs } from '../harness/acting.ts';
import { finishEnded } from '../../lib/steps/finish-job/finish-ended.fixture.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import type { TestSite } from '../harness/serve-site.ts';
import { serveLamps } from './serve-lamps.ts';

/** What becomes of pages that wait for extraction when their job ends. */

let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), serveLamps()]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

interface World {
  /** Marks the page as one about which a model is asked. */
  readonly ask: () => Promise<unknown>;
  readonly end: (outcome?: JobOutcome, code?: FailureCode) => Promise<void>;
  readonly finish: () => Promise<string>;
}
type Step = (known: Extraction | null, world: World) => Promise<ExtractionOutcome>;

const schema = {
  type: 'object',
  properties: { sku: { type: 'string' }, mood: { type: 'string' } },
};
const moodOnly = { type: 'object', properties: { mood: { type: 'string' } } };
const markdownAndJson = ['markdown', { type: 'json', schema }];
const cost: ModelUsage = { calls: 1, inputTokens: 50, outputTokens: 10, dollars: 0.001 };

interface Ended {
  readonly job: Job;
  readonly status: JobStatusResponse;
  /** Pages whose end was an event for the webhook. */
  readonly events: number;
}

let runs = 0;

/** Runs a job of three pages; `steps` says what becomes of the first that is asked about, of the second, … */
const runJob = async (
  kind: 'batch' | 'extract',
  asked: object,
  steps: readonly Step[],
): Promise<{ readonly job: Job; readonly events: number }> => {
  runs += 1;
  let id = '';
  let taken = 0;
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: runs,
    workers: 1,
    answer: async (facts, spec, context) => {
      const step = steps[taken];
      taken += 1;
      const why = failure('LLM_UNAVAILABLE', 'The model is out');
      const byItself = extractFormats({
        choose: async () => await Promise.resolve({ kind: 'refused', failure: why }),
        ask: () => {
          throw new Error('No model is asked here');
        },
      });
      const known = await byItself(facts, spec, context);
      if (step === undefined) return { kind: 'over' };
      const own = {
        ...stores,
        queues: pipeline.queues,
        now: pipeline.now,
        random: Math.random,
        sleep: async () => await Promise.resolve(),
        log: () => {},
        announce: async () => await Promise.resolve(),
        announceAlert: async () => await Promise.resolve(),
      };
      return await step(known.kind === 'answered' ? known.extraction : null, {
        ask: async () => await context.reserve({ tokens: 100, microdollars: 0 }, noModelUsage),
        end: async (outcome = 'cancelled', code = 'JOB_CANCELLED') =>
          void (await endEarly(own, { id, team: 'default' }, { outcome, code })),
        finish: async () => await actAs('finish-job', async () => await finishEnded(own, id)),
      });
    },
  });
  const submitted = await pipeline.submit(kind, {
    urls: ['a', 'b', 'c'].map((page) => `${site.origin}/${runs}${page}`),
    ...asked,
    webhook: { url: `${site.origin}/hook`, events: ['page'] },
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  ({ id } = submitted.job);
  const job = await pipeline.run(id);
  await pipeline.settle(0);
  const [waiting, delivered] = await Promise.all(
    (['E', 'L'] as const).map((side) => listWebhookEvents(stores.table, id, side, { most: 50 })),
  );
  const events = [...(waiting ?? []), ...(delivered ?? [])].filter(({ event }) => event === 'page').length;
  return { job, events };
};

const withBatch = async (formats: readonly unknown[], steps: readonly Step[]): Promise<Ended> => {
  const ended = await runJob('batch', { formats }, steps);
  return { ...ended, status: await readStatus(stores, ended.job, { skip: 0, count: 10 }) };
};

const cancelled: Step = async (_, { end }) => {
  await end();
  return { kind: 'over' };
};
const answeredSo = (known: Extraction | null, value: object): Extraction => {
  if (known === null) throw new Error('The page answers nothing');
  return { ...known, value };
};
const waits: Step = async (known) => {
  const extraction = answeredSo(known, { sku: 'LAMP', mood: 'calm' });
  return await Promise.resolve({
    kind: 'deferred',
    until: 0,
    failure: failure('ALL_KEYS_EXHAUSTED', 'No key is free'),
    usage: noModelUsage,
    instead: { kind: 'answered', extraction },
  });
};

test('pages that a cancelled batch has fetched are delivered with what they say themselves, and why no more', async () => {
  const { job, status, events } = await withBatch(markdownAndJson, [cancelled]);
  expect(job).toMatchObject({ status: 'cancelled', admitted: 3, finished: 3, done: 3, abandoned: 0 });
  expect(status).toMatchObject({ status: 'cancelled', completed: 3, total: 3 });
  expect(status.data).toHaveLength(3);
  for (const { markdown, json, warning } of status.data) {
    expect(markdown).toContain('A lamp for reading');
    expect((json as { sku: string }).sku).toMatch(/^LAMP-/);
    expect(warning).toMatch(/Open: mood\. JOB_CANCELLED/);
  }
  expect(events).toBe(3);
});

test('a page that waited for a model is delivered with what it had answered until then', async () => {
  const { status } = await withBatch(markdownAndJson, [waits, cancelled]);
  const moods = status.data.map(({ json }) => (json as { mood?: string }).mood);
  expect(moods.filter((mood) => mood === 'calm')).toHaveLength(1);
  expect(status.data).toHaveLength(3);
});

test('an answer that comes after the batch was cancelled is delivered and counted', async () => {
  const { job, status } = await withBatch(markdownAndJson, [
    async (known, { ask, end, finish }) => {
      await ask();
      await end();
      expect(await finish()).toBe('waits for answers');
      const extraction = { ...answeredSo(known, { sku: 'PAID' }), model: 'test', usage: cost };
      return { kind: 'answered', extraction };
    },
  ]);
  expect(status.data.filter(({ json }) => (json as { sku: string }).sku === 'PAID')).toHaveLength(1);
  expect(status.data).toHaveLength(3);
  expect(job).toMatchObject({ done: 3, abandoned: 0, modelCalls: 1 });
});

test('a batch says of an answer that came after its end that a part is missing, and by which code', async () => {
  const { status } = await withBatch(markdownAndJson, [
    async (known, { ask, end, finish }) => {
      await ask();
      await end();
      expect(await finish()).toBe('waits for answers');
      const gaps = [{ code: 'LLM_REFUSED', message: 'The model declines', fields: ['mood'] }];
      const extraction = { ...answeredSo(known, { sku: 'PAID' }), model: 'test', usage: cost, gaps };
      return { kind: 'answered', extraction };
    },
  ]);
  expect(status.warning).toContain(
    '3 pages are without a part of their extraction (2 by JOB_CANCELLED, 1 by LLM_REFUSED)',
  );
});

test('a page that answers nothing and was asked for nothing else stays abandoned', async () => {
  const { job, status } = await withBatch([{ type: 'json', schema: moodOnly }], [cancelled]);
  expect(job).toMatchObject({ done: 0, abandoned: 3 });
  expect(status.data).toEqual([]);
});

test('two workers that finish the job at the same time deliver each page once', async () => {
  const finished: string[] = [];
  const { job, status, events } = await withBatch(markdownAndJson, [
    async (_, { end, finish }) => {
      await end();
      finished.push(...(await Promise.all([finish(), finish()])));
      return { kind: 'over' };
    },
  ]);
  expect(finished).toEqual(['concluded', 'concluded']);
  expect(job).toMatchObject({ finished: 3, done: 3, abandoned: 0 });
  expect(events).toBe(3);
  expect(new Set(status.data.map(({ metadata }) => metadata.sourceURL)).size).toBe(3);
});

/** What clients read of an extraction that has ended. */
interface Told {
  readonly job: Job;
  readonly events: number;
  readonly answer: ExtractResponse;
  /** Addresses of the results that are listed page by page. */
  readonly listed: readonly string[];
  readonly errors: readonly ErrorEntry[];
}

const withExtraction = async (asked: object, steps: readonly Step[]): Promise<Told> => {
  const { job, events } = await runJob('extract', asked, steps);
  const text = await getObject(stores.results, extractResponseKey(job.id));
  const answer = extractResponseSchema.parse(JSON.parse(text ?? 'null'));
  const reader = { ...stores, now: () => job.ttl * 1_000 };
  const { results } = await readExtractResults(reader, job, { count: 50 });
  const listed = results.map(({ url }) => url);
  return { job, events, answer, listed, errors: await readErrorPart(stores.results, job.id, 0) };
};

/** Each page is either delivered, counted and an event, or abandoned and an error. */
const expectOneOrOther = ({ job, events, answer, listed, errors }: Told): void => {
  const delivered = answer.results.map(({ url }) => url);
  expect(new Set(delivered).size).toBe(delivered.length);
  expect(listed.toSorted()).toEqual(delivered.toSorted());
  const counted = 'abandoned' in job ? { done: job.done, abandoned: job.abandoned } : null;
  expect(counted).toEqual({ done: delivered.length, abandoned: errors.length });
  expect(events).toBe(delivered.length);
  expect(errors.filter(({ url }) => delivered.includes(url))).toEqual([]);
  expect(job.admitted).toBe(delivered.length + errors.length);
};

test('pages that a cancelled extraction has fetched count as done with what they answer by themselves', async () => {
  const told = await withExtraction({ schema }, [cancelled]);
  expectOneOrOther(told);
  const { job, answer } = told;
  expect(job).toMatchObject({ status: 'cancelled', finished: 3, done: 3, abandoned: 0 });
  expect(job).toMatchObject({ fieldsAsked: 6, fieldsAnswered: 3, fieldsFree: 3 });
  expect(answer.data).toMatchObject({ sku: expect.stringMatching(/^LAMP-/) });
  expect(answer.warnings.join(' ')).toContain('JOB_CANCELLED');
});

test('two workers that finish a cancelled extraction at the same time deliver each page once', async () => {
  const told = await withExtraction({ schema }, [
    waits,
    async (_, { end, finish }) => {
      await end();
      await Promise.all([finish(), finish()]);
      return { kind: 'over' };
    },
  ]);
  expectOneOrOther(told);
  expect(told.job).toMatchObject({ done: 3, abandoned: 0, fieldsAsked: 6 });
  expect(told.answer.results.filter(({ json }) => (json as { mood?: string }).mood === 'calm')).toHaveLength(
    1,
  );
});

test.each<[string, number]>([
  ['JOB_CANCELLED', 3],
  ['ANSWER_COMPLETE', 1],
])('a paid answer that comes after an extraction has ended (%s) counts as done once', async (code, done) => {
  const told = await withExtraction({ schema }, [
    async (known, { ask, end, finish }) => {
      await ask();
      await (code === 'JOB_CANCELLED' ? end() : end('completed', 'ANSWER_COMPLETE'));
      expect(await finish()).toBe('waits for answers');
      const extraction = { ...answeredSo(known, { sku: 'PAID', mood: 'calm' }), model: 'test', usage: cost };
      return { kind: 'answered', extraction: { ...extraction, open: [] } };
    },
  ]);
  expectOneOrOther(told);
  const { job, answer, errors } = told;
  expect(answer.results.filter(({ json }) => (json as { sku: string }).sku === 'PAID')).toHaveLength(1);
  expect(job).toMatchObject({ done, modelCalls: 1, fieldsAnswered: done + 1 });
  // What was fetched is not called "not fetched".
  expect(errors.map(({ code: why, error }) => `${why} ${error}`)).toEqual(
    Array.from(
      { length: 3 - done },
      () => 'ANSWER_COMPLETE Fetched, but not answered: the job had found a value for every field',
    ),
  );
});

test('a fetched page that answers nothing by itself stays abandoned, and is not called "not fetched"', async () => {
  const told = await withExtraction({ schema: moodOnly }, [cancelled]);
  expectOneOrOther(told);
  expect(told.errors.map(({ error }) => error)).toEqual(
    Array.from({ length: 3 }, () => 'Fetched, but not answered: the job was over first (cancelled)'),
  );
});
