import { pathologicalSelectors } from '../pathological-selectors.ts';
import { judged, type AttackAnswer, type Attack, type Target, type AttackVerdict } from './attack.ts';
import { serveHealthy } from './serve-healthy.ts';

const sitePaths = [
  '/loop',
  '/gzip',
  '/brotli',
  '/deflate',
  '/zstd',
  '/gzip-of-gzip',
  '/codings',
  '/headers',
  '/pdf-garbage',
  '/pdf-loop',
  '/pdf-streams',
  '/pdf-nested',
  '/image-bomb',
  '/svg-bomb',
  '/archive',
  '/deep-html',
  '/wide-html',
  '/attributes-html',
  '/entities',
  '/external-entity',
  '/endless-body',
  '/slow-body',
  '/never',
  '/hang-up',
  '/half',
  '/garbage',
  '/informational',
  '/chunks',
  '/smuggled',
] as const;

/** What a site sends may be read, as far as it can be, or not; the worker is there for the next page either way. */
const withinBounds = (answer: AttackAnswer): AttackVerdict =>
  answer.status === 200 && !/root:|CANARY/.test(answer.text) ? 'bounded' : judged(answer);

const request = (name: string, body: (target: Target) => object): Attack => ({
  group: 'work',
  name,
  run: async (target) => {
    const answer = await target.ask('POST', '/v2/scrape', { body: { timeout: 15_000, ...body(target) } });
    const verdict = judged(answer);
    return await serveHealthy(target, verdict);
  },
});

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const raw = (name: string, path: string, text: (target: Target) => string): Attack => ({
  group: 'bodies',
  name,
  run: async (target) => {
    const answer = await target.ask('POST', path, { raw: text(target) });
    return answer.status >= 400 && answer.status < 500 ? 'refused' : judged(answer);
  },
});

const url = 'http://site.example/';
const folded = (keyword: string, levels: number): object => ({
  type: 'object',
  properties: { a: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, at) => [
      `d${at}`,
      at === levels - 1
        ? { type: 'string' }
        : { [keyword]: [0, 1].map(() => ({ $ref: `#/$defs/d${at + 1}` })) },
    ]),
  ),
});

const bodies: readonly Attack[] = [
  ...['/v2/scrape', '/v2/crawl', '/v2/batch/scrape', '/v2/extract', '/v2/map'].flatMap((path) => [
    raw(
      `lists of 100,000 levels to ${path}`,
      path,
      () => `{"url":"${url}","urls":["${url}"],"x":${deep(100_000)}}`,
    ),
    raw(
      `objects of 100,000 levels to ${path}`,
      path,
      () => `{"url":"${url}","urls":["${url}"],"schema":${nested(100_000)}}`,
    ),
    raw(`a body of 1,500 levels to ${path}`, path, () => nested(1_500)),
    raw(`half a body to ${path}`, path, () => '{"url":"http'),
    raw(`no object to ${path}`, path, () => '"text"'),
    raw(`a header with a line break to ${path}`, path, () =>
      JSON.stringify({
        url,
        urls: [url],
        headers: { a: 'b\r\nHost: evil' },
        scrapeOptions: { headers: { a: 'b\r\nHost: evil' } },
        webhook: { url, headers: { 'a\r\nb': 'c' } },
      }),
    ),
  ]),
  raw('10,001 URLs', '/v2/batch/scrape', () =>
    JSON.stringify({ urls: Array.from({ length: 10_001 }, (_, at) => `${url}${at}`) }),
  ),
  raw('300 headers', '/v2/scrape', () =>
    JSON.stringify({
      url,
      headers: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`h${at}`, 'x'])),
    }),
  ),
  raw('a header of 100,000 characters', '/v2/scrape', () =>
    JSON.stringify({ url, headers: { a: 'x'.repeat(100_000) } }),
  ),
  raw('a pattern that backtracks', '/v2/crawl', () => JSON.stringify({ url, includePaths: ['(a+)+\\1$'] })),
  raw('a pattern with large repetitions', '/v2/crawl', () =>
    JSON.stringify({ url, includePaths: ['((a{1000}){1000}){1000}'] }),
  ),
  raw('a million characters of pattern', '/v2/crawl', () =>
    JSON.stringify({ url, includePaths: ['a'.repeat(1_000_000)] }),
  ),
  ...['anyOf', 'allOf', 'oneOf'].map((keyword) =>
    raw(`a schema that doubles by ${keyword}`, '/v2/extract', () =>
      JSON.stringify({ urls: [url], schema: folded(keyword, 24) }),
    ),
  ),
  raw('an origin that is none', '/v2/scrape', () => JSON.stringify({ url, headersFor: ['*'] })),
  raw('an origin with a path', '/v2/scrape', () =>
    JSON.stringify({ url, headersFor: ['https://a.example/b'] }),
  ),
];

/** A page with elements of the name that a selector means, where it means any. */
const pageFor = (selector: string): string => (selector.includes('p ~') ? '/paragraphs-html' : '/wide-html');

/** What sites send, what requests ask for, and what bodies are, to hold a worker. */
export const bombAttacks: readonly Attack[] = [
  ...sitePaths.map((path): Attack => ({
    group: 'answers',
    name: path,
    run: async (target) => {
      const body = { url: `${target.site.origin}${path}`, timeout: 8_000 };
      const verdict = withinBounds(await target.ask('POST', '/v2/scrape', { body }));
      return await serveHealthy(target, verdict);
    },
  })),
  {
    group: 'answers',
    name: 'sitemaps that name a thousand sitemaps each',
    run: async ({ ask, site }) => {
      const answer = await ask('POST', '/v2/map', {
        body: { url: `${site.origin}/`, timeout: 8_000, limit: 100 },
      });
      return answer.status === 200 ? 'bounded' : judged(answer);
    },
  },
  ...pathologicalSelectors.flatMap((selector) =>
    ['includeTags', 'excludeTags'].map((option) =>
      request(`${option}: ${selector}`, ({ site }) => ({
        url: `${site.origin}${pageFor(selector)}?${encodeURIComponent(selector + option)}`,
        [option]: [selector],
      })),
    ),
  ),
  ...bodies,
];
