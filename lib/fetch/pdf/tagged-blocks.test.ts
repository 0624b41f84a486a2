import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeFont, type PdfRun } from './pdf-lines.ts';
import { readTagTree, type TagNode } from './pdf-tags.ts';
import type { PdfBlock } from './pdf-block.ts';
import { pdfPageTexts } from './pdf-text.ts';

/** An element with its elements, and with its text, which is drawn in marked text of its own. */
type Drawn = readonly [role: string, ...within: (Drawn | string | readonly PdfRun[])[]];

const letter = 6;

/** Draws what a tree of tags holds from the top of a page downwards, each text on lines of its own. */
class Drawing {
  readonly runs: PdfRun[] = [];
  #y = 800;
  #marks = 0;

  draw([role, ...within]: Drawn): TagNode {
    return {
      role,
      children: within.map((child) => {
        if (typeof child !== 'string' && typeof child[0] === 'string') return this.draw(child as Drawn);
        this.#marks += 1;
        const tag = `mark${this.#marks}`;
        for (const run of typeof child === 'string' ? [this.line(child)] : (child as readonly PdfRun[]))
          this.runs.push({ ...run, tag });
        return tag;
      }),
    };
  }

  line(text: string, x = 60, font = 'text'): PdfRun {
    this.#y -= 14;
    return { text, x, y: this.#y, width: letter * text.length, height: 12, endsLine: true, font };
  }
}

const readDrawn = (
  tree: (drawing: Drawing) => Drawn,
  beside: (drawing: Drawing) => readonly PdfRun[] = () => [],
): readonly PdfBlock[] => {
  const drawing = new Drawing();
  const tags = drawing.draw(tree(drawing));
  const runs = [...drawing.runs, ...beside(drawing)];
  const [page] = pdfPageTexts([{ runs, bottom: 0, top: 842, hasImages: false, tags }]).pages;
  return page?.blocks ?? [];
};

const item = (label: string, ...within: (Drawn | string)[]): Drawn => [
  'LI',
  ['Lbl', label],
  ['LBody', ...within],
];

test('headings, paragraphs, lists and tables are what the tags of a PDF say', () => {
  expect(
    readDrawn(() => [
      'Document',
      ['H1', 'Rules'],
      ['Sect', ['H2', ['Span', 'Of the ']], ['P', 'Keep ', ['Link', 'them'], '.']],
      [
        'L',
        item('•', ['P', 'Feed the cat'], ['L', item('o', 'Dry food'), item('☑', 'Fish')]),
        item('•', 'Water'),
      ],
      ['L', item('1.', 'One'), item('2.', 'Two'), item('c)', 'Three')],
      ['Table', ['THead', ['TR', ['TH', 'Name'], ['TH', 'Age']]], ['TR', ['TD', ['P', 'Ann'], ['P', 'Lee']]]],
    ]),
  ).toEqual([
    { kind: 'heading', level: 1, text: 'Rules' },
    { kind: 'heading', level: 2, text: 'Of the' },
    { kind: 'paragraph', text: 'Keep them .' },
    { kind: 'item', text: 'Feed the cat' },
    { kind: 'item', text: 'Dry food', depth: 1 },
    { kind: 'item', text: '☑ Fish', depth: 1 },
    { kind: 'item', text: 'Water' },
    { kind: 'item', text: 'One', label: '1.' },
    { kind: 'item', text: 'Two', label: '2.' },
    { kind: 'item', text: 'c) Three' },
    {
      kind: 'table',
      rows: [
        ['Name', 'Age'],
        ['Ann Lee', ''],
      ],
    },
  ]);
});

test('code keeps its lines, its indents and its blank lines, whether it is tagged as code or only drawn so', () => {
  const lines = (drawing: Drawing, font: string): PdfRun[] => {
    const above = [drawing.line('def f(x):', 60, font), drawing.line('return x', 60 + 4 * letter, font)];
    drawing.line('');
    return [...above, drawing.line('f(2)', 60, font)];
  };
  const text = 'def f(x):\n    return x\n\nf(2)';
  expect(
    readDrawn((drawing) => ['Document', ['H1', 'Code'], ['NonStruct', ['Code', lines(drawing, 'any')]]]),
  ).toEqual([
    { kind: 'heading', level: 1, text: 'Code' },
    { kind: 'code', text },
  ]);
  // A program that makes a paragraph of each line.
  const prose =
    'A function takes what stands between its parentheses, and gives back what its last line says.';
  expect(
    readDrawn((drawing) => [
      'Document',
      ['H1', prose],
      ...lines(drawing, codeFont).map((run): Drawn => ['P', [run]]),
    ]),
  ).toEqual([
    { kind: 'heading', level: 1, text: prose },
    { kind: 'code', text },
  ]);
});

test('a table whose rows have one cell is a frame around text, and its caption stands above a table', () => {
  expect(
    readDrawn(() => ['Document', ['Table', ['TR', ['TD', ['H2', 'Note'], ['P', 'Mind the step.']]]]]),
  ).toEqual([
    { kind: 'heading', level: 2, text: 'Note' },
    { kind: 'paragraph', text: 'Mind the step.' },
  ]);
  const [caption] = readDrawn(() => [
    'Document',
    ['Table', ['TR', ['TD', 'a'], ['TD', 'b']], ['Caption', 'Two letters']],
  ]);
  expect(caption).toEqual({ kind: 'paragraph', text: 'Two letters' });
});

test('text in no tag is read above or below what is tagged', () => {
  const blocks = readDrawn(
    () => ['Document', ['H1', 'Report'], ['P', 'All is well, and nobody has to fear anything this year.']],
    (drawing) => [
      { ...drawing.line('Invoice 2042', 60), y: 830, isArtifact: true },
      { ...drawing.line('Bank: 12 34 56', 60), y: 30, isArtifact: true },
    ],
  );
  expect(blocks.map((block) => ('text' in block ? block.text : ''))).toEqual([
    'Invoice 2042',
    'Report',
    'All is well, and nobody has to fear anything this year.',
    'Bank: 12 34 56',
  ]);
});

test('tags that name little of the text, or nothing but paragraphs, or tear these apart, are not followed', () => {
  const prose = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => `and so on ${'again '.repeat(6)}${at} times,`);
  const few = readDrawn(
    () => ['Document', ['H3', 'small']],
    (drawing) => prose(4).map((text) => drawing.line(text)),
  );
  expect(few).not.toContainEqual(expect.objectContaining({ kind: 'heading' }));
  const torn = readDrawn(() => ['Document', ['H3', 'small'], ...prose(14).map((text): Drawn => ['P', text])]);
  expect(torn.length).toBeLessThan(4);
});

