import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import { usageOfTree } from '../crawl/process-usage.ts';
import { startGleaner } from '../../test/firecrawl/start-gleaner.ts';
import { serveSite } from '../../test/harness/serve-site.ts';

/**
 * How long a client waits: for the scrape of a small page, and for a page of results of a large job. A stack of its
 * own and a site on loopback; see README.md one folder up for its traps.
 *
 *   node bench/api/run.ts [--pages 10000] [--scrapes 30]
 */
const { values } = commandArguments('npm run bench:api', {
  options: {
    pages: { type: 'string', default: '10000' },
    scrapes: { type: 'string', default: '30' },
  },
});
const pages = Number(values.pages);

const sentence = 'A small page that has a few lines of text, as most pages of a manual do. ';

/** Page `n` of a tree in which each page leads to ten; about 2 KB of text. */
const treePage = (n: number): string => {
  const children = Array.from({ length: 10 }, (_, index) => n * 10 + index + 1).filter(
    (child) => child < pages,
  );
  return (
    `<!doctype html><html lang="en"><head><title>Page ${n}</title></head><body><main><h1>Page ${n}</h1>
${Array.from({ length: 7 }, (_, index) => `<p>${n}.${index} ${sentence.repeat(4)}</p>`).join('\n')}
<ul>${children.map((child) => `<li><a href="/tree/${child}">Page ${child}</a></li>`).join('')}</ul></main>` +
    `</body></html>`
  );
};

const loadOf = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`;

const site = await serveSite((path, response) => {
  const n = /^\/(?:tree|small)\/(\d+)$/.exec(path)?.[1];
  response.writeHead(n === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(n === undefined ? '' : treePage(path.startsWith('/small') ? pages : Number(n)));
});
const folder = await mkdtemp(join(tmpdir(), 'gleaner-bench-api-'));
const gleaner = await startGleaner(folder, ['--delay', '0', '--allow', site.allow], {});
const headers = { authorization: `Bearer ${gleaner.key}`, 'content-type': 'application/json' };

interface Timed {
  readonly ms: number;
  readonly body: { readonly status?: string; readonly id?: string; readonly data?: unknown };
}

/** Time from request to the last byte of the answer. */
const ask = async (path: string, body?: object): Promise<Timed> => {
  const began = performance.now();
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${gleaner.url}${path}`, init);
  const text = await answer.text();
  const ms = performance.now() - began;
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return { ms, body: JSON.parse(text) as Timed['body'] };
};

/** CPU of handlers and emulators so far, in milliseconds. */
const cpuMs = (): number =>
  usageOfTree(gleaner.pid).reduce((sum, { cpuSeconds }) => sum + cpuSeconds * 1_000, 0);

const row = (name: string, times: readonly number[], cpu?: number): void => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0).padStart(7);
  const perCall = cpu === undefined ? '' : (cpu / times.length).toFixed(0).padStart(7);
  process.stdout.write(`${name.padEnd(44)}${at(0.5)}${at(0.9)}${at(1)}${perCall}\n`);
};

try {
  process.stdout.write(
    `${loadOf()}\n${'milliseconds'.padEnd(44)}${' median'.padStart(7)}    p90    max    CPU\n`,
  );
  const scrapes: number[] = [];
  for (let n = 0; n < Number(values.scrapes) + 5; n += 1) {
    const { ms } = await ask('/v2/scrape', { url: `${site.origin}/small/${n}` });
    // The first ones start sandboxes and fetch robots.txt.
    if (n >= 5) scrapes.push(ms);
  }
  row('scrape of a small page', scrapes);

  const began = performance.now();
  const { id } = (
    await ask('/v2/crawl', { url: `${site.origin}/tree/0`, limit: pages, crawlEntireDomain: true })
  ).body;
  const polls: number[] = [];
  for (let status = 'scraping'; status === 'scraping';) {
    await pause(1_000);
    const poll = await ask(`/v2/crawl/${id}`);
    status = poll.body.status ?? '';
    if (status === 'scraping') polls.push(poll.ms);
  }
  const seconds = (performance.now() - began) / 1_000;
  row(`status while ${pages} pages are crawled`, polls);
  for (const limit of [10, 100]) {
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      const skip = Math.floor(Math.max(0, pages - limit) * part);
      const times: number[] = [];
      const before = cpuMs();
      // Reading /proc takes a while, in which the server may have closed a connection.
      await pause(100);
      for (let round = 0; round < 12; round += 1) {
        const { ms, body } = await ask(`/v2/crawl/${id}?skip=${skip}&limit=${limit}`);
        if (!Array.isArray(body.data) || body.data.length !== Math.min(limit, pages))
          throw new Error(`Wanted ${limit} pages of results at ${skip}, found another number`);
        times.push(ms);
      }
      row(`its results, ${limit} from ${skip} on`, times, cpuMs() - before);
    }
  }
  process.stdout.write(
    `\nThe crawl took ${seconds.toFixed(0)} s, ${(pages / seconds).toFixed(0)} pages/s; ${loadOf()}\n`,
  );
} finally {
  await gleaner.stop();
  await site.close();
  await rm(folder, { recursive: true, force: true });
}
