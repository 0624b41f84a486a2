import { expect, test } from 'vitest';
import { limits } from '../limits/limits.ts';
import { parseCrawlRequest } from './crawl-request.ts';
import { ignoredWarning, parseJsonBody } from './parse-request.ts';
import { readFormatSpec } from './format-spec.ts';
import { parseBatchRequest, parseScrapeRequest } from './scrape-request.ts';
import { leastCpuMs } from '../../test/harness/cpu-time.ts';

const refusal = (parsed: { ok: boolean; failure?: { code: string; message: string } }): string =>
  parsed.ok ? 'accepted' : `${parsed.failure?.code ?? ''}: ${parsed.failure?.message ?? ''}`;

test.each([
  [
    {},
    'BAD_REQUEST: Cannot accept the request: url: expected a URL such as https://example.com/, found nothing',
  ],
  [{ url: 7 }, /^BAD_REQUEST_INVALID_URL: .*url: expected a URL.*found 7$/],
  [{ url: 'ftp://example.com/' }, /expected the scheme http or https, not ftp/],
  [{ url: 'javascript:alert(1)' }, /expected the scheme http or https, not javascript/],
  [{ url: 'https://user:pass@example.com/' }, /expected a URL without user name and password/],
  [{ url: 'http://' }, /expected a URL such as/],
  [
    { url: `http://${'a'.repeat(64)}.test/` },
    /^BAD_REQUEST_INVALID_URL: .*url: expected a host name of at most 253 characters, 63 between.*found "http:/,
  ],
  [{ url: `http://${'a.'.repeat(130)}test/` }, /expected a host name of at most 253 characters/],
  [{ url: '' }, /expected a URL such as https:\/\/example\.com\/, found ""$/],
  [{ url: ' no host ' }, /expected a URL such as https:\/\/example\.com\/, found " no host "$/],
  [{ url: `https://example.com/${'x'.repeat(3_000)}` }, /expected at most 2048 characters/],
  [{ url: 'https://example.com', limit: 0 }, /limit: expected at least 1 page, found 0/],
  [{ url: 'https://example.com', limit: -5 }, /limit: expected at least 1 page, found -5/],
  [{ url: 'https://example.com', limit: 1.5 }, /limit: expected a whole number, found 1.5/],
  [{ url: 'https://example.com', limit: 1e12 }, /limit: expected at most 1000000 pages, found 1000000000000/],
  [{ url: 'https://example.com', limit: '10' }, /limit: .*found "10"/],
  [
    { url: 'https://example.com', includePaths: ['('] },
    /includePaths.0: expected a regular expression that runs/,
  ],
  [
    { url: 'https://example.com', excludePaths: ['^/(?!docs)'] },
    /expected a regular expression that runs in linear time/,
  ],
  [
    { url: 'https://example.com', includePaths: ['(.*a){20}$'] },
    /expected a regular expression that runs in linear time/,
  ],
  [
    {
      url: 'https://example.com',
      scrapeOptions: {
        headers: {
          'x-long': 'x'.repeat(4_000),
          a: 'x'.repeat(4_000),
          b: 'x'.repeat(4_000),
          c: 'x'.repeat(4_000),
          d: 'x'.repeat(4_000),
        },
      },
    },
    /at most 50 headers of 16,384 characters/,
  ],
  [{ url: 'https://example.com', delay: 61 }, /delay: .*found 61/],
  [
    { url: 'https://example.com', scrapeOptions: { includeTags: ['main['] } },
    /includeTags.0: expected a CSS selector such as "main .post"/,
  ],
  [
    { url: 'https://example.com', scrapeOptions: { excludeTags: ['.ad', 'h1,'] } },
    /excludeTags.1: expected a CSS selector such as "main .post"/,
  ],
  [{ url: 'https://example.com', scrapeOptions: { formats: ['video'] } }, /expected one of markdown, html/],
  [
    { url: 'https://example.com', scrapeOptions: { headers: { Host: 'other' } } },
    /expected none of the headers host/,
  ],
  [[], /the body: .*found \[\]/],
  [null, /the body: .*found null/],
])('a crawl request that is wrong is refused with what was wanted and found: %j', (body, wanted) => {
  const found = refusal(parseCrawlRequest(body));
  if (typeof wanted === 'string') expect(found).toBe(wanted);
  else expect(found).toMatch(wanted);
});

