import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../lib/limits/limits.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite } from '../harness/serve-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

test('a site of which every fifth page is broken is crawled without a minute of rest for each of them', async () => {
  const pages = 100;
  const asked = new Map<string, number>();
  const site = await serveSite((path, response) => {
    if (path === '/robots.txt') return void response.writeHead(404).end();
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const isBroken = Number(path.slice(1)) % 5 === 4;
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'text/html' }).end(htmlPage(path, []));
  });
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0, concurrency: 1 } },
    disturbance: undisturbed,
    seed: 12,
    workers: 1,
  });
  try {
    const urls = Array.from({ length: pages }, (_, n) => `${site.origin}/${n}`);
    const began = pipeline.now();
    const submitted = await pipeline.submit('batch', { urls });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id);
    expect([job.status, job.done, job.failed]).toEqual(['completed', 80, 20]);
    const codes = (await pipeline.pages(job.id)).flatMap(({ code }) => code ?? []);
    expect(codes).toEqual(Array.from({ length: 20 }, () => 'HTTP_SERVER_ERROR'));
    const requests = [...asked.values()].reduce((sum, count) => sum + count, 0);
    // Each was four requests once: 160.
    expect(requests).toBeLessThan(130);
    expect(pipeline.now() - began).toBeLessThan(3 * limits.breakerPauseMs);
  } finally {
    await site.close();
  }
});
