import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Launched } from '../../local/launch.ts';
import { monitorAddress } from '../../local/start/call-api.ts';
import { callRoute, untilOver } from '../harness/call-api.ts';
import { dueLater } from '../sources/due-later.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { makeHostilePages } from './hostile-pages.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** The real stack with a crawl behind it: of a site that links to pages of every end, one of them hostile. */
export interface MonitoredStack {
  readonly gleaner: Launched;
  readonly site: TestSite;
  /** Id of a crawl that is over. */
  readonly crawl: string;
  /** Id of an extraction that is over: of one page, which says all by itself. */
  readonly extraction: string;
  /** Ids of a page of each of both. */
  readonly pageOf: { readonly crawl: string; readonly extraction: string };
  /** Id of a source that ran twice, and whose page `/notices/1` changed in between. */
  readonly source: string;
  /** Has the page `/notices/1` say that it is of another edition, and runs a source. */
  readonly publish: (edition: string, source?: string) => Promise<void>;
  /** A session, opened as `npm start` opens one. */
  readonly session: string;
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Awaited<ReturnType<typeof callRoute>>['body']>;
  readonly stop: () => Promise<void>;
}

const hostile = '<img src=x onerror="top.postMessage(1,`*`)"><script>top.postMessage(2,"*")</script>';

/** A page whose values are found without a model; its name is a formula to a spreadsheet. */
const makeChairPage = (price: string): string => {
  const product = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: '=HYPERLINK("Chair")',
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
  };
  return [
    `<!doctype html><title>Chair</title><script type="application/ld+json">${JSON.stringify(product)}</script>`,
    `<main><h1>=HYPERLINK("Chair")</h1><p>The price of this chair is ${price} EUR. `,
    `${'It is made of ash wood and stands well. '.repeat(8)}</p></main>`,
  ].join('');
};

/** A product with what its buyers thought of it, which is no content: of its text a fifth is kept. */
const makeJugPage = (edition: string): string =>
  [
    '<!doctype html><title>Jug</title><meta property="og:type" content="product"><main><h1>Jug</h1>',
    `<p>Thrown on the wheel, glazed twice, and fired for a day. Of the ${edition} edition.</p>`,
    '<p class="price">32 EUR</p><button>Add to cart</button>',
    '<section class="reviews" id="reviews"><h2>Customer reviews</h2>',
    '<div class="review"><p>I have poured from it for a year and it is still fine.</p></div>'.repeat(5),
    '</section></main>',
  ].join('');

export const productSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
};

