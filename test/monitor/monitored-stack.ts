import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Launched } from '../../local/launch.ts';
import { callRoute, untilOver } from '../harness/call-api.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** The real stack with a crawl behind it: of a site that links to pages of every end, one of them hostile. */
export interface MonitoredStack {
  readonly gleaner: Launched;
  readonly site: TestSite;
  /** Id of a crawl that is over. */
  readonly crawl: string;
  /** A session that may read and write. */
  readonly session: string;
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Awaited<ReturnType<typeof callRoute>>['body']>;
  readonly stop: () => Promise<void>;
}

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

/** Starts it; about ten seconds. Stop it. */
export const startMonitoredStack = async (): Promise<MonitoredStack> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-monitor-'));
  const site = await serveSite((path, response) => {
    const many = Array.from({ length: 25 }, (_, index) => `/many/${index}`);
    const pages: Record<string, string> = {
      '/': htmlPage('Root', ['/docs/a', '/gone', '/private/x', '/hostile', ...many]),
      '/docs/a': htmlPage('A', ['/']),
      '/hostile': [
        `<!doctype html><title>${hostile}</title><h1>${hostile}</h1>`,
        `<p>${'Words of a page that is up to no good. '.repeat(20)}</p>`,
        `<img src="${site.origin}/beacon.png"><iframe src="${site.origin}/frame"></iframe>${hostile}`,
      ].join(''),
    };
    if (path === '/robots.txt') return void response.end('User-agent: *\nDisallow: /private\n');
    if (path === '/never') return undefined;
    const text = pages[path] ?? (path.startsWith('/many/') ? htmlPage(path, ['/']) : undefined);
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    return void response.end(text ?? 'not here');
  });
  const gleaner = await launch({
    dataDir,
    port: 0,
    quiet: true,
    options: { allow: [site.allow], hosts: onlyHosts({ [site.host]: { delay: 0 } }), corpus: 'main,all' },
  });
  const ask: MonitoredStack['ask'] = async (method, path, body) =>
    (await callRoute(gleaner, method, path, body)).body;
  const { id: crawl } = await ask('POST', '/v2/crawl', { url: `${site.origin}/`, limit: 60 });
  await untilOver(gleaner, `/v2/crawl/${crawl}`);
  const { session } = await ask('POST', '/v2/team/sessions', { scopes: ['read', 'write'] });
  const stop = async (): Promise<void> => {
    await gleaner.stop();
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { gleaner, site, crawl, session, ask, stop };
};

/** A screen: its name, its place behind the `#`, and its heading. */
export type MonitorScreen = readonly [name: string, path: string, heading: string | RegExp];

/** Every screen of the monitor, of this stack's crawl. */
export const listScreens = ({
  crawl,
  site,
}: {
  readonly crawl: string;
  readonly site: Pick<TestSite, 'origin' | 'host'>;
}): readonly MonitorScreen[] => [
  ['jobs', '/', 'Jobs'],
  ['one job', `/jobs/${crawl}`, /^crawl of /],
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
