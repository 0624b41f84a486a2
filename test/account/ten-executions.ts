import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../../local/launch.ts';
import { callRoute, type ApiJson } from '../harness/call-api.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { htmlPage, serveSite } from '../harness/serve-site.ts';

const scrapes = 10;
/** What a page takes to come, so that whoever waits for it holds an execution. */
const pageMs = 1_500;
const triesMax = 200;

/** What a small account made of much work at the same time. */
export interface TenExecutions {
  readonly statuses: Readonly<Record<'crawl' | 'batch' | 'extract', string>>;
  /** Scrapes that were answered with their page. */
  readonly scraped: number;
  /** Requests that a client had to send again: it was told to, or the account was full. */
  readonly sentAgain: number;
  readonly throttles: number;
  readonly mostAtOnce: number;
  readonly deadLetters: number;
}

/**
 * Runs the stack as an account with so many executions does, with a crawl, ten scrapes, an extraction and a batch at
 * the same time, and clients that send again what they are told to send again. `accountConcurrency` is what the
 * deployment believes to have.
 */
export const runSmallAccount = async (
  concurrency: number,
  accountConcurrency = concurrency,
): Promise<TenExecutions> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-ten-'));
  const links = Array.from({ length: 12 }, (_, index) => `/page-${index}`);
  const site = await serveSite((path, response) => {
    const send = (): void =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(path, links));
    if (path.startsWith('/slow')) setTimeout(send, pageMs);
    else send();
  });
  const gleaner = await launch({
    dataDir,
    concurrency,
    quiet: true,
    options: {
      accountConcurrency,
      allow: [site.allow],
      hosts: onlyHosts({ [site.host]: { delay: 0, concurrency: 20 } }),
    },
  });
  let sentAgain = 0;
  const ask = async (method: string, path: string, body?: object): Promise<ApiJson> => {
    for (let tried = 0; tried < triesMax; tried += 1) {
      const answer = await callRoute(gleaner, method, path, body);
      if (answer.status !== 500 && answer.status !== 408) return answer.body;
      sentAgain += 1;
      await new Promise((resolve) => setTimeout(resolve, answer.status === 408 ? 1_000 : 300));
    }
    throw new Error(`${method} ${path} was never answered`);
  };
  const ended = async (path: string, body: object): Promise<string> => {
    const { id } = await ask('POST', path, body);
    for (let poll = 0; poll < triesMax; poll += 1) {
      const { status } = await ask('GET', `${path}/${id}`);
      if (!['scraping', 'processing', 'pending'].includes(status)) return status;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return 'open';
  };
  try {
    const urls = links.map((link) => `${site.origin}/batch${link}`);
    const [crawl, batch, extract, ...pages] = await Promise.all([
      ended('/v2/crawl', { url: `${site.origin}/`, limit: 12 }),
      ended('/v2/batch/scrape', { urls }),
      ended('/v2/extract', { urls: urls.slice(0, 3), fields: [{ name: 'title' }] }),
      ...Array.from({ length: scrapes }, (_, index) =>
        ask('POST', '/v2/scrape', { url: `${site.origin}/slow-${index}` }),
      ),
    ]);
    const buried = readFileSync(join(dataDir, 'logs', 'bury-dead-letters.log'), {
      encoding: 'utf8',
      flag: 'a+',
    });
    return {
      statuses: { crawl, batch, extract },
      scraped: pages.filter((page) => (page as { success?: boolean }).success === true).length,
      sentAgain,
      throttles: gleaner.executions.throttles,
      mostAtOnce: gleaner.executions.most,
      deadLetters: buried.split('\n').filter((line) => line.includes('dead letter')).length,
    };
  } finally {
    await gleaner.stop();
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
