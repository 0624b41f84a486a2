import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heapOption, nodeOptions } from '../../infra/environment.ts';
import { functionSpecs } from '../../infra/functions.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite } from '../harness/serve-site.ts';
import { siteAttacks, htmlHeaders } from './attacks.ts';
import { ordinary, type Met } from './meet-attacks.ts';

/**
 * What a site can do to a worker, all of it in one process, with ordinary pages of the same host and of another beside
 * it.
 */
let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

/** Megabytes of a process that has imported `fetch-pages` and done nothing: 124 were measured. */
const functionAtRestMb = 150;

test('attacks end within the limits of an invocation, and harm no page beside them', async () => {
  const spec = functionSpecs.find(({ name }) => name === 'fetch-pages');
  const memoryMb = spec?.memoryMb ?? 0;
  // With the heap of this machine V8 would collect later, and the most that the process took would say when that was.
  // Where more is alive than a function's heap may hold, the process ends.
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...nodeOptions.split(' '),
    heapOption({ memoryMb }),
    join(import.meta.dirname, 'meet-attacks.ts'),
  ]);
  const { ends, seconds, cpu, takenMb } = JSON.parse(stdout) as Met;
  process.stdout.write(
    `\nattacks: ${Object.keys(siteAttacks).length} beside ${2 * ordinary.length} pages, ` +
      `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, ${takenMb.toFixed(0)} MB\n`,
  );
  expect(ends).toEqual({
    ...Object.fromEntries(Object.entries(siteAttacks).map(([name, [end]]) => [`/attack/${name}`, end])),
    ...Object.fromEntries(
      ordinary.flatMap((path) => [
        [path, 'done'],
        [`other${path}`, 'done'],
      ]),
    ),
  });
  // Its work alone: what it waits for, a machine that others keep busy stretches.
  expect(cpu).toBeLessThan(spec?.timeoutSeconds ?? 0);
  // Site and stores lie in that process as well: what the work took counts, beside a function at rest.
  expect(functionAtRestMb + takenMb).toBeLessThan(memoryMb);
});

test('a page of 300,000 links is read to its limit, and a crawl admits no more than it may', async () => {
  const site = await serveSite((path, response) => {
    if (path === '/') return siteAttacks['links']?.[1](response);
    response.writeHead(path === '/robots.txt' ? 404 : 200, htmlHeaders).end(htmlPage(path, []));
  });
  try {
    const pipeline = startPipeline(stores, {
      allow: [site.allow],
      hosts: { [site.host]: { delay: 0 } },
      disturbance: undisturbed,
      seed: 6,
    });
    const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 12, sitemap: 'skip' });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const job = await pipeline.run(submitted.job.id);
    expect([job.status, job.admitted, job.done]).toEqual(['completed', 12, 12]);
  } finally {
    await site.close();
  }
});