/** Runs a source now, and waits for what the run found. */
const runSource = async (ask: MonitoredStack['ask'], source: string): Promise<void> => {
  const { id } = await ask('POST', `/v2/sources/${source}/run`);
  for (;;) {
    const { runs } = await ask('GET', `/v2/sources/${source}/runs`);
    if ((runs as readonly { job: string }[]).some(({ job }) => job === id)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** A manifest of the site's notices, in a version. */
export const noticesManifest = (origin: string, version: string): object => ({
  version,
  name: 'tides',
  sources: [
    {
      id: 'notices',
      name: 'Notices to mariners',
      url: `${origin}/notices`,
      method: 'crawl',
      ...dueLater,
      priority: 'high',
    },
  ],
});

/**
 * Starts it; about ten seconds. Stop it.
 *
 * @param inproc its functions run in this process, which takes half the processor time that sandboxes take. Tests of
 *   what people see need no more; those whose calls are judged need the sandboxes.
 */
export const startMonitoredStack = async ({
  inproc,
}: {
  readonly inproc: boolean;
}): Promise<MonitoredStack> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-monitor-'));
  let edition = 'first';
  const site = await serveSite((path, response) => {
    const many = Array.from({ length: 25 }, (_, index) => `/many/${index}`);
    const pages: Record<string, string> = {
      '/': htmlPage('Root', ['/docs/a', '/gone', '/private/x', '/hostile', ...many]),
      '/docs/a': htmlPage('A', ['/']),
      '/chair': makeChairPage(edition === 'cheaper' ? '99.00' : '120.50'),
      '/jug': makeJugPage(edition),
      '/hook': 'heard',
      '/notices': htmlPage('Notices', ['/notices/1', '/notices/2']),
      '/notices/1': htmlPage(`The ${edition} edition of notice 1`, ['/notices']),
      '/notices/2': htmlPage('Notice 2', ['/notices']),
      '/hostile': [
        `<!doctype html><title>${hostile}</title><h1>${hostile}</h1>`,
        `<p>${'Words of a page that is up to no good. '.repeat(20)}</p>`,
        `<img src="${site.origin}/beacon.png"><iframe src="${site.origin}/frame"></iframe>${hostile}`,
      ].join(''),
    };
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
    if (path === '/never') return undefined;
    const evil = makeHostilePages(`${site.origin}/beacon`)[Number(/^\/evil\/(\d+)$/.exec(path)?.[1])];
    if (evil !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      return void response.end(htmlPage(`Evil ${path}`, []).replace('</body>', `${evil}</body>`));
    }
    const text = pages[path] ?? (path.startsWith('/many/') ? htmlPage(path, ['/']) : undefined);
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    return void response.end(text ?? 'not here');
  });
  const gleaner = await launch({
    dataDir,
    port: 0,
    quiet: true,
    inproc,
    options: {
      allow: [site.allow],
      hosts: onlyHosts({ [site.host]: { delay: 0 } }),
      corpus: 'main,all',
      // In one process their logs are lines of the tests.
      ...(inproc ? { logSample: 0 } : {}),
    },
  });
  const ask: MonitoredStack['ask'] = async (method, path, body) =>
    (await callRoute(gleaner, method, path, body)).body;
  const publish = async (next: string, source = 'notices'): Promise<void> => {
    edition = next;
    await runSource(ask, source);
  };
  const crawlSite = async (): Promise<string> => {
    const { id } = await ask('POST', '/v2/crawl', { url: `${site.origin}/`, limit: 60 });
    await untilOver(gleaner, `/v2/crawl/${id}`);
    return id as string;
  };
  const extractChair = async (): Promise<string> => {
    const { id } = await ask('POST', '/v2/extract', {
      urls: [`${site.origin}/chair`],
      schema: productSchema,
      origin: 'monitor',
      budget: { tokens: 5_000, dollars: 0.5 },
      webhook: `${site.origin}/hook`,
    });
    await untilOver(gleaner, `/v2/extract/${id}`);
    return id as string;
  };
  const runTwice = async (): Promise<void> => {
    await ask('POST', '/v2/sources/apply', { manifest: noticesManifest(site.origin, '1.0.0') });
    await runSource(ask, 'notices');
    await publish('second');
  };
  // None of them knows of another.
  const [crawl, extraction] = await Promise.all([crawlSite(), extractChair(), runTwice()]);
  const pageIn = async (job: string, path: string): Promise<string> =>
    (await ask('GET', `/v2/jobs/${job}/pages?prefix=${encodeURIComponent(site.origin + path)}`)).pages[0].id;
  const pageOf = {
    crawl: await pageIn(crawl, '/docs/a'),
    extraction: await pageIn(extraction, '/chair'),
  };
  const session = (await monitorAddress(gleaner)).split('#session=')[1] ?? '';
  const stop = async (): Promise<void> => {
    await gleaner.stop();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { gleaner, site, crawl, extraction, pageOf, source: 'notices', publish, session, ask, stop };
};

/** A screen: its name, its place behind the `#`, and its heading. */
export type MonitorScreen = readonly [name: string, path: string, heading: string | RegExp];

/** Every screen of the monitor, of this stack's crawl. */
export const listScreens = ({
  crawl,
  extraction,
  pageOf,
  site,
}: {
  readonly crawl: string;
  readonly extraction: string;
  readonly pageOf: MonitoredStack['pageOf'];
  readonly site: Pick<TestSite, 'origin' | 'host'>;
}): readonly MonitorScreen[] => [
  ['how everything is', '/', 'Overview'],
  ['sources', '/sources', 'Sources'],
  ['a source', '/sources/notices', 'Notices to mariners'],
  [
    'versions of a page',
    `/sources/notices/page?url=${encodeURIComponent(`${site.origin}/notices/1`)}`,
    /^Versions of /,
  ],
  ['manifests', '/manifests', 'Manifests'],
  ['a manifest', '/manifests/tides', /^Manifest tides/],
  ['run control', '/run', 'Run control'],
  ['changes', '/changes', 'Changes'],
  ['alerts', '/alerts', 'Alerts'],
  ['failures', '/failures', 'Failures'],
  ['the audit', '/audit', 'Audit'],
  ['the search', '/search?q=notice', 'Search what was crawled'],
  ['costs', '/costs', 'Costs'],
  ['settings', '/settings', 'Keys and settings'],
  ['pace and response times', `/jobs/${crawl}/timing`, 'Pace and response times'],
  ['the log of a webhook', `/jobs/${extraction}/webhook`, 'What its webhook was told'],
  ['answers of an extraction', `/jobs/${extraction}/answers`, 'Answers of an extraction'],
  ['jobs', '/jobs', 'Jobs'],
  ['one job', `/jobs/${crawl}`, /^crawl of /],
  ['an extraction', `/jobs/${extraction}`, /^extract of /],
  ['a page', `/jobs/${crawl}/pages/${pageOf.crawl}`, /\/docs\/a$/],
  ['a page with its evidence', `/jobs/${extraction}/pages/${pageOf.extraction}`, /\/chair$/],
  ['its pages', `/jobs/${crawl}/pages`, 'Pages'],
  [
    'a URL that was left out',
    `/jobs/${crawl}/why?url=${encodeURIComponent(`${site.origin}/logo.png`)}`,
    /What became/,
  ],
  ['a host', `/hosts/${encodeURIComponent(site.host)}`, /^Host /],
  ...['scrape', 'crawl', 'map', 'extract', 'search'].map((name): MonitorScreen => [
    `the playground, ${name}`,
    `/play/${name}`,
    'Playground',
  ]),
  ['no screen', '/nowhere', /no such screen/],
];
