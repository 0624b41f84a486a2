import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { SSMClient } from '@aws-sdk/client-ssm';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { unpackBrowser } from '../../lib/fetch/browser/unpack-browser.ts';
import { renderInBrowser } from '../../lib/fetch/browser/render-in-browser.ts';
import { parseOpenRange } from '../../lib/fetch/http/address.ts';
import { fetchHttp } from '../../lib/fetch/http/fetch-http.ts';
import { guardedDial, guardedDispatcher } from '../../lib/fetch/http/guarded-connect.ts';
import { completeScrapeOptions } from '../../lib/request/scrape-options.ts';
import { redriveJob } from '../../lib/steps/api/redrive/redrive-job.ts';
import { rememberVersions } from '../../lib/store/keys/secret-versions.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { startPipeline, startStores, type PipelineStores } from '../harness/pipeline.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { htmlPage, serveSite, type TestSite } from '../harness/serve-site.ts';

/** What a caller gave for the site that was named; the stranger is another origin on the same host. */
const headers = {
  Authorization: 'Bearer SITE-SECRET',
  Cookie: 'sess=SITE-SECRET; other=SITE-SECRET',
  'X-Api-Key': 'SITE-SECRET',
  'User-Agent': 'Caller/SITE-SECRET',
  'Accept-Language': 'de;q=0.9, x-SITE-SECRET;q=0.1',
};
const given = ['accept-language', 'authorization', 'cookie', 'user-agent', 'x-api-key'];

let site: TestSite;
let stranger: TestSite;
let stores: PipelineStores;
let seen: { readonly at: 'site' | 'stranger'; readonly path: string; readonly with: string[] }[] = [];
const temporary = mkdtempSync(join(tmpdir(), 'gleaner-headers-'));

const withSecret = (sent: NodeJS.Dict<string | string[]>): string[] =>
  Object.entries(sent)
    .filter(([, value]) => String(value).includes('SITE-SECRET'))
    .map(([name]) => name)
    .toSorted();

/** What every origin of the test answers: pages that send whoever reads them to the other one. */
const serve = async (at: 'site' | 'stranger'): Promise<TestSite> =>
  await serveSite((path, response, request) => {
    seen.push({ at, path, with: withSecret(request.headers) });
    const other = at === 'site' ? (stranger?.origin ?? '') : site.origin;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (path === '/robots.txt')
      return void response.end(
        at === 'site' ? `Sitemap: ${other}/sitemap.xml\nSitemap: ${site.origin}/map.xml` : '',
      );
    if (path === '/moved') return void response.writeHead(302, { location: `${other}/found` }).end();
    if (path === '/kept') return void response.writeHead(307, { location: `${other}/found.js` }).end();
    if (path === '/refresh')
      return void response.setHeader('refresh', `0; url=${other}/found`).end(htmlPage('Refresh', []));
    if (path === '/map.xml')
      return void response.end(
        `<urlset><url><loc>${other}/in-map</loc></url><url><loc>${site.origin}/own-in-map</loc></url></urlset>`,
      );
    if (path === '/fails') return void response.writeHead(403).end();
    response.setHeader('content-type', 'text/html');
    if (path === '/parts')
      return void response.end(
        `<!doctype html><p>${'Words of a page. '.repeat(20)}</p>
        <img src="/kept"><script src="/kept"></script><iframe src="/moved"></iframe>` +
          `<iframe src="${other}/frame"></iframe>
        <link rel="stylesheet" href="${other}/style.css"><script src="${other}/own.js"></script>
        <script>
          fetch('/kept').catch(() => 0); fetch('${other}/asked', { credentials: 'include', mode: 'no-cors' ` +
          `}).catch(() => 0);
          fetch('/own-part').catch(() => 0); new WebSocket('${other.replace('http', 'ws')}/socket');
          new Worker(URL.createObjectURL(new Blob(["fetch('${other}/worker', { mode: 'no-cors', ` +
          `credentials: 'include' })"])));
          navigator.sendBeacon('${other}/beacon', 'x');
        </script>`,
      );
    if (path === '/leaves')
      return void response.end(
        `<p>${'Words. '.repeat(60)}</p><script>location.href = '${other}/found';</script>`,
      );
    response.end(htmlPage(path, [`${other}/linked`, '/own']));
  });

