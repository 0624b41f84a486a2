import { execFileSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  documentId,
  GleanerReader,
  ReaderError,
  toLangChain,
  toLlamaIndex,
  type ReaderOptions,
} from './index.ts';
import { crawled, scraped, startFakeService, type FakeService, type Reply } from './fake-service.ts';

let service: FakeService;
let slept: number[];
let said: { level: string; message: string; fields: Readonly<Record<string, unknown>> }[];
let clock: number;

beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());
beforeEach(() => {
  slept = [];
  said = [];
  clock = 1_000_000;
  service.health = 200;
  service.got.length = 0;
});
afterEach(() => {
  service.answer = () => ({ status: 500, body: {} });
});

const url = 'https://example.com';
const other = { status: 404, body: { success: false, error: 'none' } } as const;
const say = (level: string) => (message: string, fields: Readonly<Record<string, unknown>>) =>
  void said.push({ level, message, fields });

const both = ['crawl4ai', 'gleaner'] as const;
type Endpoint = (typeof both)[number];
const good = (endpoint: Endpoint, page: unknown, more?: Readonly<Record<string, unknown>>): Reply =>
  endpoint === 'gleaner' ? scraped(page, more) : crawled(page, more);

const addressOf = (input: Parameters<typeof fetch>[0]): string =>
  typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;

let counter = 0;
/** Each test asks for URLs of its own, so that the service counts its tries apart. */
const fresh = (): string => `https://example.com/${(counter += 1)}`;

const reader = (endpoint: Endpoint = 'crawl4ai', more: ReaderOptions = {}): GleanerReader =>
  new GleanerReader({
    endpoint,
    endpointUrl: service.url,
    now: () => clock,
    sleep: (ms) => {
      slept.push(ms / 1_000);
      return Promise.resolve();
    },
    log: { info: say('info'), warn: say('warn'), error: say('error') },
    ...more,
  });

const failing = async (
  endpoint: Endpoint,
  answer: FakeService['answer'],
  more: ReaderOptions = {},
): Promise<ReaderError> => {
  service.answer = answer;
  const made = reader(endpoint, { failOnError: true, ...more });
  const error = await made.loadData([fresh()]).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ReaderError)) throw new Error(`Expected a ReaderError, found ${String(error)}`);
  return error;
};

