import { expect, test } from 'vitest';
import { failures } from '../../../lib/failure.ts';
import type { OpenApiDocument } from '../document.ts';
import { makeOpenApiDocument } from '../make-document.ts';
import { operations } from '../make-document.ts';
import { renderPage } from './render-page.ts';

const page = renderPage(makeOpenApiDocument());
const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

test('every operation, named schema and failure code has its place, once', () => {
  const places = [...operations.map(({ id }) => id), ...Object.keys(failures).map((name) => `code-${name}`)];
  expect(places.filter((place) => !ids.includes(place))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('every link within the page leads somewhere', () => {
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, to]) => to);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((to) => !ids.includes(to))).toEqual([]);
});

test('the page loads nothing, and runs nothing', () => {
  expect(page.match(/<(?:script|link|img|iframe|object|embed)\b|\s(?:src|on\w+)=|@import|url\(/)).toBeNull();
  expect(page.match(/[>\s](?:undefined|\[object \w+\])</)).toBeNull();
});

test('an option stands with its type, bounds, default and sentence', () => {
  const limit = /<code>limit<\/code>.*\n.*Pages that the crawl delivers/.exec(page)?.[0];
  expect(limit).toContain('integer · 1 to 1,000,000 · default <code>10000</code>');
});

test('whatever a text holds, it is shown as text', () => {
  const document = makeOpenApiDocument();
  const evil = '<img src=x onerror=alert(1)> "quoted"';
  const changed = {
    ...document,
    servers: [{ url: `https://${evil}` }],
    info: { ...document.info, description: evil, summary: evil },
  } satisfies OpenApiDocument;
  const text = renderPage(changed);
  expect(text).not.toContain('<img');
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;quoted&quot;');
});