beforeAll(async () => {
  site = await serve('site');
  stranger = await serve('stranger');
  stores = await startStores();
});

afterAll(async () => {
  await Promise.all([site.close(), stranger.close(), stores.stop()]);
  rmSync(temporary, { recursive: true, force: true });
});

afterEach(() => {
  seen = [];
});

const open = (): NonNullable<ReturnType<typeof parseOpenRange>>[] =>
  [site.allow, stranger.allow].map((each) => parseOpenRange(each) ?? expect.fail());

const strangerGot = (): string[] =>
  seen
    .filter(({ at, with: got }) => at === 'stranger' && got.length > 0)
    .map(({ path, with: got }) => `${path}: ${got.join()}`);
const siteGot = (path: string): string[] | undefined =>
  seen.find((each) => each.at === 'site' && each.path === path)?.with;

describe('over HTTP, no header of the caller goes where it was not given for', () => {
  test.each(['/moved', '/refresh'])('%s', async (path) => {
    const outcome = await fetchHttp(
      { url: `${site.origin}${path}`, userAgent: 'Gleaner/test', headers, followRefresh: true },
      { dispatcher: guardedDispatcher({ open: open() }), checkHop: () => Promise.resolve({ ok: true }) },
    );
    expect(outcome).toMatchObject({ kind: 'response', url: `${stranger.origin}/found` });
    expect(siteGot(path)).toEqual(given);
    expect(strangerGot()).toEqual([]);
  });

  test('an origin that the caller names gets them as well', async () => {
    await fetchHttp(
      { url: `${site.origin}/moved`, userAgent: 'x', headers, headersFor: [site.origin, stranger.origin] },
      { dispatcher: guardedDispatcher({ open: open() }), checkHop: () => Promise.resolve({ ok: true }) },
    );
    expect(strangerGot()).toEqual([`/found: ${given.join()}`]);
  });
});

describe('in Chromium as well', () => {
  const render = async (path: string, headersFor?: readonly string[]) =>
    await renderInBrowser(
      {
        unpack: () => unpackBrowser(tmpdir()),
        dial: guardedDial({ open: open() }),
        temporary,
        userAgent: 'Gleaner/test',
      },
      { url: `${site.origin}${path}`, timeoutMs: 240_000, headers, headersFor },
      completeScrapeOptions({ waitFor: 1_000, formats: [{ type: 'screenshot' }] } as never),
      { checkHop: () => Promise.resolve({ ok: true }), now: Date.now },
    );

  test.each(['/moved', '/leaves', '/parts'])('%s', async (path) => {
    const outcome = await render(path);
    expect(outcome.kind).toBe('response');
    expect(siteGot(path)).toEqual(given);
    expect(seen.filter(({ at }) => at === 'stranger')).not.toEqual([]);
    expect(strangerGot()).toEqual([]);
  });

  test('the named origin gets them with its parts, and so does one that the caller names', async () => {
    await render('/parts');
    expect(siteGot('/own-part')).toEqual(given);
    seen = [];
    await render('/moved', [site.origin, stranger.origin]);
    expect(strangerGot()).toEqual([`/found: ${given.join()}`]);
  });
});

