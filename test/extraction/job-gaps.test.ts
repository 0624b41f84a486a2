import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractFormats } from '../../lib/extract/model/extract-formats.ts';
import type { Extractor } from '../../lib/extract/model/extraction-outcome.ts';
import { noModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { failure } from '../../lib/failure.ts';
import { readStatus, type JobStatusResponse } from '../../lib/steps/read-results/read-status.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import type { TestSite } from '../harness/serve-site.ts';
import { serveLamps } from './serve-lamps.ts';

/** What the status of a job says of pages that are delivered without a part of their extraction. */

let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), serveLamps()]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const json = (fields: readonly string[]): object => ({
  type: 'json',
  schema: {
    type: 'object',
    properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])),
  },
});

/** Models that fail on pages with a code in their path, as `/LLM_TIMEOUT-1`, and that say nothing of the others. */
const failingByPath: Extractor = async (facts, spec, context) => {
  const [, code] = /\/(LLM_[A-Z_]+|BUDGET_[A-Z]+)-/.exec(facts.url) ?? [];
  const why = failure((code ?? 'LLM_NOT_CONFIGURED') as 'LLM_TIMEOUT', 'The model is out');
  const answer = extractFormats({
    choose: async () => await Promise.resolve({ kind: 'refused', failure: why }),
    ask: async () => await Promise.resolve({ kind: 'failed', failure: why, usage: noModelUsage }),
  });
  return await answer(facts, spec, { ...context, mayWait: () => false });
};

let runs = 0;
const runBatch = async (
  paths: readonly string[],
  formats: readonly unknown[],
): Promise<JobStatusResponse> => {
  runs += 1;
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: runs,
    answer: failingByPath,
  });
  const urls = paths.map((path) => `${site.origin}/${path}-${runs}`);
  const submitted = await pipeline.submit('batch', { urls, formats });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id);
  return await readStatus(stores, job, { skip: 0, count: 10 });
};

test('a batch says of how many pages a part of the extraction is missing, and by which codes', async () => {
  const paths = ['LLM_TIMEOUT-a', 'LLM_TIMEOUT-b', 'LLM_REFUSED-c'];
  const { warning, completed, data } = await runBatch(paths, ['markdown', json(['sku', 'mood'])]);
  expect(completed).toBe(3);
  expect(warning).toBe(
    '3 pages are without a part of their extraction (2 by LLM_TIMEOUT, 1 by LLM_REFUSED); their own warnings say which',
  );
  for (const { warning: own } of data) expect(own).toContain('mood');
});

test('one page whose summary alone is missing is told as well', async () => {
  const { warning, data } = await runBatch(['LLM_UNAVAILABLE-a'], ['markdown', json(['sku']), 'summary']);
  expect(warning).toBe(
    '1 page is without a part of its extraction (LLM_UNAVAILABLE); its own warning says which',
  );
  expect(data[0]?.json).toEqual({ sku: expect.stringMatching(/^LAMP-/) });
  expect(data[0]?.warning).toContain('Without summary. LLM_UNAVAILABLE');
});

test('a batch whose pages answer all that is asked says nothing of it', async () => {
  expect(await runBatch(['1', '2'], ['markdown', json(['sku'])])).not.toHaveProperty('warning');
});
