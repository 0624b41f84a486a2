import { expect, test } from 'vitest';
import { newJob } from '../../job/new-job.ts';
import { parseMapRequest } from '../../request/map-request.ts';
import { listUrls, type NamedUrl } from './list-urls.ts';

const listed = (
  body: { url: string } & Record<string, unknown>,
  named: readonly (string | NamedUrl)[],
  isSitemap = false,
) => {
  const order = parseMapRequest(body, 'v2');
  if (!order.ok) throw new Error(order.failure.message);
  const { request, limit } = order.value;
  const job = newJob({ id: 'j', kind: 'map', team: 't', request, limit, now: Date.UTC(2026, 10, 21) });
  const urls = named.map((one) => (typeof one === 'string' ? { url: one } : one));
  return listUrls(job, urls, { base: body.url, siteUrl: body.url, isSitemap });
};
const urlsOf = (...given: Parameters<typeof listed>): string[] =>
  listed(...given).links.map(({ url }) => url);

test('subdomains are listed unless they are not wanted, other sites never', () => {
  const named = [
    'https://example.com/a',
    'https://shop.example.com/b',
    'https://example.org/c',
    'mailto:a@example.com',
  ];
  expect(urlsOf({ url: 'https://example.com/' }, named)).toEqual(named.slice(0, 2));
  expect(urlsOf({ url: 'https://example.com/', includeSubdomains: false }, named)).toEqual(named.slice(0, 1));
});

test('spellings of one page are one URL: the first', () => {
  const named = [
    'https://www.example.com/a/',
    'http://example.com/a',
    '/a/index.html',
    '/a?utm_source=x#part',
    '/a?page=2',
    'HTTPS://EXAMPLE.com/%62',
  ];
  expect(urlsOf({ url: 'https://example.com/' }, named)).toEqual([
    'https://www.example.com/a/',
    'https://example.com/b',
  ]);
  expect(urlsOf({ url: 'https://example.com/', ignoreQueryParameters: false }, named)).toEqual([
    'https://www.example.com/a/',
    'https://example.com/a?page=2',
    'https://example.com/b',
  ]);
});

test('with a path, what lies beside it is counted and left out; files that are no pages are left out', () => {
  const named = ['/docs/a', '/docs', '/docsearch', '/', '/docs/logo.png', '/docs/guide.pdf'];
  const { links, besidePath } = listed({ url: 'https://example.com/docs/' }, named);
  expect(links.map(({ url }) => url)).toEqual(
    ['/docs/a', '/docs', '/docs/guide.pdf'].map((path) => `https://example.com${path}`),
  );
  expect(besidePath).toBe(2);
});

test('a title is the first words of a link that are a name', () => {
  const named = [
    { url: '/a', text: ' Read more » ' },
    { url: '/a', text: 'All about owls' },
    { url: '/a', text: 'Owls' },
    { url: '/b', text: '→' },
  ];
  expect(listed({ url: 'https://example.com/' }, named).links).toEqual([
    { url: 'https://example.com/a', title: 'All about owls' },
    { url: 'https://example.com/b' },
  ]);
});

test('a link to a far date is left out; a sitemap that names one lists it', () => {
  const named = ['/calendar/2091/03', '/a/b/a/b/a/b/a/b', '/events/1204-party'].map(
    (path) => `https://example.com${path}`,
  );
  expect(urlsOf({ url: 'https://example.com/' }, named)).toEqual(named.slice(2));
  expect(urlsOf({ url: 'https://example.com/' }, named, true)).toEqual(named);
});
