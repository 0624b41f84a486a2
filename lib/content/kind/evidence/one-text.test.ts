import { expect, test } from 'vitest';
import { readPage } from '../../read-page.ts';
import { usualReading } from '../../read-as-usual.fixture.ts';

const kindOf = (body: string, head = ''): string => {
  const page = readPage({
    html: `<title>Mills of the river</title>${head}<body>${body}</body>`,
    url: 'https://a.test/2009/mills.html',
    options: usualReading,
  });
  return page.kind === 'read' ? page.content.pageKind : page.failure.message;
};

const paragraph =
  'The mill stands where the river bends, and has ground rye and barley for the villages around it since ' +
  'the bridge was built. ';
const paragraphs = (count: number): string => `<p>${paragraph}</p>`.repeat(count);
const saysArticle = '<meta property="og:type" content="article">';
const teasers =
  '<div class="teaser"><h3><a href="/a">A mill</a></h3><p>It stands by the sea.</p></div>'.repeat(12);
const stories = `<div class="story"><h3><a href="/a">A mill</a></h3><p>${paragraph}</p></div>`.repeat(24);
const linked =
  '<div class="teaser"><h3><a href="/a">A mill</a></h3><p>It stands by the sea, they say, and it turns in every ' +
  'wind.</p></div>';
const comments = `<ol class="comments">${`<li>${paragraph}</li>`.repeat(4)}</ol>`;

const goods = `<ul class="goods">${Array.from(
  { length: 8 },
  (_, at) => `<li><a href="/${at}"><img src="${at}.jpg"><h3>Flour ${at}</h3></a><span>€ ${at}.50</span></li>`,
).join('')}</ul>`;
const unseen =
  `<iframe src="/ad"><p>${paragraph}</p></iframe>`.repeat(8) +
  `<div style="display:none">${paragraph}</div>`.repeat(8);

test.each<[string, string, string, string?]>([
  ['paragraphs side by side, without metadata', 'article', `<div>${paragraphs(5)}</div>`],
  ['paragraphs that line breaks end', 'article', `<td>${`${paragraph}<br><br>`.repeat(5)}</td>`],
  [
    'paragraphs in quotations among others',
    'article',
    `<div>${paragraphs(2)}<blockquote>${paragraphs(2)}</blockquote></div>`,
  ],
  [
    'a whole text in one paragraph among many teasers',
    'article',
    `<div><p>${paragraph.repeat(16)}</p></div>${teasers.repeat(6)}`,
  ],
  ['one paragraph of a few lines', 'listing', `<div><p>${paragraph.repeat(3)}</p></div>${teasers}`],
  ['paragraphs with comments below', 'article', `<div>${paragraphs(5)}</div>${comments}`],
  ['paragraphs with teasers below', 'article', `<div>${paragraphs(5)}</div>${teasers}`],
  [
    'paragraphs in a part that is called after what stands beside them',
    'article',
    `<div class="content-and-sidebar"><h1>Mills of the river</h1>${paragraphs(5)}</div>`,
  ],
  ['paragraphs, and more that no reader sees', 'article', `<div>${paragraphs(4)}</div>${unseen}`],
  ['paragraphs with goods below', 'article', `<main><div>${paragraphs(5)}</div>${goods}</main>`],
  ['goods with paragraphs below', 'listing', `<main>${goods}<div>${paragraphs(5)}</div></main>`],
  ['a short text that says that it is an article', 'article', `<div>${paragraphs(3)}</div>`, saysArticle],
  [
    'a text that is half of the prose, and only says that it is an article',
    'other',
    `<div>${paragraphs(4)}</div>${`<div><p>${paragraph}</p></div>`.repeat(4)}`,
    saysArticle,
  ],
  [
    'a text that is half of the prose, and has a time of publication',
    'article',
    `<div>${paragraphs(4)}</div>${`<div><p>${paragraph}</p></div>`.repeat(4)}`,
    '<meta property="article:published_time" content="2026-01-02">',
  ],
  [
    'a long text with a time of publication, and more prose in teasers of others',
    'article',
    `<div>${paragraphs(10)}</div>${stories}`,
    '<meta property="article:published_time" content="2026-01-02">',
  ],
  [
    'a long text that nothing signs, and more prose in teasers of others',
    'listing',
    `<div>${paragraphs(10)}</div>${stories}`,
  ],
  [
    'a text with a time of publication among many links that are longer',
    'article',
    `<div>${paragraphs(3)}</div><main>${linked.repeat(40)}</main>`,
    '<meta property="article:published_time" content="2026-01-02">',
  ],
  ['teasers that say that they are an article', 'listing', `<main>${teasers}</main>`, saysArticle],
])('a page of %s is of the kind %s', (_title, kind, body, head) => {
  expect(kindOf(body, head)).toBe(kind);
});
