import { expect, test } from 'vitest';
import { hintsOf } from './hints.ts';
import { readPage } from './read-page.ts';

const hints = (markdown: string) => hintsOf(null, markdown, false);

test('citations of federal law and regulations are cross-references, each once, in the order of the text', () => {
  const text =
    'See 12 C.F.R. § 1024.5(b)(7) and 42 U.S.C. § 3601, or Regulation Z; again 42 U.S.C. § 3601, and 24 CFR Part 100, 15 USC 1601.';
  expect(hints(text).crossReferences).toEqual([
    '12 C.F.R. § 1024.5(b)(7)',
    '42 U.S.C. § 3601',
    'Regulation Z',
    '24 CFR Part 100',
    '15 USC 1601',
  ]);
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
    html: '<body><nav><ul><li><a href="/">Home</a></li></ul></nav><main><p>Some text.</p><pre>code</pre><iframe src="/law.pdf#page=2"></iframe></main></body>',
    url: 'https://a.test/',
    options: {
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: true,
      wantHtml: false,
    },
  });
  expect(page).toMatchObject({
    content: { hints: { hasLists: false, hasCodeBlocks: true, hasTables: false, hasEmbeddedPdfs: true } },
  });
});
