import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PdfLine } from './pdf-lines.ts';
import { withoutRunningLines as withoutRunning } from './running-lines.ts';

const line = (y: number, ...texts: string[]): PdfLine => ({
  y,
  height: 10,
  parts: texts.map((text, at) => ({ text, x: 100 * at, right: 100 * at + 50, height: 10 })),
});

/** Reads lines of pages in A4. */
const withoutRunningLines = (pages: readonly (readonly PdfLine[])[]): ReturnType<typeof withoutRunning> =>
  withoutRunning(pages.map((lines) => ({ lines, bottom: 0, top: 842 })));

/** A page of a book: its head, four lines of text, its foot. */
const page = (head: readonly string[], foot: string, text = 'words'): PdfLine[] => [
  line(800, ...head),
  ...[700, 688, 676, 664].map((y) => line(y, `${text} at ${y}`)),
  ...(foot === '' ? [] : [line(40, foot)]),
];

const shown = (pages: readonly (readonly PdfLine[])[]): string[][] =>
  pages.map((lines) => lines.map(({ parts }) => parts.map(({ text }) => text).join(' | ')));

const body = ['words at 700', 'words at 688', 'words at 676', 'words at 664'];

test('of a head that pages have in common the first stays, and none of their numbers', () => {
  const read = withoutRunningLines([1, 2, 3, 4].map((number) => page(['The mill'], String(number))));
  expect(shown(read.pages)).toEqual([['The mill', ...body], body, body, body]);
  expect(read.characters).toBe(3 * 'Themill'.length + 4);
});

test('a number counts as a page number where it rises with the pages, in roman digits too, beside a title too', () => {
  const heads = ['i', 'ii', 'iii', 'iv'].map((roman) => page(['The mill', roman], ''));
  expect(shown(withoutRunningLines(heads).pages)).toEqual([['The mill | i', ...body], body, body, body]);
  const invoices = ['Invoice 71', 'Invoice 18', 'Invoice 40'].map((head) => page([head], ''));
  expect(withoutRunningLines(invoices)).toEqual({ pages: invoices, characters: 0 });
});

test('a line in larger letters than the text is a heading, at the edge of pages too', () => {
  const slides = [1, 2, 3].map((number) => [
    { ...line(500, `Lesson ${number}`), height: 28 },
    ...[420, 395, 370].map((y) => line(y, `words at ${y}`)),
  ]);
  const pages = slides.map((lines) => ({ lines, bottom: 0, top: 540 }));
  expect(withoutRunning(pages)).toEqual({ pages: slides, characters: 0 });
});

test('a line that a gap parts from the text is a head or foot only near the border of its page', () => {
  const letters = [1, 2, 3].map(() => [
    line(700, 'Dear sir,'),
    ...[660, 648, 636].map((y) => line(y, 'words')),
    line(600, 'Please pay within thirty days'),
  ]);
  expect(withoutRunningLines(letters)).toEqual({ pages: letters, characters: 0 });
});

test('a number beside words that no page can have counts something else than pages', () => {
  const invoices = [2041, 2042, 2043].map((number) => page([`Invoice ${number}`], ''));
  expect(withoutRunningLines(invoices)).toEqual({ pages: invoices, characters: 0 });
});

test('two pages have nothing in common, nor do lines that no gap parts from the text', () => {
  const two = [1, 2].map((number) => page(['The mill'], String(number)));
  expect(withoutRunningLines(two).characters).toBe(0);
  const rows = [1, 2, 3].map(() => [
    line(800, 'Date', 'Sum'),
    line(788, '1 May', '7'),
    line(776, '2 May', '8'),
  ]);
  expect(withoutRunningLines(rows)).toEqual({ pages: rows, characters: 0 });
});

test('of every line that is left out one stays that differs in a number at most', () => {
  const words = fc.constantFrom('mill', 'wheel', 'x', '1', '2', '3', '4', 'iv', 'Chapter 2');
  const someLine = fc.tuple(
    fc.constantFrom(800, 780, 700, 690, 60, 40),
    fc.array(words, { minLength: 1, maxLength: 3 }),
  );
  const book = fc.array(fc.uniqueArray(someLine, { selector: ([y]) => y, maxLength: 6 }), { maxLength: 8 });
  const textOf = ({ parts }: PdfLine): string => parts.map(({ text }) => text).join(' ');
  const without = (text: string): string[] => {
    const each = text.split(' ');
    return [
      text,
      ...each.flatMap((word, at) => (/^(?:\d+|[ivxlc]+)$/.test(word) ? [each.with(at, '#').join(' ')] : [])),
    ];
  };
  fc.assert(
    fc.property(book, (drawn) => {
      const pages = drawn.map((lines) => lines.map(([y, texts]) => line(y, ...texts)));
      const read = withoutRunningLines(pages);
      const kept = new Set(read.pages.flat());
      const keptTexts = new Set([...kept].flatMap((one) => without(textOf(one))));
      for (const lost of pages.flat().filter((one) => !kept.has(one))) {
        const text = textOf(lost);
        if (/^(?:\d+|[ivxlc]+)$/.test(text)) continue;
        expect(without(text).some((one) => keptTexts.has(one))).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
