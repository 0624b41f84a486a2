import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countPages, disagreement } from '../../lib/frontier/count-pages.ts';
import { Outage } from '../../lib/outage.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

const fault = vi.hoisted(() => ({ error: null as Error | null, times: 0 }));

vi.mock('../../lib/steps/fetch-pages/host-slots.ts', async (original) => {
  const module = await original<typeof import('../../lib/steps/fetch-pages/host-slots.ts')>();
  const reserveForJob: typeof module.reserveForJob = async (...parameters) => {
    if (fault.error === null || fault.times === 0) return await module.reserveForJob(...parameters);
    fault.times -= 1;
    throw fault.error;
  };
  return { ...module, reserveForJob };
});

let stores: PipelineStores;
let site: TestSite;

beforeAll(async () => {
  [stores, site] = await Promise.all([
    startStores(),
    serveSite((path, response) => {
      response.writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
      response.end(htmlPage(`Page ${path}`, ['/one', '/two'], `The page ${path} has words.`));
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([stores.stop(), site.close()]);
});

const run = async (error: Error, times: number) => {
  Object.assign(fault, { error, times });
  const events: string[] = [];
  const pipeline = startPipeline(stores, {
    allow: [site.allow],
    hosts: { [site.host]: { delay: 0 } },
    disturbance: undisturbed,
    seed: 7,
    log: (event) => void events.push(event),
  });
  const submitted = await pipeline.submit('batch', { urls: [`${site.origin}/one`, `${site.origin}/two`] });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const job = await pipeline.run(submitted.job.id, 300, { heartbeat: false });
  return { job, pages: await pipeline.pages(job.id), events };
};

test('what is thrown for all pages of a visit ends each of them with that reason, and the job at once', async () => {
  const { job, pages, events } = await run(
    new TypeError('the pace makes no sense'),
    Number.POSITIVE_INFINITY,
  );
  expect(pages.map(({ state, code }) => [state, code])).toEqual([
    ['failed', 'INTERNAL'],
    ['failed', 'INTERNAL'],
  ]);
  for (const { message } of pages) expect(message).toContain('TypeError: the pace makes no sense');
  expect(job.open).toBe(0);
  expect(disagreement(job, countPages([...pages]))).toBeNull();
  expect(events).not.toContain('visit failed');
});

test('an outage gives the messages back, and the pages are fetched when it is over', async () => {
  const { job, pages, events } = await run(new Outage('no table'), 1);
  expect(pages.map(({ state }) => state)).toEqual(['done', 'done']);
  expect(job.status).toBe('completed');
  expect(events).toContain('visit failed');
});
