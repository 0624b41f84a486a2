import { launch, type Launched } from '../../local/launch.ts';
import { callRoute, type ApiJson } from '../harness/call-api.ts';
import { onlyHosts } from '../harness/only-hosts.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** The name under which the fixtures know their site: its port is another one each time. */
export const host = 'old.example';
/** Pages of the site, each linked from the two before it in a tree. */
export const oldPages = 60;
/** URLs of the batch. */
export const oldUrls = Array.from({ length: 12 }, (_, at) => `http://${host}/batch/${at}`);

export interface Told {
  readonly type: string;
  readonly id: string;
}

/** The site, and what its webhook receiver was told. */
export interface OldWorld {
  readonly site: TestSite;
  readonly told: Told[];
}

export const serveOldWorld = async (): Promise<OldWorld> => {
  const told: Told[] = [];
  const site = await serveSite((path, response, request) => {
    if (path === '/hook') {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        told.push(JSON.parse(Buffer.concat(chunks).toString()) as Told);
        response.end('thanks');
      });
      return;
    }
    if (path === '/robots.txt') return void response.writeHead(404).end();
    const at = path === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    const links = [2 * at + 1, 2 * at + 2].filter((next) => next < oldPages).map((next) => `/page-${next}`);
    response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage(`Page ${path}`, links));
  });
  return { site, told };
};

export const startOldWorld = async ({ site }: OldWorld, dataDir: string, delay: number): Promise<Launched> =>
  await launch({
    dataDir,
    quiet: true,
    options: {
      allow: [site.allow],
      resolve: [`${host}:80=${site.host}`],
      hosts: onlyHosts({ [host]: { delay } }),
    },
  });

const manifest = {
  version: '1.0.0',
  name: 'old',
  sources: [
    { id: 'tree', url: `http://${host}/`, method: 'crawl', frequency: 'monthly', crawl: { limit: oldPages } },
  ],
};

/** Submits one of each: a crawl, a batch with a webhook, an extraction, and a run of a source. Answers their ids. */
export const submitAll = async (gleaner: Launched): Promise<Readonly<Record<string, string>>> => {
  const post = async (path: string, body: unknown): Promise<ApiJson> => {
    const answer = await callRoute(gleaner, 'POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  const crawl = await post('/v2/crawl', { url: `http://${host}/`, limit: 500 });
  const batch = await post('/v2/batch/scrape', { urls: oldUrls, webhook: { url: `http://${host}/hook` } });
  const extract = await post('/v2/extract', { urls: oldUrls.slice(0, 3), schema });
  await post('/v2/sources/apply', { manifest });
  const run = await post('/v2/sources/tree/run', {});
  return { crawl: crawl.id, batch: batch.id, extract: extract.id, run: run.id };
};
