import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import type { FaultCase } from './fault-case.ts';
import { runCase } from './run-case.ts';

/**
 * Makes a test of each case, on stores that they share, and prints at the end what each came to.
 *
 * @param ofRun - those of the cases that this run takes.
 */
export const runCases = (cases: readonly FaultCase[], ofRun = cases): void => {
  let stores: PipelineStores;
  beforeAll(async () => {
    stores = await startStores();
  });

  const results = new Map<string, string>();

  test.each(ofRun)('$area: $title', async (one) => {
    results.set(one.title, 'wrong');
    const { pages, facts } = await runCase(stores, one);
    expect(pages).toEqual(one.pages);
    expect(facts).toEqual(one.expected ?? {});
    const ends = Object.values(pages);
    const shown = ends.length > 3 ? [`${ends.length} pages`] : ends;
    results.set(
      one.title,
      [...shown, ...Object.entries(facts).map(([name, value]) => `${name} ${JSON.stringify(value)}`)].join(
        ', ',
      ),
    );
  });

  test('no two cases say the same', () => {
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
  });

  afterAll(async () => {
    await stores.stop();
    const rows = ofRun.map(
      ({ area, title }) =>
        `${area.padEnd(10)} ${title}\n${' '.repeat(13)}${(results.get(title) ?? 'not run').slice(0, 160)}`,
    );
    process.stdout.write(`\n${rows.join('\n')}\n\n${ofRun.length} of ${cases.length} cases\n`);
  });
};
