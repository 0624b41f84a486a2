import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import { noModelUsage, type ModelUsage } from '../../lib/extract/model/page-extraction.ts';
import type { Job } from '../../lib/job/job.ts';
import { hashSpec } from '../../lib/request/extract-spec.ts';
import { buryDeadLetter } from '../../lib/steps/bury-dead-letters/bury-dead-letters.ts';
import { getJobItem } from '../../lib/store/jobs/get-job.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { treeSite, type TestSite } from '../harness/serve-site.ts';

/** Calls that were paid while the table took no write for longer than a worker waits for it. */

let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), treeSite(1)]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const usage: ModelUsage = { calls: 1, inputTokens: 50, outputTokens: 10, dollars: 0.001 };

/**
 * Has one page answered by a model that costs something each time. The table is out from the first answer on, until
 * `isBack`.
 */
const withOutage = async (
  name: string,
  {
    isBack,
    duplicate = 0,
  }: { readonly isBack: (told: readonly string[]) => boolean; readonly duplicate?: number },
): Promise<{ readonly job: Job; readonly made: number; readonly told: readonly string[] }> => {
  let made = 0;
  let isOut = false;
  const told: string[] = [];
  const answer: Extractor = async (facts, order, { reserve, spent }) => {
    await reserve({ tokens: 100, microdollars: 0 }, noModelUsage);
    made += 1;
    spent?.(usage, false);
    isOut = made === 1;
    const evidence = { url: facts.url, kind: 'text' as const, where: null, quote: null };
    const value = ['seen'];
    const known = {
      order: hashSpec(order),
      value: { titles: value },
      answers: { titles: { value, confidence: 1, grounded: 'grounded' as const, evidence } },
      open: [],
      fields: 1,
      free: 0,
      model: 'test',
      raw: [],
      cached: false,
      warnings: [],
    };
    return await Promise.resolve({ kind: 'answered', extraction: { ...known, usage } });
  };
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: {
      ...undisturbed,
      duplicate,
      get breakBefore() {
        if (isOut && isBack(told)) isOut = false;
        return isOut ? 1 : 0;
      },
    },
    seed: 7,
    workers: 1,
    answer,
    log: (message) => told.push(message),
  });
  const submitted = await pipeline.submit('extract', {
    urls: [`${site.origin}/`],
    fields: [{ name: 'titles', type: 'list[string]' }],
    prompt: name,
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  await pipeline.run(submitted.job.id, 4_000, { heartbeat: false });
  await pipeline.settle(0);
  // A worker that had the page too may have ended the job before the message came.
  const job = await getJobItem(stores.table, submitted.job.id);
  return { job: job ?? expect.fail(), made, told };
};

test.each([0, 0.9])(
  'calls paid before an outage longer than a worker waits are counted, once, when it is over: %s of messages doubled',
  async (duplicate) => {
    const { job, made, told } = await withOutage(`long ${duplicate}`, {
      isBack: (said) => said.includes('calls passed on'),
      duplicate,
    });
    expect(told).toContain('calls passed on');
    expect(job).toMatchObject({ status: 'completed', done: 1, modelCalls: made, inputTokens: 50 * made });
    expect(made).toBe(2);
  },
);

test('calls paid before a short outage are counted by the worker itself', async () => {
  let looks = 0;
  const { job, made, told } = await withOutage('short', {
    isBack: () => {
      looks += 1;
      return looks > 3;
    },
  });
  expect(told).not.toContain('calls passed on');
  expect(job).toMatchObject({ status: 'completed', modelCalls: made, outputTokens: 10 * made });
  expect(made).toBe(2);
});

test('what a message still has to tell when no worker could take it is counted with its burial, once', async () => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 8,
  });
  const fields = [{ name: 'titles', type: 'list[string]' }];
  const submitted = await pipeline.submit('extract', { urls: [`${site.origin}/`], fields, prompt: 'buried' });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const { id } = submitted.job;
  const [page] = await pipeline.pages(id);
  const untold = { writer: 'worker', counts: { modelCalls: 1, inputTokens: 50 } };
  const body = { v: 1, job: id, page: page?.hash, untold };
  const letter = { body, queue: 'extract', receives: 5, firstReceivedAt: pipeline.now() };
  expect(await buryDeadLetter(pipeline.submitting, letter)).toBe('buried');
  await buryDeadLetter(pipeline.submitting, letter);
  expect(await getJobItem(stores.table, id)).toMatchObject({ modelCalls: 1, inputTokens: 50, failed: 1 });
});
