import { expect, test } from 'vitest';
import { mainQuarters, nearestQuarters, turnedBack } from './pdf-direction.ts';
import { codeFont, joinPdfRuns, type PdfRun } from './pdf-lines.ts';
import { pdfPageTexts } from './pdf-text.ts';

type Drawn = readonly [text: string, x: number, width: number, y?: number, height?: number];

const run = ([text, x, width, y = 700, height = 12]: Drawn): PdfRun => ({
  text,
  x,
  y,
  width,
  height,
  endsLine: false,
});

/** Returns lines of runs, in the order drawn: their parts with a bar between two. */
const linesOf = (...drawn: readonly Drawn[]): string[] =>
  joinPdfRuns(drawn.map(run)).map(({ parts }) => parts.map(({ text }) => text).join('|'));

/** Draws a text letter by letter from the left, each 6 points wide, blanks between words as they are. */
const letters = (text: string, from: number): Drawn[] =>
  Array.from(text, (letter, at): Drawn => [letter, from + 6 * at, 6]);

test('a blank between letters that stand close together is no space', () => {
  expect(linesOf(['It may b', 60, 50], [' ', 110, 31], ['e run', 110.3, 30])).toEqual(['It may be run']);
  expect(linesOf(['It', 60, 10], [' ', 70, 31], ['may', 72, 20])).toEqual(['It may']);
});

test('text that is printed twice to look bold is read once', () => {
  expect(linesOf(['Total due: 9', 60, 70], ['Total due: 9', 60.4, 70], ['EUR', 134, 20])).toEqual([
    'Total due: 9 EUR',
  ]);
  expect(
    linesOf(['T', 60, 7.3], ['TO', 60.2, 16.6], ['OT', 67.6, 16.6], ['TA', 76.9, 15.3], ['A', 84.4, 8]),
  ).toEqual(['TOTA']);
});

test('equal words side by side are all read', () => {
  expect(linesOf(['no', 60, 14], ['no', 78, 14], ['no', 78, 14, 684])).toEqual(['no no', 'no']);
});

test('radicals and shapes of letters are read as the letters that they mean', () => {
  expect(linesOf(['⽇本の⻄に⼈⼝', 60, 84])).toEqual(['日本の西に人口']);
  expect(linesOf(['ﻻ', 60, 6])).toEqual(['لا']);
});

test('Arabic that is drawn letter by letter from the left is read from the right', () => {
  const drawn = letters('.ﺔﻨﻴﻔﺳ', 60);
  expect(linesOf(...drawn, [' ', 96, 5], ['1204', 100, 24], [' ', 124, 5], ...letters('ﻦﻋ', 128))).toEqual([
    'عن 1204 سفينة.',
  ]);
});

test('Hebrew is read from the right, whichever of its words is drawn first, with spaces around numbers', () => {
  const words: Drawn[] = [
    ['בשנת', 200, 40],
    ['2025', 170, 26],
    ['היה', 140, 26],
  ];
  expect(linesOf(...words)).toEqual(['בשנת 2025 היה']);
  expect(linesOf(...words.toReversed())).toEqual(['בשנת 2025 היה']);
});

test('words of Latin letters within Hebrew, and of Hebrew within English, keep their order', () => {
  expect(linesOf(['שלום', 182, 40], ['Windows', 110, 50], ['10', 164, 14], ['עולם', 60, 40])).toEqual([
    'שלום Windows 10 עולם',
  ]);
  expect(
    linesOf(['The words', 60, 50], ['עולם', 114, 30], ['שלום', 148, 30], ['mean hello to all', 182, 90]),
  ).toEqual(['The words שלום עולם mean hello to all']);
});

test('cells of a row in Hebrew stand from right to left', () => {
  expect(linesOf(['מחיר', 60, 30], ['שם', 300, 20])).toEqual(['שם|מחיר']);
});

const tableOf = (...drawn: readonly Drawn[]): unknown =>
  pdfPageTexts([{ runs: drawn.map(run), bottom: 0, top: 842, hasImages: false }]).pages[0]?.blocks;

const chair = ['Chair with a high back', 'that folds away'] as const;
const rows = [
  ['Article', 'Description', 'Price'],
  ['A-1', chair.join(' '), '129.00'],
  ['A-2', 'Table', '349.00'],
];

test('a row of which a cell in the middle has two lines keeps the cells behind it', () => {
  expect(
    tableOf(
      ['Article', 60, 40],
      ['Description', 120, 60],
      ['Price', 300, 30],
      ['A-1', 60, 20, 680],
      [chair[0], 120, 130, 680],
      [chair[1], 120, 90, 667],
      ['129.00', 300, 40, 680],
      ['A-2', 60, 20, 647],
      ['Table', 120, 30, 647],
      ['349.00', 300, 40, 647],
    ),
  ).toEqual([{ kind: 'table', rows }]);
});

