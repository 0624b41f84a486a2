import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheerioCrawler, Configuration } from '@crawlee/cheerio';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

/**
 * The named peer: Crawlee's CheerioCrawler doing the same work for each page: every link of the host, readability on
 * linkedom, turndown, a hash, and a JSON file. Prints one JSON line with what it did and used.
 *
 *   node bench/crawl/crawlee-peer.mjs <url> <folder> <concurrency>
 */
const [start = '', folder = '', concurrency = '4'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
let pages = 0;
const began = performance.now();

const crawler = new CheerioCrawler(
  {
    maxConcurrency: Number(concurrency),
    minConcurrency: Number(concurrency),
    maxRequestRetries: 2,
    requestHandler: async ({ request, body, enqueueLinks }) => {
      await enqueueLinks({ strategy: 'same-hostname' });
      const { document } = parseHTML(body.toString());
      const article = new Readability(document).parse();
      const markdown = turndown.turndown(article?.content ?? '');
      const url = request.loadedUrl ?? request.url;
      const hash = createHash('sha256').update(markdown).digest('hex');
      const name = createHash('sha256').update(url).digest('hex').slice(0, 24);
      writeFileSync(
        join(folder, `${name}.json`),
        JSON.stringify({ url, title: article?.title, markdown, html: body.toString(), hash }),
      );
      pages += 1;
    },
  },
  new Configuration({ persistStorage: false, purgeOnStart: true }),
);
await crawler.run([start]);

const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
console.log(
  JSON.stringify({
    pages,
    seconds: (performance.now() - began) / 1_000,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    memoryMiB: maxRSS / 1_024,
  }),
);
process.exit(0);