test('a crawl request gets the defaults of Firecrawl', () => {
  const parsed = parseCrawlRequest({ url: 'example.com:8080/docs' });
  if (!parsed.ok) throw new Error(parsed.failure.message);
  expect(parsed.value.limit).toBe(limits.crawlPagesDefault);
  expect(parsed.value.request.url).toBe('http://example.com:8080/docs');
  expect(parsed.value.request.scrape).toMatchObject({ formats: ['markdown'], onlyMainContent: true });
  expect(parsed.value.request.crawl).toMatchObject({
    deduplicateSimilarURLs: true,
    crawlEntireDomain: false,
  });
});

test('keys that belong to other products are accepted and listed, those of every client are not', () => {
  const parsed = parseCrawlRequest({
    url: 'https://example.com',
    origin: 'js-sdk@4.42.0',
    zeroDataRetention: true,
    scrapeOptions: { formats: [{ type: 'markdown' }], location: {} },
  });
  if (!parsed.ok) throw new Error(parsed.failure.message);
  expect(ignoredWarning(parsed.ignored)).toBe(
    'These keys were accepted and have no effect here: zeroDataRetention',
  );
});

test('a key that is spelt wrong is told inside of a webhook too, however the webhook is written', () => {
  const ignoredBeside = (webhook: unknown): readonly string[] => {
    const parsed = parseCrawlRequest({ url: 'https://example.com', webhook });
    if (!parsed.ok) throw new Error(parsed.failure.message);
    return parsed.ignored;
  };
  const url = 'https://example.com/hook';
  expect(ignoredBeside({ url, evnts: ['page'] })).toEqual(['webhook.evnts']);
  expect(ignoredBeside({ url, events: ['page'], metadata: { any: 1 } })).toEqual([]);
  expect(ignoredBeside(url)).toEqual([]);
});

test.each<[unknown, string, string]>([
  [{ type: 'string' }, 'INVALID_SCHEMA', 'schema.type: expected "object" or "array", found "string"'],
  [{}, 'INVALID_SCHEMA', 'schema: expected a JSON Schema, found an empty object'],
  ['text', 'INVALID_SCHEMA', 'schema: expected a JSON object, found string'],
  [
    { properties: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, {}])) },
    'SCHEMA_TOO_COMPLEX',
    'keys at the top, found 300',
  ],
])(
  'a schema among the formats of a scrape is refused with the code of an extraction: %j',
  (schema, code, words) => {
    const read = readFormatSpec([{ type: 'json', schema }]);
    if (!('failure' in read)) throw new Error('It was accepted');
    expect(read.failure.code).toBe(code);
    expect(read.failure.message).toContain('Cannot accept the request: formats: json: ');
    expect(read.failure.message.endsWith(words)).toBe(true);
    // Each says once what was found.
    expect(read.failure.message.match(/found/g)).toHaveLength(1);
  },
);

test('what a schema of tracked changes lacks is said once, where it lacks it', () => {
  const formats = ['markdown', { type: 'changeTracking', modes: ['json'], schema: { type: 'string' } }];
  const parsed = parseScrapeRequest({ url: 'https://example.com', formats });
  expect(refusal(parsed)).toMatch(/formats\.1\.schema\.type: expected "object" or "array", found "string"$/);
});

test.each([
  ['a scrape', parseScrapeRequest, {}, 'proxy'],
  ['a crawl', parseCrawlRequest, { limit: 3 }, 'scrapeOptions.proxy'],
])('%s that asks for a stealth proxy is told what is done instead', (_, parse, more, name) => {
  const asked = (proxy: string) => {
    const options = name === 'proxy' ? { proxy } : { scrapeOptions: { proxy } };
    const parsed = parse({ url: 'https://example.com', ...more, ...options });
    return parsed.ok ? ignoredWarning(parsed.ignored) : parsed.failure.message;
  };
  for (const proxy of ['stealth', 'enhanced'])
    expect(asked(proxy)).toMatch(
      new RegExp(`no effect here: ${name}\\. Pages are fetched from .* a browser$`),
    );
  for (const proxy of ['basic', 'auto']) expect(asked(proxy)).toBeUndefined();
});

test('a body that is no JSON, empty or too large says so', () => {
  expect(refusal(parseJsonBody('{"url":'))).toMatch(
    /^BAD_REQUEST_INVALID_JSON: Cannot read the body as JSON: /,
  );
  expect(refusal(parseJsonBody(null))).toMatch(/it is empty/);
  expect(refusal(parseJsonBody(`"${'x'.repeat(limits.requestBodyBytesMax)}"`))).toMatch(
    /^BODY_TOO_LARGE: .*at most/,
  );
});

