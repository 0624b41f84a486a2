import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../lib/limits/limits.ts';
import { functionSpecs } from '../../infra/functions.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { htmlPage, serveSite } from '../harness/serve-site.ts';

/**
 * What a site can do to a worker, all of it in one invocation, with ordinary pages of the same host and of another
 * beside it. The file has a process of its own, whose memory is measured.
 */
let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const blank = Buffer.alloc(200_000_000, 0x20);
const html = { 'content-type': 'text/html; charset=utf-8' };
const filled = (part: string, bytes: number): string => part.repeat(Math.ceil(bytes / part.length));

const coded = (coding: string, body: Buffer) => (response: ServerResponse) =>
  void response.writeHead(200, { ...html, 'content-encoding': coding }).end(body);
const page =
  (body: string, type = html['content-type']) =>
  (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': type }).end(body);
/** Writes as fast as it is read, or a byte now and then, until somebody hangs up. */
const endless = (response: ServerResponse): void => {
  response.writeHead(200, html);
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x61)));
  };
  response.on('drain', more);
  more();
};
const dripping = (response: ServerResponse): void => {
  response.writeHead(200, html);
  const timer = setInterval(() => response.write('a'), 50);
  response.on('close', () => clearInterval(timer));
};
const refused = (response: ServerResponse): void => {
  try {
    response.writeHead(
      200,
      Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`x-${n}`, 'v'.repeat(40)])),
    );
    response.end('x');
  } catch {
    response.destroy();
  }
};

/** Megabytes of a process that has imported `fetch-pages` and done nothing: 124 were measured. */
const functionAtRestMb = 150;

const attacks: Readonly<Record<string, readonly [end: string, answer: (response: ServerResponse) => void]>> =
  {
    gzip: ['failed RESPONSE_BOMB', coded('gzip', gzipSync(blank.subarray(0, 100_000_000)))],
    brotli: ['failed RESPONSE_BOMB', coded('br', brotliCompressSync(blank))],
    zstd: ['failed RESPONSE_BOMB', coded('zstd', zstdCompressSync(blank))],
    nested: ['failed RESPONSE_BOMB', coded('gzip, gzip', gzipSync(gzipSync(blank)))],
    endless: ['failed RESPONSE_TOO_LARGE', endless],
    slow: ['failed TIMEOUT', dripping],
    silent: ['failed TIMEOUT', () => undefined],
    announced: [
      'failed RESPONSE_TOO_LARGE',
      (response) => void response.writeHead(200, { ...html, 'content-length': '200000000' }).write('x'),
    ],
    headers: ['failed RESPONSE_TOO_LARGE', refused],
    'nested-elements': ['done', page(`<body>${'<div>'.repeat(limits.domNodesMax - 10)}deep words`)],
    'nested-lists': ['done', page(`<body>${'<ul><li>'.repeat(limits.domNodesMax / 2 - 10)}deep words`)],
    'nested-json': ['done', page('['.repeat(1_000_000), 'application/json')],
    // A page that is too long is read from its beginning, and this one has no text there.
    'too-many-elements': ['failed CONTENT_EMPTY', page('<b>'.repeat(limits.domNodesMax + 1))],
    'words-before-them': ['done', page(`<p>words</p>${'<b>'.repeat(limits.domNodesMax + 1)}`)],
    'less-than': ['done', page(`<p>words</p>${filled('<', 3_000_000)}`)],
    attributes: ['done', page(`<p ${filled('a=b ', 2_000_000)}>words</p>`)],
    links: [
      'done',
      page(
        `<p>words</p>${Array.from({ length: 300_000 }, (_, n) => `<a href="/link/${n}">${n}</a>`).join('')}`,
      ),
    ],
  };

const ordinary = Array.from({ length: 8 }, (_, n) => `/page/${n}`);

test('attacks end within the limits of an invocation, and harm no page beside them', async () => {
  const answer = (path: string, response: ServerResponse): void => {
    const attack = attacks[path.slice('/attack/'.length)];
    if (path.startsWith('/attack/') && attack !== undefined) attack[1](response);
    else if (path === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, html).end(htmlPage(path, []));
  };
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
      workers: 8,
    });
    const urls = [
      ...Object.keys(attacks).flatMap((name, at) => [
        `${site.origin}/attack/${name}`,
        `${site.origin}${ordinary[at % ordinary.length]}`,
      ]),
      ...ordinary.map((path) => `${other.origin}${path}`),
    ];
    const submitted = await pipeline.submit('batch', { urls, timeout: 4_000 });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const restMb = process.memoryUsage.rss() / 1_048_576;
    const started = performance.now();
    const { user: cpuBefore } = process.cpuUsage();
    await pipeline.run(submitted.job.id);
    const seconds = (performance.now() - started) / 1_000;
    const ends = Object.fromEntries(
      (await pipeline.pages(submitted.job.id)).map(({ url, state, code }) => [
        url.replace(site.origin, '').replace(other.origin, 'other'),
        state === 'done' ? state : `${state} ${code}`,
      ]),
    );
    expect(ends).toEqual({
      ...Object.fromEntries(Object.entries(attacks).map(([name, [end]]) => [`/attack/${name}`, end])),
      ...Object.fromEntries(
        ordinary.flatMap((path) => [
          [path, 'done'],
          [`other${path}`, 'done'],
        ]),
      ),
    });
    const peakMb = process.resourceUsage().maxRSS / 1_024;
    const takenMb = peakMb - restMb;
    const cpu = (process.cpuUsage().user - cpuBefore) / 1e6;
    process.stdout.write(
      `\nattacks: ${Object.keys(attacks).length} beside ${2 * ordinary.length} pages, ` +
        `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, peak ${peakMb.toFixed(0)} MB, of it ` +
        `${takenMb.toFixed(0)} new\n`,
    );
    const spec = functionSpecs.find(({ name }) => name === 'fetch-pages');
    // Its work alone: what it waits for, a machine that others keep busy stretches.
    expect(cpu).toBeLessThan(spec?.timeoutSeconds ?? 0);
    // Site, stores and tests lie in this process as well: what the work took counts, beside a function at rest.
    expect(functionAtRestMb + takenMb).toBeLessThan(spec?.memoryMb ?? 0);
  } finally {
    await Promise.all([site.close(), other.close()]);
  }
});

test('a page of 300,000 links is read to its limit, and a crawl admits no more than it may', async () => {
  const site = await serveSite((path, response) => {
    if (path === '/') return attacks['links']?.[1](response);
    response.writeHead(path === '/robots.txt' ? 404 : 200, html).end(htmlPage(path, []));
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