describe('in a job', () => {
  const run = async (kind: 'crawl' | 'batch' | 'map', body: Record<string, unknown>, more: object = {}) => {
    const pipeline = startPipeline(stores, {
      allow: [site.allow, stranger.allow],
      hosts: {},
      disturbance: undisturbed,
      seed: 1,
    });
    const submitted = await pipeline.submit(kind, body, undefined, more);
    if (!submitted.ok) return expect.fail(submitted.failure.message);
    return await pipeline.run(submitted.job.id);
  };
  const scrapeOptions = { headers };
  const isTheStranger = (): boolean => seen.some(({ at }) => at === 'stranger');

  test('a crawl whose first page moved elsewhere takes none of them there', async () => {
    await run('crawl', { url: `${site.origin}/moved`, limit: 8, scrapeOptions });
    expect(siteGot('/moved')).toEqual(given);
    expect(isTheStranger()).toBe(true);
    expect(strangerGot()).toEqual([]);
  });

  test('a crawl that follows links to other sites sends them none', async () => {
    await run('crawl', {
      url: `${site.origin}/`,
      limit: 8,
      allowExternalLinks: true,
      sitemap: 'include',
      scrapeOptions,
    });
    expect(siteGot('/own')).toEqual(given);
    expect(siteGot('/map.xml')).toEqual(given);
    expect(isTheStranger()).toBe(true);
    expect(strangerGot()).toEqual([]);
  });

  test('a crawl sends them to an origin that the caller names', async () => {
    await run('crawl', {
      url: `${site.origin}/`,
      limit: 8,
      allowExternalLinks: true,
      scrapeOptions: { headers, headersFor: [stranger.origin] },
    });
    expect(strangerGot()).toContain(`/linked: ${given.join()}`);
  });

  test('each URL of a batch gets them, and no page that one of them redirects to', async () => {
    await run('batch', { urls: [`${site.origin}/moved`, `${site.origin}/a`], headers });
    expect(siteGot('/a')).toEqual(given);
    expect(isTheStranger()).toBe(true);
    expect(strangerGot()).toEqual([]);
  });

  test('what a search found gets none but where the caller says so', async () => {
    await run(
      'batch',
      { urls: [`${stranger.origin}/result`, `${site.origin}/a`], headers, headersFor: [site.origin] },
      { areFound: true },
    );
    expect(siteGot('/a')).toEqual(given);
    expect(isTheStranger()).toBe(true);
    expect(strangerGot()).toEqual([]);
  });
});

describe('while the secret that opens headers is shut off', () => {
  /** Parameter Store as it answers where KMS refuses, until it is open again. */
  const serveSecrets = async (refusals: string[], asked: string[]) =>
    await serveSite((_path, response, request) => {
      asked.push(String(request.headers['x-amz-target']));
      const refusal = refusals.length > 1 ? refusals.shift() : refusals[0];
      const [status = '400', name = '', message = ''] = (refusal ?? '').split('|');
      response.writeHead(Number(status), { 'content-type': 'application/x-amz-json-1.1' });
      response.end(
        JSON.stringify({ __type: name, message, Parameter: { Value: 'header secret', Version: 1 } }),
      );
    });
  const run = async (refusals: string[]) => {
    const asked: string[] = [];
    const lines: string[] = [];
    const secrets = await serveSecrets(refusals, asked);
    const client = new SSMClient({
      endpoint: secrets.origin,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      maxAttempts: 1,
    });
    try {
      const pipeline = startPipeline(stores, {
        allow: [site.allow],
        hosts: {},
        disturbance: undisturbed,
        seed: 3,
        log: (event, fields) => void lines.push(`${event} ${JSON.stringify(fields)}`),
        headerSecret: rememberVersions(client, '/Gleaner/header-secret'),
      });
      const urls = [`${site.origin}/shut-1`, `${site.origin}/shut-2`];
      const submitted = await pipeline.submit('batch', { urls, headers });
      const plain = await pipeline.submit('batch', { urls: [`${site.origin}/without`] });
      if (!submitted.ok || !plain.ok) return expect.fail('not submitted');
      const [ended, other] = [await pipeline.run(submitted.job.id), await pipeline.run(plain.job.id)];
      return { ended, other, lines, asked, errors: await pipeline.pages(ended.id) };
    } finally {
      client.destroy();
      await secrets.close();
    }
  };

  test.each([
    ['AccessDeniedException', 'Access to KMS is not allowed'],
    ['InvalidKeyId', 'The key is disabled.'],
    ['ParameterNotFound', ''],
  ])('the pages of a job with headers fail at once and say why, and no other (%s)', async (name, message) => {
    const { ended, other, lines, errors } = await run([`400|${name}|${message}`]);
    expect([ended.done, ended.failed]).toEqual([0, 2]);
    const why = `its headers are sealed, and the deployment may not open them now (${name})`;
    expect(errors).toMatchObject([
      { state: 'failed', code: 'INTERNAL' },
      { state: 'failed', code: 'INTERNAL' },
    ]);
    expect(JSON.stringify(errors)).toContain(why);
    expect(lines.find((line) => line.startsWith('visit ended'))).toContain(why);
    expect(seen.filter(({ path }) => path.startsWith('/shut'))).toEqual([]);
    expect([other.done, other.failed]).toEqual([1, 0]);
  });

  test('a Parameter Store that does not answer well is asked again, and nothing is lost', async () => {
    const { ended, asked } = await run(['500|InternalServerError|', '200||']);
    expect([ended.done, ended.failed]).toEqual([2, 0]);
    expect(asked.length).toBeGreaterThan(1);
    expect(siteGot('/shut-1')).toEqual(given);
  });
});

