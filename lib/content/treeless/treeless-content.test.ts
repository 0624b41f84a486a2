import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';
import { makePdf } from '../../fetch/make-pdf.fixture.ts';
import { readWholePdf } from '../../fetch/pdf/read-pdf.fixture.ts';
import { feedContent, pdfContent, plainContent } from './treeless-content.ts';

const url = 'https://example.com/document';

test('form feeds and vertical tabs part words and lines, in plain text and in HTML', () => {
  expect(plainContent('line one\fpage two\vline three', 'text').markdown).toBe(
    'line one\npage two\nline three',
  );
  const { markdown, text } = contentAsUsual(
    '<main><p>one\ftwo\vthree</p><pre>four\ffive</pre><p><code>six\fseven</code></p></main>',
  );
  expect(markdown).toBe('one two three\n\n```\nfour five\n```\n\n`six seven`');
  expect(text.split('\n')).toContain('one two three');
});

test('hints tell of tables, lists and code of PDFs, feeds and data as of those of pages', async () => {
  const rows = ['Port', 'Aarhus', 'Bergen', 'Cork'].map((name, at) => [name, at] as const);
  const cells = rows.flatMap(([name, at]): [string, number, number, number][] => [
    [name, 12, 50, 700 - 20 * at],
    [`${at} m`, 12, 300, 700 - 20 * at],
  ]);
  const drawn = [...cells, ['\x95 an item', 12, 50, 500] as const];
  const pdf = await readWholePdf(makePdf([{ drawn }]));
  expect(pdfContent(pdf, url).hints).toMatchObject({ hasTables: true, hasLists: true, hasCodeBlocks: false });
  const words = await readWholePdf(makePdf([[['A page of words alone, and of no more.', 12]]]));
  expect(pdfContent(words, url).hints).toMatchObject({ hasTables: false, hasLists: false });
  const item = '<item><title>One</title><description>&lt;ol&gt;&lt;li&gt;a&lt;/ol&gt;</description></item>';
  const code = '<item><title>Two</title><description>&lt;pre&gt;x&lt;/pre&gt;</description></item>';
  const feed = feedContent(`<rss><channel><title>News</title>${item}${code}</channel></rss>`, url);
  expect(feed?.hints).toMatchObject({ hasTables: false, hasLists: true, hasCodeBlocks: true });
  expect(plainContent('{"a":1}', 'json').hints.hasCodeBlocks).toBe(true);
  expect(plainContent('words', 'text').hints.hasCodeBlocks).toBe(false);
});