test('a row whose first cells have several lines keeps those beside each other', () => {
  const cells = (...row: readonly (readonly [string, number])[][]): Drawn[] =>
    row.flatMap((cell) => cell.map(([text, x], at): Drawn => [text, x, 50, 680 - 13 * at]));
  expect(
    linesOf(
      ['Wine', 60, 40],
      ['Colour', 160, 40],
      ['Taste', 260, 40],
      ...cells(
        [
          ['Peelee', 60],
          ['Island', 60],
          ['2000', 60],
        ],
        [['yellow', 160]],
        [
          ['fresh', 260],
          ['fruit', 260],
        ],
      ),
    ),
  ).toEqual(['Wine|Colour|Taste', 'Peelee|yellow|fresh', 'Island|fruit', '2000']);
});

test('a row whose short cells stand in the middle of a high one is one row, below a narrow head', () => {
  expect(
    tableOf(
      ['Article', 60, 40],
      ['Description', 107, 60],
      ['Price', 300, 30],
      ['A-1', 60, 20, 673],
      [chair[0], 107, 130, 680],
      [chair[1], 107, 90, 666],
      ['129.00', 300, 40, 673],
      ['A-2', 60, 20, 647],
      ['Table', 107, 30, 647],
      ['349.00', 300, 40, 647],
    ),
  ).toEqual([{ kind: 'table', rows }]);
});

test('what stands below a table across its narrow gaps does not take its columns away', () => {
  const drawn = rows.flatMap(([first = '', , third = ''], at): Drawn[] => [
    [first, 60, 40, 700 - 16 * at],
    [third, 113, 40, 700 - 16 * at],
  ]);
  expect(tableOf(...drawn, ['All prices include tax.', 60, 110, 640])).toMatchObject([
    { kind: 'table', rows: rows.map(([first, , third]) => [first, third]) },
    { kind: 'paragraph' },
  ]);
});

test('columns that are drawn one after the other are not taken for rows of a table', () => {
  const column = (x: number, name: string): Drawn[] =>
    Array.from({ length: 5 }, (_, at) => [`${name} ${at}`, x, 150, 700 - 14 * at]);
  expect(linesOf(...column(60, 'left'), ...column(300, 'right'))).toEqual(
    ['left', 'right'].flatMap((name) => Array.from({ length: 5 }, (_, at) => `${name} ${at}`)),
  );
});

test('columns of a page that begin below a table, at its places, are no rows of it', () => {
  const column = (x: number, name: string): Drawn[] =>
    Array.from({ length: 5 }, (_, at) => [`${name} ${at}`, x, 150, 660 - 14 * at]);
  const table: Drawn[] = [
    ['2025', 60, 24],
    ['99,001', 300, 40],
    ['Two columns', 60, 60, 680],
  ];
  expect(linesOf(...table, ...column(60, 'left'), ...column(300, 'right')).slice(2)).toEqual(
    ['left', 'right'].flatMap((name) => Array.from({ length: 5 }, (_, at) => `${name} ${at}`)),
  );
});

test.each([
  [[12, 0, 0, 12], 0],
  [[0, 12, -12, 0], 1],
  [[-12, 0, 0, -12], 2],
  [[0, -12, 12, 0], 3],
  [[-12, 0, 0, 12], 0],
] as const)('a page of text that %j draws is turned back by %i quarters', ([a, b, c, d], quarters) => {
  expect(mainQuarters([['text', nearestQuarters([a, b, c, d, 0, 0])]])).toBe(quarters);
  const [x, y] = turnedBack(a, b, quarters);
  if (quarters > 0) expect([x + 0, y + 0]).toEqual([12, 0]);
});

test('a note on the edge of a page does not turn the page', () => {
  expect(
    mainQuarters([
      ['a note', 1],
      ['the text of the page', 0],
    ]),
  ).toBe(0);
});

test('many lines, and many runs on one line, take linear time', () => {
  const before = process.cpuUsage().user;
  joinPdfRuns(Array.from({ length: 100_000 }, (_, at) => run(['a', at * 30, 5, 700 - (at % 2) * 14])));
  joinPdfRuns(Array.from({ length: 100_000 }, (_, at) => run(['a'.repeat(40), at, 200])));
  joinPdfRuns(Array.from({ length: 100_000 }, (_, at) => run([at % 2 === 0 ? 'א' : '1', at * 7, 5])));
  joinPdfRuns(
    Array.from({ length: 100_000 }, (_, at) => run([`a${at}`, at % 50 === 0 ? 0 : (at % 50) * 8, 5])),
  );
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(20);
});

