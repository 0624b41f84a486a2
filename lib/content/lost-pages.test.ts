import { expect, test } from 'vitest';
import { readDocumentContent } from './read-content.ts';
import { contentAsUsual as read, usualReading } from './read-as-usual.fixture.ts';

const prose =
  'The lighthouse keeper counted ships, gulls and storms, and wrote each of them down in his book.';
const paragraphs = `<p>${prose}</p>`.repeat(12);

test.each([
  ['classes speak for html and against body', 'content article', 'comment', paragraphs],
  ['each paragraph has a box of its own', 'content main', 'sidebar', paragraphs.replaceAll('p>', 'section>')],
  ['the text stands in the body itself', 'post', 'widget', `${prose}<br><br>`.repeat(12)],
])('a page whose html element scores best is read: %s', (_name, html, body, text) => {
  const content = read(
    `<!doctype html><html class="${html}"><head><title>t</title></head><body class="${body}">${text}</body></html>`,
  );
  expect(content.markdown.split(prose)).toHaveLength(13);
  expect(content.warnings).toEqual([]);
});

test.each([
  '<svg><title/></svg>',
  '<svg><style/></svg>',
  '<svg><title>mark</title></svg>',
  '<svg><style>path { fill: red }</style></svg>',
  '<svg><script/></svg>',
  '<math><title/></math>',
  '<![CDATA[ x >',
  '<svg><![CDATA[ </svg> ]]></svg>',
  '<!-- a --!>',
  '<!-->',
  '<!--->',
  '<? xml ?>',
  '<!x>',
  '</ x>',
])('what follows %s is read', (before) => {
  const content = read(`<html><body>${before}<main>${paragraphs}</main></body></html>`);
  expect(content.markdown).toBe(Array.from({ length: 12 }, () => prose).join('\n\n'));
});

test.each([
  'script src="/a.js"',
  'title',
  'textarea',
  'iframe',
  'style',
  'noscript',
  'a name="x"',
  'div',
  'p',
])('what follows <%s/> is read in a page of XHTML', (tag) => {
  const page = `<html xmlns="http://www.w3.org/1999/xhtml"><body><${tag}/><main>${paragraphs}</main></body></html>`;
  const found = readDocumentContent(
    { body: Buffer.from(page), contentType: 'application/xhtml+xml', baseUrl: 'https://a.test/' },
    usualReading,
  );
  const markdown = found.kind === 'read' ? found.content.markdown : found.failure.code;
  expect(markdown).toBe(Array.from({ length: 12 }, () => prose).join('\n\n'));
});