test('a batch leaves out URLs that cannot be fetched and names them', () => {
  const parsed = parseBatchRequest({ urls: ['https://a.example/', 'mailto:x@example.com', 'b.example'] });
  if (!parsed.ok) throw new Error(parsed.failure.message);
  expect(parsed.value.urls).toEqual(['https://a.example/', 'http://b.example']);
  expect(parsed.value.invalidURLs).toEqual(['mailto:x@example.com']);
});

test('a batch that wants invalid URLs to be an error, or has no other, is refused with the first of them', () => {
  const strict = { urls: ['https://a.example/', 'mailto:x@example.com'], ignoreInvalidURLs: false };
  expect(refusal(parseBatchRequest(strict))).toMatch(/^BAD_REQUEST_INVALID_URL: .*urls.1: .*mailto/);
  expect(refusal(parseBatchRequest({ urls: ['mailto:x@example.com'] }))).toMatch(/none of the 1 URLs/);
  expect(refusal(parseBatchRequest({ urls: [] }))).toMatch(/expected at least one URL/);
});

test('a scrape request takes its options at the top level', () => {
  const parsed = parseScrapeRequest({
    url: 'https://example.com',
    formats: ['html', 'links', 'html'],
    timeout: 5_000,
  });
  if (!parsed.ok) throw new Error(parsed.failure.message);
  expect(parsed.value.scrape).toMatchObject({ formats: ['html', 'links'], timeoutMs: 5_000 });
});

test("a screenshot is asked for by name, by v1's name of that of a whole page, or as an object", () => {
  const shot = (format: unknown): unknown => {
    const parsed = parseScrapeRequest({ url: 'https://example.com', formats: ['markdown', format] });
    return parsed.ok ? [parsed.value.scrape.formats, parsed.value.scrape.screenshot] : parsed.failure.message;
  };
  const formats = ['markdown', 'screenshot'];
  expect(shot('screenshot')).toEqual([formats, { fullPage: false }]);
  expect(shot('screenshot@fullPage')).toEqual([formats, { fullPage: true }]);
  const viewport = { width: 800, height: 600 };
  const whole = { type: 'screenshot', fullPage: true, quality: 70, viewport };
  expect(shot(whole)).toEqual([formats, { fullPage: true, quality: 70, viewport }]);
  expect(shot({ type: 'screenshot', quality: 0 })).toMatch(/formats\.1\.quality: .*found 0/);
  expect(shot({ type: 'screenshot', viewport: { width: 8_000, height: 1 } })).toMatch(/viewport\.width/);
});

const actionsOf = (actions: unknown): unknown => {
  const parsed = parseScrapeRequest({ url: 'https://example.com', actions });
  return parsed.ok ? parsed.value.scrape.actions : parsed.failure.message;
};

test('actions get the defaults of Firecrawl; an empty list is none', () => {
  const given = [{ type: 'click', selector: 'a' }, { type: 'scroll' }, { type: 'pdf' }, { type: 'scrape' }];
  expect(actionsOf(given)).toEqual([
    { type: 'click', selector: 'a', all: false },
    { type: 'scroll', direction: 'down' },
    { type: 'pdf', format: 'Letter', landscape: false, scale: 1 },
    { type: 'scrape' },
  ]);
  expect(actionsOf([])).toBeUndefined();
});

test.each([
  [[{ type: 'dance' }], /actions\.0\.type: expected an object whose type is one of wait, click/],
  [[{ type: 'scrape' }, { type: 'click' }], /actions\.1\.selector: /],
  [[{ type: 'wait' }], /actions\.0: expected either milliseconds or a selector/],
  [[{ type: 'wait', milliseconds: 1, selector: 'a' }], /either milliseconds or a selector/],
  [Array.from({ length: 51 }, () => ({ type: 'scrape' })), /at most 50 actions/],
  [Array.from({ length: 4 }, () => ({ type: 'wait', milliseconds: 9_000 })), /30000 ms together/],
  [Array.from({ length: 50 }, () => ({ type: 'write', text: 'x'.repeat(5_000) })), /65536 characters/],
])('actions that cannot be carried out are refused by their place: %j', (actions, wanted) => {
  expect(actionsOf(actions)).toMatch(wanted);
});

test('what is wrong with a body is told field by field as well, and never with what was sent', () => {
  const headers = { authorization: 'hunter2\n' };
  const parsed = parseCrawlRequest({ url: 'example.com', limit: 0, scrapeOptions: { headers } });
  if (parsed.ok) throw new Error('It was accepted');
  expect(parsed.failure.details).toEqual([
    { code: 'too_small', path: ['limit'], message: 'expected at least 1 page' },
    {
      code: 'invalid_format',
      path: ['scrapeOptions', 'headers', 'authorization'],
      message: 'expected a header value without line breaks',
    },
  ]);
  expect(JSON.stringify(parsed.failure.details)).not.toContain('hunter2');
});

