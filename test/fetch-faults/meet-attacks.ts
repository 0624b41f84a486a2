import type { ServerResponse } from 'node:http';
import { queueSpecs } from '../../infra/queues.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite } from '../harness/serve-site.ts';
import { siteAttacks, htmlHeaders } from './attacks.ts';

/** What a job met and took, its site and its stores in the same process. */
export interface Met {
  /** Of each page, by its path: `done`, or `failed` with its code. */
  readonly ends: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Seconds of a processor, and megabytes above what the process took before the job. */
  readonly cpu: number;
  readonly takenMb: number;
}

/** Paths of pages as any site has them, beside the attacks on their own host, and on another. */
export const ordinary = Array.from({ length: 8 }, (_, n) => `/page/${n}`);

/** Visits all attacks, as many at once as an invocation is given. */
const meetAttacks = async (): Promise<Met> => {
  const answer = (path: string, response: ServerResponse): void => {
    const attack = siteAttacks[path.slice('/attack/'.length)];
    if (path.startsWith('/attack/') && attack !== undefined) attack[1](response);
    else if (path === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, htmlHeaders).end(htmlPage(path, []));
  };
  const stores = await startStores();
  const [site, other] = await Promise.all([serveSite(answer), serveSite(answer)]);
  try {
    const pipeline = startPipeline(stores, {
      allow: [site.allow, other.allow],
      hosts: {
        [site.host]: { delay: 0, concurrency: 6, tier: 'http' },
        [other.host]: { delay: 0, tier: 'http' },
      },
      disturbance: undisturbed,
      seed: 5,
      workers: queueSpecs().find(({ name }) => name === 'fetch-normal')?.batchSize ?? 0,
    });
    const urls = [
      ...Object.keys(siteAttacks).flatMap((name, at) => [
        `${site.origin}/attack/${name}`,
        `${site.origin}${ordinary[at % ordinary.length]}`,
      ]),
      ...ordinary.map((path) => `${other.origin}${path}`),
    ];
    const submitted = await pipeline.submit('batch', { urls, timeout: 4_000 });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const restMb = process.memoryUsage.rss() / 1_048_576;
    const started = performance.now();
    const { user } = process.cpuUsage();
    await pipeline.run(submitted.job.id);
    return {
      ends: Object.fromEntries(
        (await pipeline.pages(submitted.job.id)).map(({ url, state, code }) => [
          url.replace(site.origin, '').replace(other.origin, 'other'),
          state === 'done' ? state : `${state} ${code}`,
        ]),
      ),
      seconds: (performance.now() - started) / 1_000,
      cpu: (process.cpuUsage().user - user) / 1e6,
      takenMb: process.resourceUsage().maxRSS / 1_024 - restMb,
    };
  } finally {
    await Promise.all([site.close(), other.close(), stores.stop()]);
  }
};

if (import.meta.main) process.stdout.write(`${JSON.stringify(await meetAttacks())}\n`);
