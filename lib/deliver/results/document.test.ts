import { expect, test } from 'vitest';
import { documentBytes, fitDocument, withWarning, type Document } from './document.ts';

const metadata = { sourceURL: 'https://a.example/', url: 'https://a.example/' };
const cut = 'Only the beginning of the page was read';
const tooLarge = 'The document is too large for one answer';
const text = (length: number): string => 'x'.repeat(length);
const bytesMax = 10_000;

test('a document that fits is left as it is', () => {
  const document: Document = { markdown: text(100), rawHtml: text(100), metadata, warning: cut };
  expect(fitDocument(document, bytesMax)).toEqual(document);
});

test('parts that are left out of a document are named behind its own warnings', () => {
  const document: Document = { markdown: text(100), rawHtml: text(bytesMax), metadata };
  const leftOut = `${tooLarge}: rawHtml is left out. The envelope holds the HTML`;
  expect(fitDocument(document, bytesMax)).toEqual({ markdown: text(100), metadata, warning: leftOut });
  expect(fitDocument(withWarning(document, cut), bytesMax).warning).toBe(`${cut}. ${leftOut}`);
  const both = { ...document, html: text(100), warning: cut };
  expect(fitDocument(both, bytesMax).warning).toContain(
    'html, rawHtml are left out. The envelope holds the HTML',
  );
});

test('of a document whose Markdown alone is too large the beginning is given, with its own warnings', () => {
  const fitted = fitDocument({ markdown: text(bytesMax), metadata, warning: cut }, bytesMax);
  expect(fitted.warning).toContain(cut);
  expect(fitted.warning).toContain(`${tooLarge}: only the beginning of its Markdown is given`);
  expect(fitted.markdown).not.toBe('');
  expect(text(bytesMax).startsWith(fitted.markdown ?? 'none')).toBe(true);
});

test('whatever a document has, it fits', () => {
  const worst = '\u0001'.repeat(bytesMax);
  const documents: Document[] = [
    { markdown: worst, metadata, warning: worst },
    { rawHtml: worst, metadata, warning: worst },
    { links: [worst], metadata },
  ];
  for (const document of documents) {
    expect(documentBytes(fitDocument(document, bytesMax))).toBeLessThanOrEqual(bytesMax);
  }
});
