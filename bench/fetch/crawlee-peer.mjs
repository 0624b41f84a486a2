import { Configuration, PlaywrightCrawler } from '@crawlee/playwright';
import { chromium } from 'playwright';

/**
 * The named peer: Crawlee's PlaywrightCrawler on the same pages with the same Chromium, one page at a time, waiting for
 * the network to rest as Gleaner does. It keeps its browser and opens a page for each URL. Prints one JSON line.
 *
 *   node bench/fetch/crawlee-peer.mjs <origin> <pages> <executable> <environment as JSON>
 */
const [origin = '', pages = '0', executablePath = '', environment = '{}'] = process.argv.slice(2);

const crawl = async (urls) => {
  let whole = 0;
  const crawler = new PlaywrightCrawler(
    {
      minConcurrency: 1,
      maxConcurrency: 1,
      maxRequestRetries: 0,
      launchContext: {
        launcher: chromium,
        launchOptions: {
          executablePath,
          headless: true,
          args: ['--no-sandbox', '--disable-gpu'],
          env: { ...process.env, ...JSON.parse(environment) },
        },
      },
      browserPoolOptions: { useFingerprints: false },
      requestHandler: async ({ page, request }) => {
        await page.waitForLoadState('networkidle');
        const html = await page.content();
        if (html.includes(`Part 23 of ${request.url.split('/').at(-1)}`)) whole += 1;
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: true }),
  );
  await crawler.run(urls);
  await crawler.teardown();
  return whole;
};

await crawl([`${origin}/app/0`]);
console.log('ready');
const began = performance.now();
const whole = await crawl(Array.from({ length: Number(pages) }, (_, page) => `${origin}/app/${page + 1}`));
const seconds = (performance.now() - began) / 1_000;
console.log(JSON.stringify({ pages: whole, seconds }));
process.exit(0);