/** Draws a line of a list: its sign in a font of its own, and its text behind a tab. */
const item = (sign: string, x: number, y: number, text: string): PdfRun[] => [
  { ...run([sign, x, 5, y]), font: 'signs' },
  { ...run([text, x + 18, 6 * text.length, y]), font: 'text', endsLine: true },
];

const listOf = (...lines: readonly PdfRun[][]): unknown =>
  pdfPageTexts([{ runs: lines.flat(), bottom: 0, top: 842, hasImages: false }]).pages[0]?.blocks;

test('signs that Word draws in the fonts Symbol, Courier New and Wingdings begin items, and items within items', () => {
  expect(
    listOf(
      item('\uf0b7', 90, 700, 'Close the door when you leave.'),
      item('\uf0b7', 90, 686, 'Feed the cat.'),
      item('o', 126, 672, 'Dry food in the morning.'),
      item('\uf0a7', 162, 658, 'One cup.'),
      item('o', 126, 644, 'Fish in the evening.'),
      item('\uf0b7', 90, 630, 'Water the plants.'),
    ),
  ).toEqual([
    { kind: 'item', text: 'Close the door when you leave.' },
    { kind: 'item', text: 'Feed the cat.' },
    { kind: 'item', text: 'Dry food in the morning.', depth: 1 },
    { kind: 'item', text: 'One cup.', depth: 2 },
    { kind: 'item', text: 'Fish in the evening.', depth: 1 },
    { kind: 'item', text: 'Water the plants.' },
  ]);
});

test('a list in a column to the right stands in no item of the column before', () => {
  expect(
    listOf(
      item('•', 60, 700, 'Left'),
      item('•', 60, 686, 'Left again'),
      item('•', 96, 700, 'Right'),
      item('•', 96, 686, 'Right again'),
    ),
  ).not.toContainEqual(expect.objectContaining({ depth: 1 }));
});

test('a sign that says yes or no stays with its item, and a word of one letter is no sign', () => {
  expect(listOf(item('☑', 60, 700, 'Signed by the tenant'), item('\uf0fb', 60, 686, 'Insured'))).toEqual([
    { kind: 'item', text: '☑ Signed by the tenant' },
    { kind: 'item', text: '✗ Insured' },
  ]);
  const words = [
    { ...run(['o', 60, 6]), font: 'text' },
    { ...run(['livro azul', 70, 60]), font: 'italic', endsLine: true },
  ];
  expect(listOf(words)).toEqual([{ kind: 'paragraph', text: 'o livro azul' }]);
});

/** Draws a line whose letters are equally wide. */
const typed = (text: string, y: number, column = 0): PdfRun[] => [
  { ...run([text, 60 + 6 * column, 6 * text.length, y]), font: codeFont, endsLine: true },
];
const said = (text: string, y: number): PdfRun[] => [
  { ...run([text, 60, 6 * text.length, y]), font: 'text', endsLine: true },
];
const prose = 'A function takes what stands between its parentheses, and gives back what its last line says.';

test('lines in a font whose letters are equally wide are code, with their indents and blank lines', () => {
  expect(
    listOf(
      said(prose, 700),
      typed('def f(x):', 680),
      typed('return x', 666, 4),
      typed('f(2)', 638),
      said('That is all.', 600),
    ),
  ).toEqual([
    { kind: 'paragraph', text: prose },
    { kind: 'code', text: 'def f(x):\n    return x\n\nf(2)' },
    { kind: 'paragraph', text: 'That is all.' },
  ]);
});

test('lines of Japanese are no code, although their letters are equally wide; a remark among code is', () => {
  const japanese = typed('日本の港には二〇二五年に多くの船が来ました', 680);
  const next = typed('食料や車を運びます', 666);
  expect(listOf(said(prose, 700), japanese, next)).not.toContainEqual(
    expect.objectContaining({ kind: 'code' }),
  );
  expect(listOf(said(prose, 700), typed('f(2)', 680), typed('# 日本の港', 666))).toContainEqual({
    kind: 'code',
    text: 'f(2)\n# 日本の港',
  });
});

test('one such line is no code, nor is a text that is in such a font throughout', () => {
  expect(listOf(said(prose, 700), typed('f(2)', 680))).not.toContainEqual(
    expect.objectContaining({ kind: 'code' }),
  );
  expect(listOf(typed(prose.slice(0, 60), 700), typed(prose.slice(60), 686))).toEqual([
    { kind: 'paragraph', text: `${prose.slice(0, 60)} ${prose.slice(60)}`.replace(/ {2}/, ' ') },
  ]);
});
