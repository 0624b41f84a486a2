import { expect, test } from 'vitest';
import { pdfContent } from '../../content/treeless/treeless-content.ts';
import { makePdf } from '../make-pdf.fixture.ts';
import { readWholePdf } from './read-pdf.fixture.ts';

type Drawn = readonly [text: string, size: number, x: number, y: number];

/** Returns the blocks of a page on which these texts are drawn, in this order. */
const blocksOf = async (drawn: readonly Drawn[]): Promise<string[]> => {
  const read = await readWholePdf(makePdf([{ drawn }]));
  return pdfContent(read, 'https://example.com/a.pdf').markdown.split('\n\n').slice(1);
};

/** Draws rows from the top: each cell begins at its column's place. */
const rows = (cells: readonly (readonly string[])[], places: readonly number[], top = 700): Drawn[] =>
  cells.flatMap((row, at) =>
    row.flatMap((text, column): Drawn[] =>
      text === '' ? [] : [[text, 12, places[column] ?? 0, top - 16 * at]],
    ),
  );

const ports = [
  ['Port', 'Depth', 'Fee'],
  ['Aarhus', '12 m', '400'],
  ['Bergen', '9 m', '250'],
  ['Cork', '7 m', '120'],
] as const;

const portsTable =
  '| Port | Depth | Fee |\n| --- | --- | --- |\n| Aarhus | 12 m | 400 |\n| Bergen | 9 m | 250 |\n| Cork | 7 m | 120 |';

test('rows whose cells line up are a table, between the paragraphs around it', async () => {
  const found = await blocksOf([
    ['These are the ports that the harbour master keeps, with their depths and fees in the', 12, 60, 740],
    ['year of the report:', 12, 60, 724],
    ...rows(ports, [60, 160, 260]),
    ['All fees are in euro, and are paid on the day on which the ship arrives in the harbour', 12, 60, 636],
    ['or on the next day.', 12, 60, 620],
  ]);
  expect(found).toEqual([
    'These are the ports that the harbour master keeps, with their depths and fees in the year of the report:',
    portsTable,
    'All fees are in euro, and are paid on the day on which the ship arrives in the harbour or on the next day.',
  ]);
});

test('an empty cell stays empty, and a cell of several lines is one cell', async () => {
  const found = await blocksOf([
    ...rows([['Port', 'Notes on the harbour', 'Fee']], [60, 160, 360], 740),
    ...rows([['Aarhus', 'deep, with a pilot from', '400']], [60, 160, 360], 716),
    ...rows([['', 'the first of May', '']], [60, 160, 360], 702),
    ...rows([['Bergen', '', '250']], [60, 160, 360], 678),
    ...rows([['Cork', 'shallow', '120']], [60, 160, 360], 654),
  ]);
  expect(found).toEqual([
    '| Port | Notes on the harbour | Fee |\n| --- | --- | --- |\n' +
      '| Aarhus | deep, with a pilot from the first of May | 400 |\n| Bergen |  | 250 |\n| Cork | shallow | 120 |',
  ]);
});

test('cells may stand at the right edge of their column, below a heading at the left', async () => {
  const found = await blocksOf([
    ...rows([['Port', 'Depth', 'Fee in the year of the report']], [60, 240, 300], 700),
    ...rows([['Aarhus', '12', '400.00']], [180, 258, 420], 684),
    ...rows([['Bergen and its outer isles', '9', '1,250.50']], [60, 264, 410], 668),
    ...rows([['Cork', '', '7.00']], [192, 258, 432], 652),
  ]);
  expect(found).toEqual([
    '| Port | Depth | Fee in the year of the report |\n| --- | --- | --- |\n' +
      '| Aarhus | 12 | 400.00 |\n| Bergen and its outer isles | 9 | 1,250.50 |\n| Cork |  | 7.00 |',
  ]);
});

const left = [
  'The harbour office publishes tide',
  'tables every year, and ships are',
  'to keep them on board. The master',
  'of each ship signs the log book',
  'on arrival, and hands it over to',
  'the officer of the watch on deck.',
];
const right = [
  'The rules for anchors are under',
  'section 12 of the code, which has',
  'the weights and lengths of chains',
  'for vessels of every class. Well-',
  'kept chains are tested after five',
  'years, and all others each year.',
];

test('columns that are drawn row by row are read one after the other', async () => {
  const found = await blocksOf(
    rows(
      left.map((line, at) => [line, right[at] ?? '']),
      [60, 300],
    ),
  );
  expect(found).toEqual([left.join(' '), right.join(' ').replace('Well- kept', 'Wellkept')]);
});

test('columns that are drawn one after the other stay in their order', async () => {
  const column = (lines: readonly string[], x: number): Drawn[] =>
    lines.map((line, at) => [line, 12, x, 700 - 16 * at]);
  expect(await blocksOf([...column(left, 60), ...column(right, 300)])).toEqual([
    left.join(' '),
    right.join(' ').replace('Well- kept', 'Wellkept'),
  ]);
});

test('a paragraph with wide gaps between its words is one paragraph', async () => {
  const word = (text: string, x: number, y: number): Drawn => [text, 12, x, y];
  const found = await blocksOf([
    ...['Lines', 'that', 'are', 'justified'].map((text, at) => word(text, 60 + 60 * at, 700)),
    ...['have', 'gaps', 'of', 'many', 'widths'].map((text, at) => word(text, 60 + 47 * at, 684)),
    ...['between', 'their', 'words,', 'now', 'and', 'then.'].map((text, at) => word(text, 60 + 52 * at, 668)),
  ]);
  expect(found.join(' ')).not.toContain('|');
  expect(found.join(' ').replace(/\s+/g, ' ')).toBe(
    'Lines that are justified have gaps of many widths between their words, now and then.',
  );
});

test('a running head, a numbered list and a page number are no table', async () => {
  const found = await blocksOf([
    ['Annual report', 12, 60, 780],
    ['2024', 12, 500, 780],
    ...rows(
      [
        ['1.', 'Ships report their arrival to the office'],
        ['2.', 'Pilots come aboard behind the second buoy'],
        ['3.', 'Masters pay the fee before they sail again'],
      ],
      [60, 100],
    ),
    ['17', 12, 290, 40],
  ]);
  expect(found).toEqual([
    'Annual report 2024',
    '1. Ships report their arrival to the office',
    '2. Pilots come aboard behind the second buoy',
    '3. Masters pay the fee before they sail again',
    '17',
  ]);
});

test('rows that do not line up stay rows', async () => {
  const found = await blocksOf([
    ['Aarhus', 12, 60, 700],
    ['twelve metres', 12, 200, 700],
    ['Bergen, in the north of the sea', 12, 60, 684],
    ['nine', 12, 400, 684],
  ]);
  expect(found).toEqual(['Aarhus\ttwelve metres', 'Bergen, in the north of the sea\tnine']);
});