test('a tree that is too deep, too large or none at all is no tree', () => {
  let deep: object = { type: 'content', id: 'm' };
  for (let level = 0; level < 300; level += 1) deep = { role: 'Div', children: [deep] };
  expect(JSON.stringify(readTagTree(deep))).not.toContain('"m"');
  expect(
    readTagTree({
      role: 'Root',
      children: Array.from({ length: 60_000 }, () => ({ role: 'P', children: [] })),
    }),
  ).toBeUndefined();
  for (const nothing of [null, undefined, 'P', {}, { type: 'content', id: 'm' }])
    expect(readTagTree(nothing)).toBeUndefined();
});

const roles = [
  'Document',
  'H2',
  'P',
  'L',
  'LI',
  'Lbl',
  'LBody',
  'Table',
  'TR',
  'TD',
  'Span',
  'Code',
  'TOC',
  'TOCI',
  'Caption',
];

test('whatever a tree looks like, each word is read once', () => {
  const { tree } = fc.letrec<{ tree: Drawn }>((tie) => ({
    tree: fc
      .tuple(
        fc.constantFrom(...roles),
        fc.array(fc.oneof({ maxDepth: 4 }, fc.constant('word'), tie('tree')), { maxLength: 4 }),
      )
      .map(([role, within]): Drawn => [role, ...within]),
  }));
  fc.assert(
    fc.property(tree, (drawn) => {
      let words = 0;
      const named = ([role, ...within]: Drawn): Drawn => [
        role,
        ...within.map((child) => {
          if (typeof child !== 'string') return named(child as Drawn);
          words += 1;
          return `word${words}x`;
        }),
      ];
      const blocks = readDrawn(() => ['Document', ['H1', 'Title of it'], named(drawn)]);
      const text = blocks
        .map((block) => (block.kind === 'table' ? block.rows.flat().join(' ') : block.text))
        .join(' ');
      for (let at = 1; at <= words; at += 1) expect(text.split(`word${at}x`)).toHaveLength(2);
    }),
    { numRuns: 400, seed: 7 },
  );
});

test.each(['Code', 'P'])('marked text of very many runs is read, as %s', (role) => {
  const many = (drawing: Drawing): PdfRun[] =>
    Array.from({ length: 150_000 }, (_, at) => ({
      ...drawing.line('x', 60, codeFont),
      y: 800 - (at % 40) * 14,
    }));
  const prose = 'A text in another font, beside which the code is code. '.repeat(2_000);
  const blocks = readDrawn((drawing) => ['Document', ['H1', 'Title'], [role, many(drawing)], ['P', prose]]);
  expect(blocks.at(-1)).toMatchObject({ kind: 'paragraph' });
  expect(blocks.length).toBeGreaterThan(2);
});

test('a sign or number that stands in the text of an item, and not in a label, is its sign', () => {
  expect(
    readDrawn(() => [
      'Document',
      ['H1', 'List'],
      ['L', ['LI', ['LBody', '• Feed the cat']], ['LI', ['P', '3. Water']]],
    ]),
  ).toEqual([
    { kind: 'heading', level: 1, text: 'List' },
    { kind: 'item', text: 'Feed the cat' },
    { kind: 'item', text: 'Water', label: '3.' },
  ]);
});
