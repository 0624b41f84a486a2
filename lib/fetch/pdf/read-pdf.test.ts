import { expect, test } from 'vitest';
import { makePdf } from '../make-pdf.fixture.ts';
import type { ThreadBounds } from '../../run-in-thread.ts';
import { readPdf } from './read-pdf.ts';

const url = 'https://example.com/a.pdf';
/** A machine that others keep busy takes long over a PDF, and longer before it is the turn of the last one. */
const patient: ThreadBounds = { cpuMs: 600_000, wallMs: 600_000, heapMb: 384, threads: 2 };

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
  const read = await readPdf(pdf, url, patient);
  expect(read).toMatchObject({
    kind: 'read',
    pages: 2,
    title: 'Annual report',
    author: 'A. Writer',
    createdAt: '2024-01-31',
    links: ['https://example.com/next'],
  });
  expect(read.kind === 'read' ? read.markdown : '').toBe(
    [
      '<!-- page 1 -->',
      '# A Report',
      'The first line of a paragraph that is broken into lines, as paragraphs in a PDF always are.',
      '## Findings',
      '- one finding',
      '- another \\* finding',
      '<!-- page 2 -->',
      'The second page says less than the first one.',
    ].join('\n\n'),
  );
});

const codeOf = async (bytes: Uint8Array): Promise<string> => {
  const read = await readPdf(bytes, url, patient);
  return read.kind === 'refused' ? read.failure.code : read.kind;
};

test('a PDF of pictures says that it needs OCR, one with a page of them says which', async () => {
  expect(await codeOf(makePdf(['picture', 'picture']))).toBe('PDF_NEEDS_OCR');
  const mixed = await readPdf(
    makePdf([[['Some words that are text, on the first page.', 12]], 'picture']),
    url,
    patient,
  );
  expect(mixed.kind === 'read' ? mixed.markdown : '').toContain(
    '<!-- page 2: pictures without text, needs OCR -->',
  );
});

test('a PDF that is broken or cut is unreadable, and never an exception', async () => {
  expect(await codeOf(Buffer.from('%PDF-1.7\ngarbage'))).toBe('CONTENT_UNREADABLE');
  const whole = makePdf([[['Some words that are text, on the first page.', 12]]]);
  expect(['read', 'CONTENT_UNREADABLE']).toContain(await codeOf(whole.subarray(0, whole.length / 2)));
});

test('a PDF whose pages go in circles ends', async () => {
  const pdf = Buffer.from(makePdf([[['Some words that are text, on the first page.', 12]]]))
    .toString('latin1')
    .replace(/\/Kids \[(\d+) 0 R\]/, (_kids, page: string) => `/Kids [${Number(page) + 1} 0 R]`);
  expect(['read', 'CONTENT_UNREADABLE', 'CONTENT_TOO_COMPLEX']).toContain(
    await codeOf(Buffer.from(pdf, 'latin1')),
  );
});

test('more PDFs than there are threads for are read one after the other', async () => {
  const pdf = makePdf([[['Some words that are text, on the first page.', 12]]]);
  const kinds = await Promise.all(Array.from({ length: 5 }, () => codeOf(pdf)));
  expect(kinds).toEqual(Array.from({ length: 5 }, () => 'read'));
});
