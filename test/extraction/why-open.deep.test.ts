import { afterAll, beforeAll, expect, test } from 'vitest';
import { extractResponseKey, extractResponseSchema } from '../../lib/deliver/results/extract-response.ts';
import { extractFormats } from '../../lib/extract/model/extract-formats.ts';
import type { Models } from '../../lib/extract/model/extract-from-page.ts';
import { noModelUsage } from '../../lib/extract/model/page-extraction.ts';
import { failure, type FailureCode } from '../../lib/failure.ts';
import type { JobOutcome } from '../../lib/job/job.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { getObject } from '../../lib/store/objects.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import type { TestSite } from '../harness/serve-site.ts';
import { testChoice } from '../harness/test-choice.ts';
import { serveLamps } from './serve-lamps.ts';

/** What pages say of their open fields if their job ended before a model answered. */

let stores: PipelineStores;
let site: TestSite;
beforeAll(async () => {
  [stores, site] = await Promise.all([startStores(), serveLamps()]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const fields = ['sku', 'mood'].map((name) => ({ name, type: 'string' }));
const ends = [
  ['cancelled', 'JOB_CANCELLED'],
  ['failed', 'JOB_DEADLINE'],
  ['completed', 'ANSWER_COMPLETE'],
  ['completed', 'BUDGET_EXHAUSTED'],
] as const;

/** What happens when a page is taken up, before its question is put, and when it is put. */
interface Happening {
  readonly before?: true;
  readonly asked?: 'ends' | 'rests';
}

let runs = 0;

/** Runs an extraction that ends as `how` says; `steps` says what happens to the first page that is taken up, … */
const warningsOf = async (
  [outcome, code]: readonly [JobOutcome, FailureCode],
  steps: readonly Happening[],
  more: object = {},
): Promise<string[]> => {
  runs += 1;
  let id = '';
  let taken = 0;
  const end = async (): Promise<void> => {
    const own = { table: stores.table, queues: pipeline.queues, now: pipeline.now };
    await endEarly(own, { id, team: 'default' }, { outcome, code });
  };
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: runs,
    workers: 1,
    answer: async (facts, spec, context) => {
      const { before, asked } = steps[taken] ?? {};
      taken += 1;
      if (before === true) await end();
      const rests: Models['ask'] = async () => {
        if (asked === 'ends') await end();
        const why = failure('ALL_KEYS_EXHAUSTED', 'Cannot ask test: no key is free');
        return { kind: 'deferred', until: 0, failure: why, usage: noModelUsage };
      };
      const choose: Models['choose'] = async () =>
        await Promise.resolve({ kind: 'chosen', choice: testChoice });
      return await extractFormats({ choose, ask: rests })(facts, spec, context);
    },
  });
  const submitted = await pipeline.submit('extract', {
    urls: ['a', 'b'].map((page) => `${site.origin}/${runs}${page}`),
    fields,
    merge: false,
    ...more,
  });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  ({ id } = submitted.job);
  await pipeline.run(id);
  const text = await getObject(stores.results, extractResponseKey(id));
  const { results } = extractResponseSchema.parse(JSON.parse(text ?? 'null'));
  return results.flatMap(({ warnings = [] }) => warnings);
};

test.each(ends)('a page that was not asked because its job %s says %s', async (outcome, code) => {
  const free = await warningsOf([outcome, code], [{ before: true }]);
  // With a budget the page is not marked as asked, so an extraction that has found everything leaves it out.
  const bounded = await warningsOf([outcome, code], [{ before: true }], { budget: { tokens: 100_000 } });
  expect(free.length).toBeGreaterThan(0);
  for (const warning of [...free, ...bounded])
    expect(warning).toMatch(new RegExp(`^Open: mood\\. ${code}: `));
});

test.each(ends)(
  'a page that waited for a model when its job %s says %s, and for what',
  async (outcome, code) => {
    const waits = `Open: mood. ${code}: The job was over before a model answered. Cannot ask test: no key is free`;
    expect(await warningsOf([outcome, code], [{ asked: 'rests' }, { before: true }])).toContain(waits);
    // It would have been put off, and its job was over.
    expect(await warningsOf([outcome, code], [{ asked: 'ends' }])).toContain(waits);
  },
);
