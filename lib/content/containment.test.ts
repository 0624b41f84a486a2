import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readability } from '@mozilla/readability';
import { expect, test, vi } from 'vitest';
import type { ContentOptions } from './page-content.ts';
import type { ContentRead } from './read-content.ts';

/** What of the content stage throws, as `file: function`. */
const broken = { at: '', calls: 0 };
const names: string[] = [];

/** Makes every function that a module exports one that can be made to throw. */
const breakable = (file: string, module: object): object =>
  Object.fromEntries(
    Object.entries(module).map(([name, value]: [string, unknown]) => {
      // Of classes there are functions that make their instances.
      if (typeof value !== 'function' || /^[A-Z]/.test(name)) return [name, value];
      const at = `${file}: ${name}`;
      names.push(at);
      const run = value as (...given: unknown[]) => unknown;
      const throwing = (...given: unknown[]): unknown => {
        if (broken.at !== at) return run(...given);
        broken.calls += 1;
        throw new TypeError('broken on purpose');
      };
      return [name, throwing];
    }),
  );

/** They hold what is thrown. */
const holders = new Set(['contain.ts', 'read-content.ts', 'read-page.ts']);

for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.ts') || /\.(?:test|fixture)\.ts$/.test(file) || holders.has(file)) continue;
  vi.doMock(join(import.meta.dirname, file), async (original) => breakable(file, await original()));
}

const { readDocumentContent: readDocument } = await import('./read-content.ts');

const options: ContentOptions = {
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  wantHtml: true,
};

const prose =
  'The lighthouse keeper counted ships, gulls and storms, and wrote each of them down in his book.';
const html = `<!doctype html><html><head><title>The keeper</title>
<script type="application/ld+json">{"@type": "Article", "headline": "The keeper"}</script></head>
<body><nav><a href="/home">Home</a></nav><main><h1>The keeper</h1>${`<p>${prose}</p>`.repeat(12)}
<pre>ls -l</pre></main><footer>All rights reserved</footer></body></html>`;

const read = (given: Partial<ContentOptions> = {}): ContentRead =>
  readDocument(
    { body: Buffer.from(html), contentType: 'text/html; charset=utf-8', baseUrl: 'https://a.test/' },
    { ...options, ...given },
  );

/** Reads the page while one function throws. */
const readBroken = (at: string, given: Partial<ContentOptions> = {}): ContentRead => {
  broken.at = at;
  broken.calls = 0;
  try {
    return read(given);
  } finally {
    broken.at = '';
  }
};

/** Without a tree, or a walk through it, there is nothing to fall back to. */
const madeWith = /^(?:content-kind|document|dom-walk|dom\/.*|parse-html|tag|text-summary)\.ts: /;

test('every step of the content stage can be made to throw', () => {
  expect(names.length).toBeGreaterThan(80);
  const called = names.filter((at) => {
    readBroken(at);
    return broken.calls > 0;
  });
  expect(called.length).toBeGreaterThan(60);
});

test.each(names)(
  'what %s throws does not leave the page, which is read all the same, with a warning',
  (at) => {
    for (const given of [{}, { onlyMainContent: false }, { includeTags: ['main'] }, { explain: true }]) {
      const found = readBroken(at, given);
      if (found.kind === 'refused') {
        expect(at).toMatch(madeWith);
        expect(found.failure.code).toBe('CONTENT_UNREADABLE');
        continue;
      }
      expect(found.content.markdown).toContain(prose);
      expect(found.content.text).toContain(prose);
      if (broken.calls > 0) expect(found.content.warnings.join()).toContain('broken on purpose');
      else expect(found.content.warnings).toEqual([]);
    }
  },
);

test('what readability throws does not leave the page either', () => {
  const parse = vi.spyOn(Readability.prototype, 'parse').mockImplementation(() => {
    throw new TypeError('broken on purpose');
  });
  const found = read();
  parse.mockRestore();
  if (found.kind === 'refused') throw new Error(found.failure.message);
  expect(found.content.markdown).toContain(prose);
  expect(found.content.markdown).not.toContain('All rights reserved');
  expect(found.content.warnings.join()).toContain('TypeError: broken on purpose');
});

test('a page of which nothing throws has no warning', () => {
  const found = read();
  expect(found.kind === 'read' && found.content.warnings).toEqual([]);
});