test('formats with options are understood, and what is wrong with them is named', () => {
  const parse = (...formats: unknown[]): unknown => {
    const parsed = parseScrapeRequest({ url: 'https://example.com', formats });
    return parsed.ok ? parsed.value.scrape : parsed.failure.message;
  };
  const selectors = [{ selector: 'a.buy', attribute: 'data-id' }];
  expect(parse({ type: 'attributes', selectors })).toMatchObject({ attributes: selectors });
  expect(
    parse('markdown', { type: 'changeTracking', modes: ['json', 'git-diff'], prompt: 'x', tag: 't' }),
  ).toMatchObject({
    formats: ['markdown', 'changeTracking'],
    changeTracking: { modes: ['git-diff', 'json'], tag: 't' },
  });
  expect(parse('markdown', { type: 'changeTracking', tag: null })).toMatchObject({
    changeTracking: { modes: [] },
  });
  expect(Object.keys(parse('markdown', 'summary') as object)).not.toContain('changeTracking');
  const bad = [{ selector: 'a:hover', attribute: 'href' }];
  expect(parse({ type: 'attributes', selectors: bad })).toMatch(
    /formats\.0\.selectors\.0\.selector: expected a CSS selector \(:hover is not supported\), found "a:hover"/,
  );
  expect(parse({ type: 'attributes', selectors: [{ selector: 'a', attribute: 'on click' }] })).toMatch(
    /attribute: expected the name of an attribute/,
  );
  expect(parse('attributes')).toMatch(/formats\.0\.selectors/);
  expect(parse('html', 'changeTracking')).toMatch(/formats: expected markdown among the formats/);
  expect(parse('markdown', { type: 'changeTracking', modes: ['json'] })).toMatch(/a schema or a prompt/);
  expect(parse('markdown', { type: 'changeTracking', modes: ['diff'] })).toMatch(
    /expected one of git-diff, json/,
  );
  expect(parse('markdown', 'changeTracking', 'changeTracking')).toMatch(/at most one changeTracking/);
});

test.each(['__proto__', '\\u005f_proto__', '__\\u0070roto__'])(
  'nothing in a body may be called %s',
  (name) => {
    for (const key of ['headers', 'scrapeOptions', 'webhook'])
      expect(refusal(parseJsonBody(`{"url":"https://example.com/","${key}":{"${name}":"x"}}`))).toBe(
        'BAD_REQUEST: Cannot accept the request: nothing in its body may be called __proto__',
      );
    expect(parseJsonBody(`{"url":"https://example.com/?${name}","text":"${name}"}`).ok).toBe(true);
  },
);

test.each([
  ['unknown ones', (names: object) => names],
  ['headers', (headers: object) => ({ headers, scrapeOptions: { headers } })],
  ['values of another kind', (names: object) => ({ headers: names, webhook: names })],
  [
    'properties of a schema',
    (properties: object) => ({ formats: [{ type: 'json', schema: { properties } }] }),
  ],
])('a body that is full of names (%s) costs as much as it is long', (_title, place) => {
  const least = (names: number, times: number): number => {
    const many = Object.fromEntries(Array.from({ length: names }, (_, at) => [`k${at}`, 'x']));
    const text = JSON.stringify({ url: 'https://example.com/', ...place(many) });
    return leastCpuMs(() => {
      for (let time = 0; time < times; time += 1) {
        const body = parseJsonBody(text);
        if (!body.ok) throw new Error(body.failure.message);
        for (const parse of [parseCrawlRequest, parseScrapeRequest]) parse(body.value);
      }
    });
  };
  least(1_000, 1);
  // Eight times as many, once: linear is the work of the fewer eight times, quadratic eight times as much. Systems
  // count the time of a processor in steps of some milliseconds.
  expect(least(48_000, 1)).toBeLessThan(4 * (least(6_000, 8) + 4));
});

test('a batch that is to be appended to another one is refused: its caller would poll the other one in vain', () => {
  const urls = ['https://example.com/'];
  const refused = parseBatchRequest({ urls, appendToId: 'b6c0' });
  expect(refused).toMatchObject({ ok: false, failure: { code: 'BAD_REQUEST' } });
  expect(refused.ok ? '' : refused.failure.message).toMatch(/appendToId.*without appendToId/);
  expect(parseBatchRequest({ urls, appendToId: null }).ok).toBe(true);
});
