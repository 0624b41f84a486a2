import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractFormats } from '../../lib/extract/model/extract-formats.ts';
import { noModelUsage, type ModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { readStatus } from '../../lib/steps/read-results/read-status.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import type { TestSite } from '../harness/serve-site.ts';
import { testChoice } from '../harness/test-choice.ts';
import { serveLamps } from './serve-lamps.ts';

/** What is told of the cost of answers that were paid for before. */

let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), serveLamps()]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const paid: ModelUsage = { calls: 1, inputTokens: 50, outputTokens: 10, dollars: 0.001 };
const schema = { type: 'object', properties: { sku: { type: 'string' }, text: { type: 'string' } } };

/** Runs a batch of one page, about which a model answers `usage`, kept or not. */
const runBatch = async (path: string, usage: ModelUsage, isCached: boolean) => {
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 1,
    answer: extractFormats({
      choose: async () => await Promise.resolve({ kind: 'chosen', choice: testChoice }),
      ask: async () =>
        await Promise.resolve({
          kind: 'answered',
          value: { text: 'A lamp for reading' },
          raw: '{}',
          usage,
          form: 'prompt',
          isRepaired: false,
          isCached,
        }),
    }),
  });
  const submitted = await pipeline.submit('batch', {
    urls: [`${site.origin}/${path}`],
    formats: ['markdown', { type: 'json', schema }],
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  const { data } = await readStatus(stores, job, { skip: 0, count: 10 });
  return { calls: job.modelCalls ?? 0, told: data[0]?.metadata.extraction };
};

test('an answer tells what was paid for it in its own job, and an unchanged page tells that nothing was', async () => {
  const first = await runBatch('same', paid, false);
  expect(first).toMatchObject({ calls: 1, told: { cached: false, usage: paid } });
  const second = await runBatch('same', paid, false);
  expect(second).toMatchObject({ calls: 0, told: { cached: true, usage: noModelUsage } });
});

test('an answer of kept answers that others have paid for tells that nothing was paid', async () => {
  const kept = await runBatch('kept', noModelUsage, true);
  expect(kept).toMatchObject({
    calls: 0,
    told: { cached: true, usage: noModelUsage, model: testChoice.model },
  });
});
