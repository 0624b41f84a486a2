import { expect, test } from 'vitest';
import { startMemoryStores } from '../harness/memory/memory-pipeline.ts';
import { watchSite, type AnswerBody } from '../harness/watch-site.ts';

test('where a manifest says replace, a run that is due cancels the open one, takes its place and tells all once', async () => {
  const { site, pages, pipeline, ok, manifest } = await watchSite(startMemoryStores(), 'overlap');
  try {
    pages.set('/', { links: ['/a', '/b'] });
    for (const path of ['/a', '/b']) pages.set(path, {});
    const cadence = { frequency: undefined, every: '12h', overlap: 'replace' };
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0', cadence) });
    const source = async (): Promise<AnswerBody> => (await ok('GET', '/v2/sources/guide'))['source'];
    const runDue = async (): Promise<string> => {
      pipeline.skip(Date.parse(String((await source())['nextDueAt'])) - pipeline.now() + 60_000);
      await pipeline.beatOnce();
      return String((await source())['openRun']);
    };
    const first = await runDue();
    // Its messages wait, so it is open when the next run is due.
    const waiting = pipeline.deliveries.splice(0);
    const second = await runDue();
    expect(second).not.toBe(first);
    pipeline.deliveries.push(...waiting);
    await pipeline.run(first);
    await pipeline.run(second);
    await pipeline.settle();

    const { runs } = await ok('GET', '/v2/sources/guide/runs');
    const told = (runs as AnswerBody[]).map(({ job, outcome, code, trigger }) => ({
      job,
      outcome,
      code,
      trigger,
    }));
    expect(told).toEqual([
      { job: second, outcome: 'completed', code: null, trigger: 'scheduled' },
      { job: first, outcome: 'cancelled', code: 'JOB_CANCELLED', trigger: 'scheduled' },
    ]);
    const after = await source();
    expect(after).toMatchObject({ openRun: null, condition: 'active' });
    expect(Date.parse(String(after['nextDueAt']))).toBeGreaterThan(pipeline.now());
    const { changes } = await ok('GET', '/v2/changes');
    expect((changes as AnswerBody[]).map(({ kind, url }) => `${kind} ${new URL(url).pathname}`)).toEqual([
      'added /',
      'added /a',
      'added /b',
    ]);
  } finally {
    await site.close();
  }
});
