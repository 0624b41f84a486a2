import { expect, test, vi } from 'vitest';
import type { ContentOptions } from './page-content.ts';
import { readDocument, type ContentRead } from './read-content.ts';

/** Which function of the content stage throws, as `file: function`. */
const broken = vi.hoisted(() => ({ at: '', calls: 0, named: new Set<string>() }));

const breakable = vi.hoisted(() => (file: string) => async (original: () => Promise<object>) => {
  const module = await original();
  return Object.fromEntries(
    Object.entries(module).map(([name, value]: [string, unknown]) => {
      // Classes are asked for their statics and prototypes; they are broken by the functions that make them.
      if (typeof value !== 'function' || /^[A-Z]/.test(name)) return [name, value];
      const at = `${file}: ${name}`;
      broken.named.add(at);
      const run = value as (...given: unknown[]) => unknown;
      return [
        name,
        (...given: unknown[]) => {
          if (broken.at !== at) return run(...given);
          broken.calls += 1;
          throw new TypeError('broken on purpose');
        },
      ];
    }),
  );
});

vi.mock('./article-signals.ts', breakable('article-signals'));
vi.mock('./described-metadata.ts', breakable('described-metadata'));
vi.mock('./document.ts', breakable('document'));
vi.mock('./formulas.ts', breakable('formulas'));
vi.mock('./hints.ts', breakable('hints'));
vi.mock('./json-ld.ts', breakable('json-ld'));
vi.mock('./language.ts', breakable('language'));
vi.mock('./link-url.ts', breakable('link-url'));
vi.mock('./links.ts', breakable('links'));
vi.mock('./main-content.ts', breakable('main-content'));
vi.mock('./markdown.ts', breakable('markdown'));
vi.mock('./markdown-place.ts', breakable('markdown-place'));
vi.mock('./match-passes.ts', breakable('match-passes'));
vi.mock('./metadata.ts', breakable('metadata'));
vi.mock('./microdata.ts', breakable('microdata'));
vi.mock('./parse-html.ts', breakable('parse-html'));
vi.mock('./plain-text.ts', breakable('plain-text'));
vi.mock('./rdfa.ts', breakable('rdfa'));
vi.mock('./run-passes.ts', breakable('run-passes'));
vi.mock('./select-tags.ts', breakable('select-tags'));
vi.mock('./serialize-html.ts', breakable('serialize-html'));
vi.mock('./snapshot.ts', breakable('snapshot'));
vi.mock('./structured-data.ts', breakable('structured-data'));
vi.mock('./urls.ts', breakable('urls'));
vi.mock('./wanted-part.ts', breakable('wanted-part'));
vi.mock('@mozilla/readability', async (original) => {
  const module = await original<{ readonly Readability: { prototype: { parse: () => unknown } } }>();
  const { prototype } = module.Readability;
  const { parse } = prototype;
  broken.named.add('readability: parse');
  prototype.parse = function throwing(this: unknown) {
    if (broken.at !== 'readability: parse') return parse.call(this);
    broken.calls += 1;
    throw new TypeError('broken on purpose');
  };
  return module;
});

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

const names = [...broken.named].sort();
/** Without a tree there is nothing to fall back to. */
const treeMakers = new Set(['document: parsePage', 'parse-html: parseHtml']);

test('every step of the content stage can be made to throw', () => {
  expect(names.length).toBeGreaterThan(40);
  const called = names.filter((at) => {
    readBroken(at);
    return broken.calls > 0;
  });
  expect(called.length).toBeGreaterThan(30);
});

test.each(names)(
  'what %s throws does not leave the page, which is read all the same, with a warning',
  (at) => {
    for (const given of [{}, { onlyMainContent: false }, { includeTags: ['main'] }, { explain: true }]) {
      const found = readBroken(at, given);
      if (found.kind === 'refused') {
        expect([...treeMakers]).toContain(at);
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

test('a page of which nothing throws has no warning', () => {
  const found = read();
  expect(found.kind === 'read' && found.content.warnings).toEqual([]);
});
