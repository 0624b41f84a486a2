import { expect, test } from 'vitest';
import { bareClaim, findArticleSign } from './article-signals.ts';
import { parsePage } from '../dom/document.ts';
import { findHeading } from '../main-content.ts';
import { readDeclared } from '../metadata/declared.ts';

const isArticle = (body: string, head = ''): boolean => {
  const parsed = parsePage(
    `<html><head><title>A headline - Site</title>${head}</head><body>${body}</body></html>`,
  );
  const metadata = readDeclared(parsed, 'https://a.test/');
  const heading = findHeading(parsed.body, [metadata.title]);
  return findArticleSign(parsed, metadata, heading?.element ?? null) !== null;
};

const headline = '<h1>A headline</h1>';
const byline = '<p class="byline">By A. Writer</p>';
const post = '<div class="post"><span class="author">me</span><time>today</time><p>Words.</p></div>';

test.each<[string, boolean, string, string?]>([
  ['says so in Open Graph', true, headline, '<meta property="og:type" content="Article">'],
  [
    'has a date of publication',
    true,
    headline,
    '<meta property="article:published_time" content="2026-01-02">',
  ],
  [
    'says so in JSON-LD',
    true,
    headline,
    '<script type="application/ld+json">{"@type": "NewsArticle"}</script>',
  ],
  [
    'is one article of microdata',
    true,
    `<div itemscope itemtype="https://schema.org/BlogPosting">${headline}</div>`,
  ],
  ['is one entry', true, `<div class="post hentry">${headline}</div>`],
  ['lists several entries', false, `<div class="hentry">a</div><div class="hentry">b</div>`],
  [
    'has a byline and a date beside its heading',
    true,
    `${headline}${byline}<time datetime="2026-01-02">2 January</time>`,
  ],
  [
    'has them above its heading',
    true,
    `<span class="post-date">2 January</span><a rel="author" href="/me">me</a>${headline}`,
  ],
  ['has a byline alone', false, `${headline}${byline}`],
  ['has a date alone', false, `${headline}<time>2 January</time>`],
  [
    'has them far from its heading',
    false,
    `${headline}${'<p>Words.</p>'.repeat(100)}${byline}<time>today</time>`,
  ],
  ['has no heading', false, `${byline}<time>today</time>`],
  ['is a thread, of which each post has both', false, `${headline}${post.repeat(3)}`],
  [
    'is a manual with the date of its last change',
    false,
    `${headline}<p>Words.</p><span class="updated">2 January</span>`,
  ],
])('a page that %s is an article: %s', (_title, expected, body, head) => {
  expect(isArticle(body, head)).toBe(expected);
});

test('a claim in Open Graph is the sign only where the page shows no other', () => {
  const signOf = (head: string): string | null => {
    const parsed = parsePage(`<html><head><title>A</title>${head}</head><body><h1>A</h1></body></html>`);
    return findArticleSign(parsed, readDeclared(parsed, 'https://a.test/'), null);
  };
  const claim = '<meta property="og:type" content="article">';
  expect(signOf(claim)).toBe(bareClaim);
  expect(signOf(`${claim}<meta property="article:published_time" content="2026-01-02">`)).not.toBe(bareClaim);
});
