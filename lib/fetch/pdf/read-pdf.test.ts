import { expect, test } from 'vitest';
import { makePdf } from '../make-pdf.fixture.ts';
import { pdfContent } from '../../content/treeless/treeless-content.ts';
import { patient, readWholePdf } from './read-pdf.fixture.ts';
import { readPdf } from './read-pdf.ts';
import { taggedPdf } from './tagged-pdf.fixture.ts';

const url = 'https://example.com/a.pdf';

const body = [
  'The first line of a paragraph that is bro-',
  'ken into lines, as paragraphs in a PDF',
  'always are.',
] as const;

test('a PDF is read with its pages, headings, paragraphs, links and facts', async () => {
  const pdf = makePdf(
    [
      [
        ['A Report', 24],
        ['', 12],
        ...body.map((line) => [line, 12] as const),
        ['', 12],
        ['Findings', 16],
        ['', 12],
        ['\x95 one finding', 12],
        ['\x95 another * finding', 12],
      ],
      [['The second page says less than the first one.', 12]],
    ],
    {
      info: { Title: 'Annual report', Author: 'A. Writer', CreationDate: 'D:20240131120000Z' },
      link: 'https://example.com/next',
    },
  );
  const read = await readWholePdf(pdf);
  expect(read).toMatchObject({
    pages: 2,
    title: 'Annual report',
    author: 'A. Writer',
    createdAt: 'D:20240131120000Z',
    links: ['https://example.com/next'],
  });
  expect(pdfContent(read, url).markdown).toBe(
    [
      '<!-- page 1 -->',
      '# A Report',
      'The first line of a paragraph that is broken into lines, as paragraphs in a PDF always are.',
      '## Findings',
      '- one finding\n- another * finding',
      '<!-- page 2 -->',
      'The second page says less than the first one.',
    ].join('\n\n'),
  );
});

test('what the tags of a PDF name is read so, also where nothing drawn shows it', async () => {
  expect(pdfContent(await readWholePdf(taggedPdf()), url).markdown).toBe(
    [
      '<!-- page 1 -->',
      'Ministry of Lamps',
      '# Rules of the house',
      'They hold for everybody who lives here.',
      '- Close the door\n- Feed the cat',
    ].join('\n\n'),
  );
});

test('a table of contents is a list, without its dots', async () => {
  const pdf = makePdf([
    [
      ['1 The mill . . . . . . . . . . . 7', 12],
      ['1.1 Its wheel..........ix', 12],
      ['And so on...', 12],
    ],
  ]);
  expect(pdfContent(await readWholePdf(pdf), url).markdown).toBe(
    ['<!-- page 1 -->', '- 1 The mill … 7\n- 1.1 Its wheel … ix', 'And so on...'].join('\n\n'),
  );
});

test('what pages have in common at their heads is said once, and told as left out', async () => {
  const pages = Array.from({ length: 4 }, (_, at) => [
    ['The mill of the fen', 12] as const,
    ['', 12] as const,
    ['', 12] as const,
    [`What page ${at} says of the wheel.`, 12] as const,
  ]);
  const content = pdfContent(await readWholePdf(makePdf(pages)), url);
  expect(content.markdown.match(/The mill of the fen/g)).toHaveLength(1);
  for (const at of pages.keys()) expect(content.markdown).toContain(`What page ${at} says`);
  expect(content.keptText).toMatchObject({ kept: 1, dropped: [{ rule: 'running-lines', characters: 45 }] });
});

const codeOf = async (bytes: Uint8Array): Promise<string> => {
  const read = await readPdf(bytes, url, patient);
  return read.kind === 'refused' ? read.failure.code : read.kind;
};

test('a PDF of pictures says that it needs OCR, one with a page of them says which', async () => {
  expect(await codeOf(makePdf(['picture', 'picture']))).toBe('PDF_NEEDS_OCR');
  const mixed = await readWholePdf(
    makePdf([[['Some words that are text, on the first page.', 12]], 'picture']),
  );
  expect(pdfContent(mixed, url).markdown).toContain('<!-- page 2: pictures without text, needs OCR -->');
});

test('a PDF that is broken or cut is unreadable, and never an exception', async () => {
  expect(await codeOf(Buffer.from('%PDF-1.7\ngarbage'))).toBe('CONTENT_UNREADABLE');
  const whole = makePdf([[['Some words that are text, on the first page.', 12]]]);
  expect(['read', 'CONTENT_UNREADABLE']).toContain(await codeOf(whole.subarray(0, whole.length / 2)));
});

test('a page of a PDF that is missing costs that page alone, and is told', async () => {
  const page = [['Some words that are text, on one of the pages.', 12]] as const;
  const lost = Buffer.from(makePdf([page, page, page]))
    .toString('latin1')
    .replace(/(\/Kids \[\d+ 0 R \d+ 0 R) \d+ 0 R\]/, '$1 99 0 R]');
  const content = pdfContent(await readWholePdf(Buffer.from(lost, 'latin1')), url);
  expect(content.markdown.match(/Some words/g)).toHaveLength(2);
  expect(content.warnings).toEqual([
    'The PDF is damaged, so that of its 3 pages 1 could not be read as a whole: page 3',
  ]);
  expect(content.keptText.kept).toBeCloseTo(0.666, 2);
});