describe('configuration and initialization', () => {
  test('default_initialization', () => {
    const { settings } = new GleanerReader();
    expect(settings).toMatchObject({
      endpointUrl: 'http://127.0.0.1:3000',
      timeoutSeconds: 60,
      failOnError: false,
      maxConcurrentRequests: 5,
      maxRetries: 3,
      retryDelays: [1, 2, 4],
    });
    expect(new GleanerReader({ endpoint: 'crawl4ai' }).settings.endpointUrl).toBe('http://localhost:52004');
  });
  test('custom_endpoint', () => {
    expect(new GleanerReader({ endpointUrl: 'http://crawl4ai:11235/' }).settings.endpointUrl).toBe(
      'http://crawl4ai:11235',
    );
    for (const end of ['/v2', '/v2/', '/v1//', '/'])
      expect(new GleanerReader({ endpointUrl: `https://a.test/prod${end}` }).settings.endpointUrl).toBe(
        'https://a.test/prod',
      );
    for (const own of ['https://a.test/v3', 'https://v2'])
      expect(new GleanerReader({ endpointUrl: own }).settings.endpointUrl).toBe(own);
    const other = { endpoint: 'crawl4ai', endpointUrl: 'https://a.test/v2' } as const;
    expect(new GleanerReader(other).settings.endpointUrl).toBe('https://a.test/v2');
    expect(() => new GleanerReader({ endpointUrl: 'crawl4ai' })).toThrow(/endpointUrl: expected an address/);
  });
  test('custom_timeout', () => {
    for (const timeoutSeconds of [10, 300])
      expect(new GleanerReader({ timeoutSeconds }).settings.timeoutSeconds).toBe(timeoutSeconds);
  });
  test('custom_fail_on_error', () =>
    expect(new GleanerReader({ failOnError: true }).settings.failOnError).toBe(true));
  test('custom_max_concurrent', () => {
    for (const maxConcurrentRequests of [1, 20])
      expect(new GleanerReader({ maxConcurrentRequests }).settings.maxConcurrentRequests).toBe(
        maxConcurrentRequests,
      );
  });
  test('invalid_timeout_too_low', () =>
    expect(() => new GleanerReader({ timeoutSeconds: 9 })).toThrow(
      /timeoutSeconds: expected 10 to 300, found 9/,
    ));
  test('invalid_timeout_too_high', () =>
    expect(() => new GleanerReader({ timeoutSeconds: 301 })).toThrow(/timeoutSeconds/));
  test('invalid_max_concurrent_too_low', () =>
    expect(() => new GleanerReader({ maxConcurrentRequests: 0 })).toThrow(/maxConcurrentRequests/));
  test('invalid_max_concurrent_too_high', () =>
    expect(() => new GleanerReader({ maxConcurrentRequests: 21 })).toThrow(/maxConcurrentRequests/));
  test('a key that no header can carry is refused, and is not shown', () => {
    for (const apiKey of ['fc-SECRET:1\nx', 'fc-SECRET 1', 'fc-SECRET:é'])
      expect(() => reader('gleaner', { apiKey })).toThrow(/apiKey: expected one key(?!.*SECRET)/);
    expect(reader('gleaner', { apiKey: 'fc-dev:1\n' }).settings.apiKey).toBe('fc-dev:1');
    expect(reader('gleaner', { apiKey: '' }).settings.apiKey).toBeUndefined();
  });
  test('health_check_success', async () => expect(await reader().isHealthy()).toBe(true));
  test('health_check_failure', async () => {
    service.health = 503;
    expect(await reader().isHealthy()).toBe(false);
    expect(await reader('crawl4ai', { endpointUrl: 'http://127.0.0.1:9' }).isHealthy()).toBe(false);
    await expect(reader().loadData([url])).rejects.toThrow(/does not say that it is well/);
    expect(service.got).toEqual([]);
  });
  test('circuit_breaker_initialized', () => expect(reader().breaker.state()).toBe('closed'));
  test('logger_initialized', () => {
    const { log } = new GleanerReader().settings;
    expect(() => log.info('nothing is said unless it is asked for', {})).not.toThrow();
  });
  test('is_remote_flag', () => expect(reader().isRemote).toBe(true));
  test('class_name_property', () => expect(reader().className).toBe('GleanerReader'));
});

