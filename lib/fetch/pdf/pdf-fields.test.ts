import { expect, test } from 'vitest';
import { pdfContent } from '../../content/treeless/treeless-content.ts';
import { makePdf, type FixturePage } from '../make-pdf.fixture.ts';
import { readWholePdf } from './read-pdf.fixture.ts';

const blocksOf = async (
  drawn: Extract<FixturePage, { drawn: unknown }>['drawn'],
  annotations: readonly string[],
): Promise<string[]> => {
  const read = await readWholePdf(makePdf([{ drawn }], { annotations }));
  return pdfContent(read, 'https://example.com/a.pdf').markdown.split('\n\n').slice(1);
};

const states = (name: string): string => `/AP << /N << /${name} null /Off null >> >>`;

test('values of a form stand behind their labels, and boxes before theirs', async () => {
  const found = await blocksOf(
    [
      ['Name of the applicant:', 12, 60, 760],
      ['Country:', 12, 60, 720],
      ['I have read the rules of the harbour', 12, 80, 680],
      ['I want a receipt', 12, 80, 640],
      ['Paid in cash', 12, 80, 600],
      ['Paid by card', 12, 80, 560],
    ],
    [
      '/Subtype /Widget /FT /Tx /T (name) /V (Wilhelmina Quux) /Rect [200 755 400 775]',
      '/Subtype /Widget /FT /Ch /Ff 131072 /T (country) /V (de) /Rect [120 715 400 735] ' +
        '/Opt [[(de) (Germany)] [(fr) (France)]]',
      `/Subtype /Widget /FT /Btn /T (read) /V /Yes /AS /Yes ${states('Yes')} /Rect [60 678 72 690]`,
      `/Subtype /Widget /FT /Btn /T (receipt) /V /Off /AS /Off ${states('Yes')} /Rect [60 638 72 650]`,
      `/Subtype /Widget /FT /Btn /Ff 32768 /T (pay) /V /Cash /AS /Cash ${states('Cash')} /Rect [60 598 72 610]`,
      `/Subtype /Widget /FT /Btn /Ff 32768 /T (pay) /V /Cash /AS /Off ${states('Card')} /Rect [60 558 72 570]`,
    ],
  );
  expect(found).toEqual([
    'Name of the applicant: Wilhelmina Quux',
    'Country: Germany',
    '[x] I have read the rules of the harbour',
    '[ ] I want a receipt',
    '[x] Paid in cash',
    '[ ] Paid by card',
  ]);
});

test('a value with an appearance is read once, and one of several lines has them all', async () => {
  const found = await blocksOf(
    [
      ['Address:', 12, 60, 760],
      ['Signed in the harbour office of the town', 12, 60, 640],
    ],
    [
      '/Subtype /Widget /FT /Tx /Ff 4096 /T (address) /V (1 Quay\nAarhus) /Rect [120 700 400 775] ' +
        '/AP << /N null >>',
    ],
  );
  expect(found).toEqual(['Address: 1 Quay Aarhus', 'Signed in the harbour office of the town']);
});

test('a note that was typed on a page is read where it stands; comments, secrets and buttons are not', async () => {
  const found = await blocksOf(
    [
      ['The first paragraph of the page.', 12, 60, 760],
      ['The second paragraph of the page.', 12, 60, 600],
    ],
    [
      '/Subtype /FreeText /Contents (A typed note) /DA (/F0 12 Tf) /Rect [60 680 400 700]',
      '/Subtype /Text /Contents (A comment that opens) /Rect [60 660 80 680]',
      '/Subtype /Widget /FT /Tx /Ff 8192 /T (secret) /V (hunter2) /Rect [60 640 400 660]',
      '/Subtype /Widget /FT /Tx /F 2 /T (hidden) /V (unseen) /Rect [60 620 400 640]',
      '/Subtype /Widget /FT /Btn /Ff 65536 /T (button) /V (pressed) /Rect [60 620 400 640]',
    ],
  );
  expect(found).toEqual([
    'The first paragraph of the page.',
    'A typed note',
    'The second paragraph of the page.',
  ]);
});

test('a page that is nothing but a filled form has text', async () => {
  const found = await blocksOf(
    [],
    [
      '/Subtype /Widget /FT /Tx /T (b) /V (of the only two lines) /Rect [60 620 400 640]',
      '/Subtype /Widget /FT /Tx /T (a) /V (This is the first) /Rect [60 640 400 660]',
    ],
  );
  expect(found).toEqual(['This is the first of the only two lines']);
});
