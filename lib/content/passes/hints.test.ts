import { expect, test } from 'vitest';
import { collectHints } from './hints.ts';
import { readPage } from '../read-page.ts';
import { usualReading } from '../read-as-usual.fixture.ts';

const hints = (markdown: string) => collectHints(new Set(), markdown, false);

test('citations of federal law and regulations are cross-references, each once, in the order of the text', () => {
  const text =
    'See 12 C.F.R. § 1024.5(b)(7) and 42 U.S.C. § 3601, or Regulation Z; again 42 U.S.C. § 3601, and 24 ' +
    'CFR Part 100, 15 USC 1601.';
  expect(hints(text).crossReferences).toEqual([
    '12 C.F.R. § 1024.5(b)(7)',
    '42 U.S.C. § 3601',
    'Regulation Z',
    '24 CFR Part 100',
    '15 USC 1601',
  ]);
});

test('citations are found in what emphasis, links and line breaks make of them', () => {
  const text =
    'Under [12 C.F.R. § 1024.5](https://a.test/1), 42 *U.S.C.*\u00a0§ 3601, **24 CFR\n100.5** and ' +
    'Regulation S-K; 29 U.S.C. §§ 621-634.';
  expect(hints(text).crossReferences).toEqual([
    '12 C.F.R. § 1024.5',
    '42 U.S.C. § 3601',
    '24 CFR 100.5',
    'Regulation S-K',
    '29 U.S.C. §§ 621-634',
  ]);
});

test('a page is complex where it is long or has several things that are hard to cut, simple where it is short and plain', () => {
  const complexity = (markdown: string, embedsPdfs = false): string =>
    collectHints(new Set(), markdown, embedsPdfs).estimatedComplexity;
  expect(complexity('Plain words.')).toBe('simple');
  expect(complexity('Plain words. '.repeat(500))).toBe('medium');
  expect(complexity('Plain words. '.repeat(5_000))).toBe('complex');
  expect(complexity('See Regulation Z.')).toBe('medium');
  expect(complexity('Plain words.', true)).toBe('medium');
  expect(complexity('See Regulation Z.', true)).toBe('complex');
});

test.each([
  ['<embed src="a.pdf">', true],
  ['<object data="/files/a.PDF?x=1"></object>', true],
  ['<object type="application/pdf" data="/show?id=7"></object>', true],
  ['<iframe src="https://b.test/a.pdf#page=2"></iframe>', true],
  ['<iframe src="/a.pdf.html"></iframe>', false],
  ['<a href="/a.pdf">a.pdf</a>', false],
])('%s shows a PDF within the page: %s', (html, expected) => {
  const page = readPage({
    html: `<body><p>Words.</p>${html}`,
    url: 'https://a.test/',
    options: usualReading,
  });
  expect(page).toMatchObject({ content: { hints: { hasEmbeddedPdfs: expected } } });
});

test('what only looks like a citation is none', () => {
  expect(
    hints('The USC team won 12 to 3; a regulation, Regulation of trade, C.F.R. alone.').crossReferences,
  ).toEqual([]);
});

test('a page is cut at its headings where it has some, else at its paragraphs', () => {
  expect(hints('# A\n\na\n\n## B\n\nb\n\n## C\n\nc').suggestedChunkStrategy).toBe('section_aware');
  expect(hints('a\n\nb\n\nc').suggestedChunkStrategy).toBe('paragraph');
  expect(hints('a').suggestedChunkStrategy).toBe('fixed_size');
});

test('hints are those of the main content, and frames of PDFs those of the page', () => {
  const page = readPage({
    html:
      '<body><nav><ul><li><a href="/">Home</a></li></ul></nav><main><p>Some text.</p><pre>code</pre>' +
      '<iframe src="/law.pdf#page=2"></iframe></main></body>',
    url: 'https://a.test/',
    options: usualReading,
  });
  expect(page).toMatchObject({
    content: { hints: { hasLists: false, hasCodeBlocks: true, hasTables: false, hasEmbeddedPdfs: true } },
  });
});
