import { expect, test } from 'vitest';
import { contentsEntry, hyphenedWords, joinTextLines } from './join-lines.ts';
import { pdfPageTexts } from './pdf-text.ts';

type Line = readonly [text: string, x: number, y: number, font?: string];

/** Returns the blocks of a page with these lines, each of which is as wide as its text. */
const blocksOf = (lines: readonly Line[]): string[] => {
  const runs = lines.map(([text, x, y, font = 'f1']) => {
    return { text, x, y, width: text.length * 5, height: 10, endsLine: true, font };
  });
  const [page] = pdfPageTexts([{ runs, bottom: 0, top: 842, hasImages: false }]).pages;
  return (page?.blocks ?? []).map((block) => (block.kind === 'table' ? 'table' : block.text));
};

test('the items of a numbered list are paragraphs of their own, also within another list', () => {
  const texts = ['Do this:', '1. plan the work', '2. do it', '1. at dawn', '2. at dusk', '3. check it'];
  expect(blocksOf(texts.map((text, at) => [text, 60, 700 - 12 * at]))).toEqual(texts);
});

test('a number at the beginning of a line that no list expects belongs to its sentence', () => {
  const lines = [
    'The mill was built by the millers of the fen on',
    '14. May, and burnt down in the same year.',
  ];
  expect(blocksOf(lines.map((text, at) => [text, 60, 700 - 12 * at]))).toEqual([lines.join(' ')]);
});

test('a line that is further below than lines usually are begins a paragraph', () => {
  const line = 'words of a paragraph that fill the line';
  const places = [700, 688, 676, 658, 646, 634];
  const text = [line, line, line].join(' ');
  expect(blocksOf(places.map((y) => [line, 60, y]))).toEqual([text, text]);
});

test('text that is set wide stays one paragraph in a document that is set tight', () => {
  const line = 'words of a paragraph that fill the line';
  const tight = [700, 688, 676, 664, 652].map((y): Line => [line, 60, y]);
  const wide = [600, 583, 566, 549].map((y): Line => [line, 60, y]);
  expect(blocksOf([...tight, ...wide]).map((text) => text.split(line).length - 1)).toEqual([5, 4]);
});

test('an indented line begins a paragraph; the second line of an item does not', () => {
  const full = 'Words that fill the line from its begin';
  const lines: Line[] = [
    [full, 60, 700],
    ['and end here.', 60, 688],
    [full, 75, 676],
    ['and end there.', 60, 664],
  ];
  expect(blocksOf(lines)).toEqual([`${full} and end here.`, `${full} and end there.`]);
  expect(
    blocksOf([
      ['1. An item of', 60, 700],
      ['two lines', 75, 688],
    ]),
  ).toEqual(['1. An item of two lines']);
});

test('a whole line in another font is a paragraph of its own', () => {
  const lines: Line[] = [
    ['Results', 60, 700, 'bold'],
    ['The mill turns, and the miller', 60, 688],
    ['sleeps.', 60, 676],
  ];
  expect(blocksOf(lines)).toEqual(['Results', 'The mill turns, and the miller sleeps.']);
});

test('a word keeps the hyphen that it has elsewhere in the file, and an address is not cut', () => {
  const words = hyphenedWords(['run update-alternatives now']);
  expect(joinTextLines('the update-', 'alternatives', words)).toBe('the update-alternatives');
  expect(joinTextLines('the al-', 'ternatives', words)).toBe('the alternatives');
  expect(joinTextLines('see https:', '//www.debian.org/doc/')).toBe('see https://www.debian.org/doc/');
  expect(joinTextLines('see https://a.test/b/', 'c.html now')).toBe('see https://a.test/b/c.html now');
  expect(joinTextLines('see https://a.test/', 'for more')).toBe('see https://a.test/ for more');
});

test('an entry of a table of contents loses its dots, before roman numbers of any length too', () => {
  expect(contentsEntry('Index . . . . . . . clxxviii')).toBe('Index … clxxviii');
  expect(contentsEntry('and so on...')).toBeNull();
  expect(contentsEntry(`${'.'.repeat(1_000_000)}z`)).toBeNull();
});
