import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestSite } from '../../test/harness/serve-site.ts';
import { startCrawl4ai, type Crawl4aiDouble, type Crawl4aiVersion } from './crawl4ai-double.ts';
import { serveCrawled } from './crawled-site.ts';
import { documentId, GleanerReader, type ReaderOptions } from './index.ts';

/** The integration cases of the reader's specification, with a double of the server that reads real pages. */
const versions: readonly Crawl4aiVersion[] = ['0.4', '0.8', '0.9'];

let site: TestSite;
const servers = new Map<Crawl4aiVersion, Crawl4aiDouble>();
let slept: number[];
let clock: number;

beforeAll(async () => {
  site = await serveCrawled();
  for (const version of versions) servers.set(version, await startCrawl4ai(version, 'token'));
});
afterAll(async () => {
  for (const server of servers.values()) await server.close();
  await site.close();
});
beforeEach(() => {
  slept = [];
  clock = 0;
  for (const server of servers.values()) {
    server.asked.length = 0;
    server.isBroken = false;
    server.hold = null;
  }
});

const serverOf = (version: Crawl4aiVersion): Crawl4aiDouble => {
  const server = servers.get(version);
  if (server === undefined) throw new Error(`No server ${version}`);
  return server;
};
const reader = (version: Crawl4aiVersion, more: ReaderOptions = {}): GleanerReader =>
  new GleanerReader({
    endpoint: 'crawl4ai',
    endpointUrl: serverOf(version).url,
    apiKey: 'token',
    now: () => clock,
    sleep: (ms) => (slept.push(ms / 1_000), Promise.resolve()),
    ...more,
  });
const addressOf = (input: Parameters<typeof fetch>[0]): string =>
  typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
const at = (path: string): string => `${site.origin}${path}`;
const many = (count: number, name = 'page'): string[] =>
  Array.from({ length: count }, (_, index) => at(`/${name}/${index}`));

describe.each(versions)('a server of Crawl4AI %s', (version) => {
  test('integration_health_check', async () => expect(await reader(version).isHealthy()).toBe(true));

  test('integration_crawl_single_url', async () => {
    const [document] = await reader(version).loadData([at('/a')]);
    expect(document).toMatchObject({ id: await documentId(at('/a')), metadata: { source: at('/a') } });
  });

  test('integration_crawl_batch', async () => {
    const urls = [at('/a'), at('/gone'), at('/b')];
    const read = await reader(version).loadData(urls);
    expect(read.map((document) => document?.metadata.source ?? null)).toEqual([urls[0], null, urls[2]]);
  });

  test('integration_markdown_extraction', async () => {
    const [document] = await reader(version).loadData([at('/a')]);
    expect(document?.text).toMatch(/^# Page \/a$/m);
    // The main part alone, where the server has a filter for it.
    expect(document?.text.includes('Menu')).toBe(version === '0.4');
  });

  test('integration_metadata_extraction', async () => {
    const [document] = await reader(version).loadData([at('/a')]);
    expect(document?.metadata).toEqual({
      source: at('/a'),
      source_url: at('/a'),
      title: 'Page /a',
      description: 'About a page',
      status_code: 200,
      crawl_timestamp: '',
      internal_links_count: 2,
      external_links_count: 1,
      source_type: 'web_crawl',
    });
  });

  test('a page that cannot be read is said to be so, once, and says nothing of the server', async () => {
    const made = reader(version, { failOnError: true });
    const error = await made.loadData([at('/gone')]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'crawl', message: expect.stringContaining('status 404') as unknown });
    expect(serverOf(version).asked.filter((each) => each === 'POST /crawl')).toHaveLength(1);
    const lenient = reader(version, { maxConcurrentRequests: 1 });
    const read = await lenient.loadData([...many(6, 'gone'), at('/a')]);
    expect(read.map((document) => document === null)).toEqual([...many(6).map(() => true), false]);
    expect(lenient.breaker.state()).toBe('closed');
  });

  test('a wrong token is refused, and not tried again', async () => {
    const made = reader(version, { apiKey: 'other', failOnError: true });
    await expect(made.loadData([at('/a')])).rejects.toMatchObject({ kind: 'http', status: 401 });
    expect(slept).toEqual([]);
  });

  test('integration_retry_exhaustion', async () => {
    serverOf(version).isBroken = true;
    const made = reader(version, { failOnError: true });
    await expect(made.loadData([at('/a')])).rejects.toMatchObject({ kind: 'http', status: 500 });
    expect(slept).toEqual([1, 2, 4]);
  });

  test('integration_circuit_breaker_opens, _recovery and _timeout', async () => {
    const server = serverOf(version);
    server.isBroken = true;
    const made = reader(version, { maxRetries: 0, maxConcurrentRequests: 1 });
    await made.loadData(many(9));
    expect(server.asked.filter((each) => each === 'POST /crawl')).toHaveLength(5);
    clock = 59_999;
    expect(made.breaker.state()).toBe('open');
    clock = 60_000;
    expect(made.breaker.state()).toBe('half-open');
    server.isBroken = false;
    expect((await made.loadData([at('/a')]))[0]).not.toBeNull();
    expect(made.breaker.state()).toBe('closed');
  });

  test('integration_concurrent_processing and _semaphore_limit', async () => {
    const server = await startCrawl4ai(version);
    try {
      let release = (): void => {};
      server.hold = new Promise<void>((resolve) => (release = resolve));
      const urls = many(12);
      const reading = reader(version, { endpointUrl: server.url, maxConcurrentRequests: 4 }).loadData(urls);
      await expect.poll(() => server.together()).toBe(4);
      release();
      expect((await reading).map((document) => document?.metadata.source)).toEqual(urls);
      expect(server.together()).toBe(4);
    } finally {
      await server.close();
    }
  });

  test('integration_retry_on_timeout', async () => {
    let tries = 0;
    const slow: typeof fetch = (input, init) =>
      addressOf(input).endsWith('/crawl') && (tries += 1) === 1
        ? Promise.reject(new DOMException('took too long', 'TimeoutError'))
        : fetch(input, init);
    expect((await reader(version, { fetch: slow }).loadData([at('/a')]))[0]).not.toBeNull();
    expect(slept[0]).toBe(1);
  });
});

test('a task that never ends is given up, as a service that does not answer', async () => {
  const never: typeof fetch = (input, init) =>
    addressOf(input).includes('/task/')
      ? Promise.resolve(Response.json({ status: 'processing' }))
      : fetch(input, init);
  const made = reader('0.4', { fetch: never, maxRetries: 0, timeoutSeconds: 10, failOnError: true });
  await expect(made.loadData([at('/a')])).rejects.toMatchObject({ kind: 'network' });
  expect(slept).toHaveLength(10);
});

test('a job that the server failed at is tried again; one that names the page is not', async () => {
  const read = async (error: string): Promise<unknown> => {
    const failing: typeof fetch = async (input, init) =>
      addressOf(input).includes('/crawl/job/')
        ? Response.json({ status: 'failed', error })
        : await fetch(input, init);
    return await reader('0.9', { fetch: failing, failOnError: true }).loadData([at('/gone')]);
  };
  await expect(read('500: browser has been closed')).rejects.toMatchObject({ kind: 'http', status: 500 });
  expect(slept).toEqual([1, 2, 4]);
  slept = [];
  await expect(read('400: URL blocked')).rejects.toMatchObject({ kind: 'crawl' });
  expect(slept).toEqual([]);
});
