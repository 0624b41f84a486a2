import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpauseSource } from '../../lib/store/sources/pause-source.ts';
import { limits } from '../../lib/limits/limits.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(async () => {
  await stores.stop();
});

test('a source whose runs bring nothing five times in a row is paused until a person resumes it; others are not', async () => {
  let works = false;
  const site = await serveSite((path, response) => {
    response.writeHead(works && path === '/' ? 200 : 404, { 'content-type': 'text/html' });
    response.end(htmlPage('Home', []));
  });
  try {
    const pipeline = startPipeline(stores, {
      allow: [site.allow],
      hosts: { [site.host]: { delay: 0 } },
      // Each message twice: a run that is told of twice counts once.
      disturbance: { ...undisturbed, duplicate: 1 },
      seed: 3,
    });
    const run = async (source: string): Promise<string> => {
      const submitted = await pipeline.submit('crawl', { url: `${site.origin}/` }, source);
      if (!submitted.ok) {
        expect(submitted.failure.message).toContain(`sources resume ${source}, or POST`);
        // No manifest lists it.
        expect(submitted.failure.message).toContain(`submit-job with {"resume": "${source}"}`);
        return submitted.failure.code;
      }
      await pipeline.run(submitted.job.id);
      return 'ran';
    };
    for (let count = 1; count < limits.sourceFailuresMax; count += 1) expect(await run('rules')).toBe('ran');
    works = true;
    expect(await run('rules')).toBe('ran');
    works = false;
    for (let count = 1; count <= limits.sourceFailuresMax; count += 1) expect(await run('rules')).toBe('ran');
    expect(await run('rules')).toBe('SOURCE_PAUSED');
    expect(await run('others')).toBe('ran');
    await unpauseSource(stores.table, { team: 'default', source: 'rules' });
    expect(await run('rules')).toBe('ran');
  } finally {
    await site.close();
  }
});