describe('document id generation', () => {
  test('document_id_deterministic', async () => expect(await documentId(url)).toBe(await documentId(url)));
  test('document_id_different_urls', async () =>
    expect(await documentId(url)).not.toBe(await documentId(`${url}/`)));
  test('document_id_sha256_format', async () => {
    expect(await documentId(url)).toBe('100680ad-546c-e6a5-77f4-2f52df33b4cf');
    expect(await documentId('https://example.com/ü?q=水')).toMatch(
      /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    );
  });

  const python = ((): boolean => {
    try {
      execFileSync('python3', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();
  test.skipIf(!python)('of 1,000 URLs, each is the one that Python makes (needs python3)', async () => {
    const urls = Array.from(
      { length: 1_000 },
      (_, at) => `https://example.com/${at}/é?x='${'y'.repeat(at % 40)}`,
    );
    const code =
      'import ' +
      'hashlib,json,sys,uuid;print(json.dumps([str(uuid.UUID(bytes=hashlib.sha256(u.encode()).digest()[:16])) ' +
      'for u in json.load(sys.stdin)]))';
    const theirs = JSON.parse(
      execFileSync('python3', ['-c', code], { input: JSON.stringify(urls), encoding: 'utf8' }),
    ) as string[];
    expect(await Promise.all(urls.map(documentId))).toEqual(theirs);
  });
});

describe.each(both)('metadata building, of %s', (endpoint) => {
  const metadata = async (more: Readonly<Record<string, unknown>> = {}) => {
    service.answer = (got) => good(endpoint, got.body['url'], more);
    const [document] = await reader(endpoint).loadData([url]);
    if (document === null || document === undefined) throw new Error('Expected a document');
    return document.metadata;
  };
  test('metadata_complete', async () => {
    expect(await metadata()).toMatchObject({
      source: url,
      source_url: url,
      title: 'Example Domain',
      description: 'Example description',
      status_code: 200,
    });
    expect(Object.keys(await metadata()).slice(0, 9)).toEqual([
      'source',
      'source_url',
      'title',
      'description',
      'status_code',
      'crawl_timestamp',
      'internal_links_count',
      'external_links_count',
      'source_type',
    ]);
  });
  test('metadata_missing_title', async () =>
    expect((await metadata({ metadata: { description: 'd' } })).title).toBe(''));
  test('metadata_missing_description', async () =>
    expect((await metadata({ metadata: { title: null, description: null } })).description).toBe(''));
  test('metadata_missing_links', async () =>
    expect(await metadata({ links: null })).toMatchObject({
      internal_links_count: 0,
      external_links_count: 0,
    }));
  test('metadata_flat_types', async () => {
    for (const value of Object.values(await metadata({ metadata: null, links: {} })))
      expect(['string', 'number']).toContain(typeof value);
  });
  test('metadata_source_type', async () => expect((await metadata()).source_type).toBe('web_crawl'));
  test('metadata_links_counting', async () =>
    expect(await metadata()).toMatchObject({ internal_links_count: 2, external_links_count: 1 }));
  test('metadata_status_code', async () => {
    const more = endpoint === 'gleaner' ? { metadata: { statusCode: 203 } } : { status_code: 203 };
    expect((await metadata(more)).status_code).toBe(203);
  });
});

describe('single URL crawling', () => {
  const readOne = async (answer: FakeService['answer'], endpoint: Endpoint = 'crawl4ai') => {
    service.answer = answer;
    return (await reader(endpoint).loadData([fresh()]))[0];
  };
  test('crawl_single_url_success', async () => {
    const document = await readOne((got) => crawled(got.body['url']));
    expect(document?.text).toMatch(/^# https:.*\n\nThis is example content\.$/);
    expect(document?.id).toBe(await documentId(document?.metadata.source ?? ''));
    expect(service.got[0]).toMatchObject({
      path: '/crawl',
      body: { crawler_params: { cache_mode: 'BYPASS', word_count_threshold: 10 } },
    });
  });
  test('crawl_single_url_fallback_raw_markdown', async () => {
    for (const markdown of [{ raw_markdown: 'raw' }, { fit_markdown: '', raw_markdown: 'raw' }])
      expect((await readOne((got) => crawled(got.body['url'], { markdown })))?.text).toBe('raw');
  });
  test('crawl_single_url_markdown_string', async () =>
    expect((await readOne((got) => crawled(got.body['url'], { markdown: 'text' })))?.text).toBe('text'));
  test('a server of today answers a list of results', async () => {
    const answer: FakeService['answer'] = (got) => ({
      status: 200,
      body: { success: true, results: [(crawled(got.body['url']) as { body: unknown }).body] },
    });
    expect((await readOne(answer))?.metadata.title).toBe('Example Domain');
    expect(service.got[0]?.body['urls']).toEqual([service.got[0]?.body['url']]);
  });
  test.each(both)('crawl_single_url_no_markdown, of %s', async (endpoint) => {
    expect((await failing(endpoint, (got) => good(endpoint, got.body['url'], { markdown: '' }))).kind).toBe(
      'empty',
    );
  });
  test('crawl_single_url_success_false', async () => {
    const error = await failing('crawl4ai', (got) =>
      crawled(got.body['url'], { success: false, error_message: 'Page not found' }),
    );
    expect([error.kind, error.message.includes('Page not found')]).toEqual(['crawl', true]);
  });
  test.each(both)('crawl_single_url_timeout_retry, of %s', async (endpoint) => {
    const slow = (more: ReaderOptions = {}) =>
      reader(endpoint, {
        ...more,
        fetch: (input, init) =>
          addressOf(input).endsWith('/health') || (tries += 1) > 1
            ? fetch(input, init)
            : Promise.reject(new DOMException('took too long', 'TimeoutError')),
      });
    let tries = 0;
    service.answer = (got) => good(endpoint, got.body['url']);
    expect((await slow().loadData([fresh()]))[0]).not.toBeNull();
    expect(slept).toEqual([1]);
  });
  test.each(both)('crawl_single_url_max_retries_exhausted, of %s', async (endpoint) => {
    const error = await failing(endpoint, () => 'reset');
    expect([error.kind, slept, service.got.length]).toEqual(['network', [1, 2, 4], 4]);
  });
  test.each(both)('crawl_single_url_http_404_no_retry, of %s', async (endpoint) => {
    const error = await failing(endpoint, () => other);
    expect([error.kind, error.status, slept, service.got.length]).toEqual(['http', 404, [], 1]);
  });
  test.each(both)('crawl_single_url_http_500_retry, of %s', async (endpoint) => {
    const document = await readOne(
      (got, times) => (times < 3 ? { status: 500, body: {} } : good(endpoint, got.body['url'])),
      endpoint,
    );
    expect([document === null, slept]).toEqual([false, [1, 2]]);
  });
  test('a 408 means "send again", as soon as the service says', async () => {
    const again: Reply = {
      status: 408,
      body: {
        success: false,
        code: 'SCRAPE_TIMEOUT',
        details: { state: 'processing_continues', retryAfterSeconds: 3 },
      },
    };
    const document = await readOne((got, times) => (times < 3 ? again : scraped(got.body['url'])), 'gleaner');
    expect([document === null, slept]).toEqual([false, [3, 3]]);
  });
  test.each(both)('crawl_single_url_network_error_retry, of %s', async (endpoint) => {
    const document = await readOne(
      (got, times) => (times === 1 ? 'reset' : good(endpoint, got.body['url'])),
      endpoint,
    );
    expect([document === null, slept]).toEqual([false, [1]]);
  });
  test('crawl_single_url_circuit_breaker_open', async () => {
    const made = reader('crawl4ai', { maxRetries: 0, breakerFailures: 1, failOnError: true });
    await expect(made.loadData([fresh()])).rejects.toMatchObject({ kind: 'http' });
    const before = service.got.length;
    await expect(made.loadData([fresh()])).rejects.toMatchObject({ kind: 'breaker' });
    expect(service.got).toHaveLength(before);
  });
  test('crawl_single_url_fail_on_error_false', async () => expect(await readOne(() => other)).toBeNull());
});

describe('batch loading', () => {
  test('aload_data_empty_list', async () => {
    service.health = 500;
    expect(await reader().loadData([])).toEqual([]);
  });
  test('aload_data_single_url', async () => {
    service.answer = (got) => crawled(got.body['url']);
    expect(await reader().loadData([url])).toHaveLength(1);
  });
  test.each(both)('aload_data_multiple_urls, of %s', async (endpoint) => {
    service.answer = (got) => good(endpoint, got.body['url']);
    const urls = Array.from({ length: 12 }, fresh);
    expect((await reader(endpoint).loadData(urls)).map((document) => document?.metadata.source)).toEqual(
      urls,
    );
  });
  test('aload_data_concurrent_limit', async () => {
    const held = await startFakeService();
    try {
      let release = (): void => {};
      const gate = new Promise<void>((resolve) => (release = resolve));
      held.answer = async (got) => {
        if (held.got.length >= 3) release();
        await gate;
        return crawled(got.body['url']);
      };
      const made = reader('crawl4ai', { endpointUrl: held.url, maxConcurrentRequests: 3 });
      await made.loadData(Array.from({ length: 9 }, fresh));
      expect(held.together()).toBe(3);
    } finally {
      await held.close();
    }
  });
  test('aload_data_partial_failure_continue', async () => {
    const [good1, bad, good2] = [fresh(), fresh(), fresh()];
    service.answer = (got) => (got.body['url'] === bad ? other : crawled(got.body['url']));
    expect(
      (await reader().loadData([good1, bad, good2])).map((document) => document?.metadata.source ?? null),
    ).toEqual([good1, null, good2]);
  });
  test('aload_data_partial_failure_raise', async () => {
    service.answer = () => other;
    await expect(
      reader('crawl4ai', { failOnError: true }).loadData([fresh(), fresh()]),
    ).rejects.toMatchObject({ kind: 'http', status: 404 });
  });
  test('aload_data_order_preservation', async () => {
    const urls = Array.from({ length: 6 }, fresh);
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    service.answer = async (got) => {
      // The first is answered last.
      if (got.body['url'] === urls[0]) await gate;
      if (got.body['url'] === urls[5]) release();
      return crawled(got.body['url']);
    };
    expect((await reader().loadData(urls)).map((document) => document?.metadata.source)).toEqual(urls);
  });
  test('aload_data_duplicate_urls', async () => {
    service.answer = (got) => crawled(got.body['url']);
    const same = fresh();
    const documents = await reader().loadData([same, same]);
    expect([documents.map((document) => document?.metadata.source), service.got.length]).toEqual([
      [same, same],
      2,
    ]);
  });
  test('aload_data_logging', async () => {
    const bad = fresh();
    service.answer = (got) => (got.body['url'] === bad ? other : crawled(got.body['url']));
    await reader().loadData([fresh(), bad]);
    expect(said[0]).toMatchObject({ level: 'info', fields: { count: 2 } });
    expect(said).toContainEqual(
      expect.objectContaining({ level: 'error', fields: expect.objectContaining({ url: bad }) as unknown }),
    );
    expect(said.at(-1)).toMatchObject({ level: 'info', fields: { read: 1, failed: 1 } });
  });
  test('aload_data_circuit_breaker_integration', async () => {
    service.answer = () => ({ status: 503, body: {} });
    const made = reader('crawl4ai', { maxRetries: 0, maxConcurrentRequests: 1 });
    expect(await made.loadData(Array.from({ length: 9 }, fresh))).toEqual(
      Array.from({ length: 9 }, () => null),
    );
    expect([service.got.length, made.breaker.state()]).toEqual([5, 'open']);
  });
  test('pages that cannot be read say nothing of the service', async () => {
    service.answer = () => other;
    const made = reader('crawl4ai', { maxConcurrentRequests: 1 });
    await made.loadData(Array.from({ length: 9 }, fresh));
    expect([service.got.length, made.breaker.state()]).toEqual([9, 'closed']);
  });
});

describe('one way to load: what was a synchronous wrapper in Python is the same promise here', () => {
  test('load_data_single_url', async () => {
    service.answer = (got) => crawled(got.body['url']);
    expect(await reader().loadData([url])).toHaveLength(1);
  });
  test('load_data_multiple_urls', async () => {
    service.answer = (got) => crawled(got.body['url']);
    expect(await reader().loadData([fresh(), fresh()])).toHaveLength(2);
  });
  test('load_data_delegates_to_aload_data', async () => {
    const ending = new AbortController();
    service.answer = () => {
      ending.abort(new Error('enough'));
      return new Promise(() => {});
    };
    await expect(reader().loadData([fresh()], { signal: ending.signal })).rejects.toThrow('enough');
  });
});

describe('error handling', () => {
  test('error_timeout_exception', async () => {
    const late: typeof fetch = (input, init) =>
      addressOf(input).endsWith('/health')
        ? fetch(input, init)
        : Promise.reject(new DOMException('late', 'TimeoutError'));
    expect((await failing('crawl4ai', () => other, { fetch: late, maxRetries: 0 })).kind).toBe('network');
  });
  test('error_network_exception', async () =>
    expect((await failing('gleaner', () => 'reset', { maxRetries: 0 })).kind).toBe('network'));
  test('error_connect_exception', async () => {
    const refused: typeof fetch = (input, init) =>
      fetch(addressOf(input).endsWith('/health') ? input : 'http://127.0.0.1:9/crawl', init);
    expect((await failing('crawl4ai', () => other, { fetch: refused, maxRetries: 0 })).kind).toBe('network');
  });
  test('error_http_status_error_4xx', async () =>
    expect(await failing('gleaner', () => other)).toMatchObject({ kind: 'http', status: 404 }));
  test('error_http_status_error_5xx', async () =>
    expect(await failing('gleaner', () => ({ status: 503, body: {} }))).toMatchObject({
      kind: 'http',
      status: 503,
    }));
  test.each(both)('error_invalid_json, of %s', async (endpoint) => {
    const error = await failing(endpoint, () => ({ status: 200, body: '<html>' }));
    expect([error.kind, slept]).toEqual(['content', []]);
  });
  test('error_circuit_breaker_error', async () => {
    const made = reader('gleaner', {
      maxRetries: 0,
      breakerFailures: 2,
      maxConcurrentRequests: 1,
      failOnError: true,
    });
    for (const kind of ['http', 'http', 'breaker'])
      await expect(made.loadData([fresh()])).rejects.toMatchObject({ kind });
  });
  test('error_runtime_error', async () => {
    const error = await failing('gleaner', () => ({
      status: 200,
      body: { success: false, error: 'robots.txt does not allow it' },
    }));
    expect([error.kind, error.message.includes('robots.txt does not allow it')]).toEqual(['crawl', true]);
  });
});

describe('circuit breaker behavior', () => {
  test('integration_circuit_breaker_opens', async () => {
    const made = reader('gleaner', { maxRetries: 0, maxConcurrentRequests: 1 });
    await made.loadData(Array.from({ length: 5 }, fresh));
    expect(made.breaker.state()).toBe('open');
  });
  test('integration_circuit_breaker_recovery', async () => {
    const made = reader('gleaner', { maxRetries: 0, maxConcurrentRequests: 1 });
    await made.loadData(Array.from({ length: 5 }, fresh));
    clock += 60_000;
    expect(made.breaker.state()).toBe('half-open');
    service.answer = (got) => scraped(got.body['url']);
    expect((await made.loadData([fresh()]))[0]).not.toBeNull();
    expect(made.breaker.state()).toBe('closed');
  });
  test('integration_circuit_breaker_timeout', async () => {
    const made = reader('gleaner', { maxRetries: 0, maxConcurrentRequests: 1 });
    await made.loadData(Array.from({ length: 5 }, fresh));
    clock += 59_999;
    expect(made.breaker.state()).toBe('open');
    clock += 1;
    await made.loadData([fresh()]);
    expect(made.breaker.state()).toBe('open');
  });
  test('half-open, one call alone is let through', async () => {
    const made = reader('gleaner', { maxRetries: 0, maxConcurrentRequests: 1 });
    await made.loadData(Array.from({ length: 5 }, fresh));
    clock += 60_000;
    const before = service.got.length;
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const [trying, refused] = [fresh(), fresh()];
    service.answer = async (got) => {
      await gate;
      return scraped(got.body['url']);
    };
    const first = made.loadData([trying]);
    await expect.poll(() => service.got.length).toBe(before + 1);
    expect(await made.loadData([refused])).toEqual([null]);
    release();
    expect((await first)[0]).not.toBeNull();
    expect(service.got.map((got) => got.body['url'])).not.toContain(refused);
  });
});

describe('old documents of the same pages', () => {
  test('are replaced at once where the store can, and deleted when the new one is there where it cannot', async () => {
    const [fine, bad] = [fresh(), fresh()];
    service.answer = (got) => (got.body['url'] === bad ? other : scraped(got.body['url']));
    const calls: string[] = [];
    const replace = (page: string, documents: readonly unknown[]) =>
      Promise.resolve(calls.push(`replace ${page} ${documents.length}`));
    const deleteByUrl = (page: string) => Promise.resolve(calls.push(`delete ${page}`));
    await reader('gleaner').loadData([fine, bad], { store: { replace, deleteByUrl } });
    await reader('gleaner').loadData([fine, bad], { store: { deleteByUrl } });
    expect(calls).toEqual([`replace ${fine} 1`, `delete ${fine}`]);
  });
});

describe('crawls and corpora of Gleaner', () => {
  test('a crawl gives the documents of its pages, page by page, from wherever its results go on', async () => {
    const pageOf = (name: string) =>
      (scraped(`https://example.com/${name}`) as { body: { data: unknown } }).body.data;
    let polls = 0;
    service.answer = ({ path }) => {
      if (path === '/v2/crawl') return { status: 200, body: { success: true, id: 'job' } };
      if (path.endsWith('limit=1'))
        return { status: 200, body: { status: (polls += 1) < 3 ? 'scraping' : 'completed' } };
      if (path.includes('skip')) return { status: 200, body: { data: [pageOf('c')] } };
      const failed = { metadata: { sourceURL: 'https://example.com/b', error: 'gone' } };
      return {
        status: 200,
        body: { data: [pageOf('a'), failed], next: 'https://elsewhere.example/prod/v2/crawl/job?skip=2' },
      };
    };
    const found: string[] = [];
    for await (const { metadata } of reader('gleaner', { apiKey: 'key' }).crawl(url, { limit: 3 }))
      found.push(metadata.source);
    expect(found).toEqual(['https://example.com/a', 'https://example.com/c']);
    expect(slept).toEqual([2, 2]);
    expect(service.got[0]).toMatchObject({
      path: '/v2/crawl',
      authorization: 'Bearer key',
      body: { url, limit: 3 },
    });
  });
  test('a corpus gives passages as documents, flat', async () => {
    const result = {
      passage_id: 'p',
      document_id: 'd',
      url,
      title: 'T',
      section_path: ['A', 'B'],
      text: 'x',
      score: 2,
      seen_at: '2026-11-22',
      metadata: { source: url, group: 'g', odd: null },
    };
    service.answer = () => ({ status: 200, body: { success: true, data: [result] } });
    const [document] = await reader('gleaner').corpus('words', { limit: 1, asOf: '2026-11-20' });
    expect(document).toMatchObject({
      id: 'p',
      text: 'x',
      metadata: { source: url, group: 'g', section_path: 'A › B', score: 2, document_id: 'd' },
    });
    expect(Object.values(document?.metadata ?? {})).not.toContain(null);
    expect(service.got[0]).toMatchObject({
      path: '/v2/corpus/main/search',
      body: { query: 'words', limit: 1, asOf: '2026-11-20' },
    });
    await expect(reader('crawl4ai').corpus('words')).rejects.toMatchObject({ kind: 'options' });
  });
});

describe('documents of others', () => {
  test('are made of ours by naming their parts', async () => {
    service.answer = (got) => scraped(got.body['url']);
    const [document] = await reader('gleaner').loadData([url]);
    if (document === null || document === undefined) throw new Error('Expected a document');
    expect(toLlamaIndex(document)).toEqual({
      id_: document.id,
      text: document.text,
      metadata: document.metadata,
    });
    expect(toLangChain(document)).toEqual({
      id: document.id,
      pageContent: document.text,
      metadata: document.metadata,
    });
  });
});