describe('at rest', () => {
  const everything = async (): Promise<string> => {
    const { documents, name } = stores.table;
    const items: unknown[] = [];
    for (let from: Record<string, unknown> | undefined; ;) {
      const part = await documents.send(new ScanCommand({ TableName: name, ExclusiveStartKey: from }));
      items.push(...(part.Items ?? []));
      from = part.LastEvaluatedKey;
      if (from === undefined) return JSON.stringify(items);
    }
  };

  test('headers are sealed while a job runs, gone when it has ended, and given again for a redrive', async () => {
    const pipeline = startPipeline(stores, {
      allow: [site.allow, stranger.allow],
      hosts: {},
      disturbance: undisturbed,
      seed: 2,
    });
    const submitted = await pipeline.submit('crawl', {
      url: `${site.origin}/fails`,
      limit: 1,
      scrapeOptions: { headers },
      webhook: { url: `${site.origin}/hook`, headers: { Authorization: 'Bearer HOOK-SITE-SECRET' } },
    });
    if (!submitted.ok) return expect.fail(submitted.failure.message);
    const { id } = submitted.job;
    expect((await getJob(stores.table, id))?.request.scrape).toMatchObject({
      headers: {},
      headerNames: given,
      sealedHeaders: expect.any(String),
    });
    expect(await everything()).not.toContain('SITE-SECRET');
    const ended = await pipeline.run(id);
    await pipeline.settle(0);
    expect(siteGot('/fails')).toEqual(given);
    expect(siteGot('/hook')).toEqual(['authorization']);
    expect(await everything()).not.toContain('SITE-SECRET');
    expect(ended.request.scrape).not.toHaveProperty('sealedHeaders');
    expect(ended.request.scrape.headerNames).toEqual(given);

    const selection = { include: ['failed'] as ('failed' | 'abandoned')[], codes: ['HTTP_FORBIDDEN'] };
    const redrive = { ...pipeline.submitting, queues: pipeline.queues };
    const order = { job: ended, selection, team: 'default' };
    expect(await redriveJob(redrive, order)).toMatchObject({ ok: false, failure: { code: 'BAD_REQUEST' } });
    seen = [];
    const again = await redriveJob(redrive, { ...order, headers });
    if (!again.ok) return expect.fail(again.failure.message);
    await pipeline.run(again.job.id);
    await pipeline.settle(0);
    expect(siteGot('/fails')).toEqual(given);
    expect(siteGot('/hook')).toEqual(['authorization']);
    expect(await everything()).not.toContain('SITE-SECRET');
  });
});
