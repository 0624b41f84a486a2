import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMemoryStores } from '../../test/harness/memory/memory-pipeline.ts';
import { undisturbed } from '../../test/harness/leaky-queues.ts';
import { startPipeline } from '../../test/harness/pipeline.ts';
import { serveSite, type TestSite } from '../../test/harness/serve-site.ts';
import type { HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { scrapeHandlers } from './scrape.ts';

let site: TestSite;
/** Whether the queues keep what is sent now: the next try of a page does not come while its caller waits. */
let isHeldBack = false;
beforeAll(async () => {
  site = await serveSite((path, response) => {
    isHeldBack = path !== '/robots.txt';
    response.writeHead(isHeldBack ? 500 : 404, { 'content-type': 'text/html' }).end('Out of order');
  });
});
afterAll(() => site.close());

test('a scrape whose page is tried again is told what the host answered, and when it is asked again', async () => {
  const hosts = { [site.host]: { delay: 0 } };
  const setting = { allow: [site.allow], hosts, disturbance: undisturbed, seed: 1 };
  const pipeline = startPipeline(startMemoryStores(), setting);
  const { deliveries } = pipeline;
  deliveries.push = (...sent) => (isHeldBack ? 0 : deliveries.splice(deliveries.length, 0, ...sent).length);
  const dependencies = {
    ...pipeline.submitting,
    keyLimits: { requestsPerMinute: 100, openJobs: 10 },
    sleep: async (ms: number) => {
      await pipeline.settle(0);
      pipeline.skip(ms);
    },
  } as unknown as ApiDependencies;
  const scrape = async (body: { readonly url: string; readonly timeout?: number }) => {
    isHeldBack = false;
    const request = {
      body: JSON.stringify(body),
      caller: { team: 'default', keyId: 'k', makers: [], limits: {} },
      remainingMs: () => (body.timeout === undefined ? 5_000 : 20_000),
    } as unknown as HttpRequest;
    const { statusCode, body: answer } = await scrapeHandlers.start('v2')(dependencies, request);
    return {
      status: statusCode,
      body: JSON.parse(answer) as { code: string; error: string; details: object },
    };
  };
  const lastTry = /\. Until now: the host answered 500; it is asked again at \d\d:\d\d:\d\d UTC$/;
  const held = await scrape({ url: `${site.origin}/held` });
  expect(held).toMatchObject({
    status: 408,
    body: { code: 'SCRAPE_TIMEOUT', details: { state: 'processing_continues' } },
  });
  expect(held.body.error).toMatch(lastTry);
  const hasty = await scrape({ url: `${site.origin}/hasty`, timeout: 1_000 });
  expect(hasty).toMatchObject({ status: 408, body: { code: 'SCRAPE_TIMEOUT' } });
  expect(hasty.body.error).toMatch(lastTry);
});