test.each([
  [{ Title: 'Annual report' }, 'Annual report', 'The Year 2025'],
  [{ Title: 'Microsoft Word - report_v3.docx' }, 'The Year 2025', 'The Year 2025'],
  [{ Title: 'full.dvi' }, 'The Year 2025', 'The Year 2025'],
  [{ Title: 'Untitled' }, 'The Year 2025', 'The Year 2025'],
  [{}, 'The Year 2025', 'The Year 2025'],
])(
  'the name of a file is no title of a PDF, and its largest heading is its headline: %j',
  async (info, ...told) => {
    const lines = ['A line of text that is long enough to be one.', 'Another of them.'] as const;
    const pdf = makePdf(
      [
        [
          ['A Series of Reports', 16],
          ['', 12],
          ['The Year 2025', 24],
          ['', 12],
          ...lines.map((line) => [line, 12] as const),
        ],
      ],
      { info },
    );
    const { title, headline } = pdfContent(await readWholePdf(pdf), url);
    expect([title, headline]).toEqual(told);
  },
);

test('a PDF whose pages go in circles ends', async () => {
  const pdf = Buffer.from(makePdf([[['Some words that are text, on the first page.', 12]]]))
    .toString('latin1')
    .replace(/\/Kids \[(\d+) 0 R\]/, (_kids, page: string) => `/Kids [${Number(page) + 1} 0 R]`);
  expect(['read', 'CONTENT_UNREADABLE', 'CONTENT_TOO_COMPLEX']).toContain(
    await codeOf(Buffer.from(pdf, 'latin1')),
  );
});

test.each([
  ['pages', { pagesMax: 2 }],
  ['characters', { charactersMax: 60 }],
])('a PDF of which only the first %s are read says so, and how much is missing', async (_what, bounds) => {
  const page = [['Some words that are text, on one of the pages.', 12]] as const;
  const pdf = makePdf([page, page, page]);
  const cut = pdfContent(await readWholePdf(pdf, bounds), url);
  expect(cut.markdown).toContain('<!-- page 2 -->');
  expect(cut.markdown).not.toContain('<!-- page 3 -->');
  expect(cut.warnings).toEqual([
    expect.stringContaining('Only the first 2 of the 3 pages of the PDF were read'),
  ]);
  expect(cut.keptText).toMatchObject({ kept: 0.666, dropped: [{ rule: 'pages', isFrame: false }] });
  const whole = pdfContent(await readWholePdf(pdf), url);
  expect(whole).toMatchObject({ warnings: [], keptText: { kept: 1 } });
});

test.each([
  [`D:20250102030405+01'00'`, '2025-01-02T03:04:05+01:00'],
  [`D:20250102030405Z00'00'`, '2025-01-02T03:04:05Z'],
  ['D:202501020304', '2025-01-02T03:04'],
  ['D:20250102', '2025-01-02'],
  ['D:2025', '2025-01-01'],
  [`D:20250102030405+99'99'`, '2025-01-02T03:04:05'],
  ['D:20250102256199', '2025-01-02'],
  ['D:20251345', null],
  ['D:20250230', null],
  ['yesterday', null],
])(
  'the date %s of a PDF is %s: as exact as the file says, and no day that never was',
  async (written, iso) => {
    const pdf = makePdf([[['Some words that are text, on the first page.', 12]]], {
      info: { CreationDate: written, ModDate: written },
    });
    expect(pdfContent(await readWholePdf(pdf), url)).toMatchObject({ publishedTime: iso, modifiedTime: iso });
  },
);

test('a link of a PDF may be relative to its address; those that are no pages are left out', async () => {
  const link = (to: string): string => `/Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${to}) >>`;
  const pdf = makePdf([[['Some words that are text, on the first page.', 12]]], {
    annotations: ['/relative/x.html', 'y.html', 'javascript:alert', 'mailto:a@example.com', '#a'].map(link),
  });
  expect(
    pdfContent(await readWholePdf(pdf), 'https://example.com/files/a.pdf').links.map((one) => one.url),
  ).toEqual(['https://example.com/relative/x.html', 'https://example.com/files/y.html']);
});

test('text of a PDF is escaped as text of a page is', async () => {
  const lines = ['~~old~~ &copy; AT&amp;T', '', '---------', '', 'a file_name.txt and 3 * 4'];
  const pdf = makePdf([lines.map((line) => [line, 12] as const)]);
  expect(pdfContent(await readWholePdf(pdf), url).markdown.split('\n\n')).toEqual([
    '<!-- page 1 -->',
    '\\~\\~old\\~\\~ \\&copy; AT\\&amp;T',
    '\\---------',
    'a file_name.txt and 3 * 4',
  ]);
});

test('more PDFs than there are threads for are read one after the other', async () => {
  const pdf = makePdf([[['Some words that are text, on the first page.', 12]]]);
  const kinds = await Promise.all(Array.from({ length: 5 }, () => codeOf(pdf)));
  expect(kinds).toEqual(Array.from({ length: 5 }, () => 'read'));
});
