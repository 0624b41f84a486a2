import { expect, test } from 'vitest';
import { makePdf } from '../../fetch/make-pdf.fixture.ts';
import { usualReading } from '../read-as-usual.fixture.ts';
import { readAnyContent } from '../read-content.ts';

const german =
  'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen ' +
  'begabt und sollen einander im Geist der Brüderlichkeit begegnen. Jeder hat Anspruch auf die in ' +
  'dieser Erklärung verkündeten Rechte und Freiheiten ohne irgendeinen Unterschied.';

const languageOf = async (
  body: string | Uint8Array,
  contentType: string | undefined,
  contentLanguage?: string,
): Promise<string | null> => {
  const found = { body: Buffer.from(body), contentType, contentLanguage, baseUrl: 'https://example.com/a' };
  const read = await readAnyContent(found, usualReading);
  if (read.kind === 'refused') throw new Error(read.failure.message);
  return read.content.language;
};

const feed = (inner: string): string =>
  `<rss><channel><title>N</title>${inner}<item><description>${german}</description></item></channel></rss>`;

test('the language of a document that names none is that of its text', async () => {
  const rows = `name,text\n1,"${german}"\n`;
  const lines = german.match(/.{1,60}(?: |$)/g) ?? [];
  const pdf = makePdf([lines.map((line) => [line, 12] as const)]);
  for (const [body, type] of [
    [german, 'text/plain'],
    [german, 'text/plain; charset=utf-8'],
    [german, undefined],
    [german, 'application/force-download'],
    [german, 'binary/octet-stream'],
    [`# Rechte\n\n${german}`, 'text/markdown'],
    [rows, 'text/csv'],
    [feed(''), 'application/rss+xml'],
    [pdf, 'application/pdf'],
  ] as const)
    expect(await languageOf(body, type)).toBe('de');
});

test('the language of a book is that of its prose, not of the names and contents before it', async () => {
  const contents = Array.from({ length: 600 }, (_, at) => `- 4.${at} Joel Klecker, Debian ... ${at}`).join(
    '\n',
  );
  expect(await languageOf(`${contents}\n\n${german}\n\n${german}`, 'text/markdown')).toBe('de');
});

test('the header of the host counts where neither a document nor its text says more', async () => {
  expect(await languageOf('Öffnungszeiten: 8-12', 'text/plain', 'de-AT')).toBe('de');
  expect(await languageOf('Öffnungszeiten: 8-12', 'text/plain', 'de, en')).toBeNull();
  expect(await languageOf('{"open": "8-12"}', 'application/json', 'de')).toBe('de');
  expect(await languageOf(german, 'text/plain', 'en')).toBe('de');
});

test('a claim holds unless the text is long enough to be sure of another language', async () => {
  expect(await languageOf(feed('<language>nl</language>'), 'application/rss+xml')).toBe('nl');
  const long = feed('<language>en-us</language>').replace(german, `${german} ${german}`);
  expect(await languageOf(long, 'application/rss+xml')).toBe('de');
});

test('the words of code and data have no language', async () => {
  const code =
    'for x in y: if x is not None and y or z: from a import b as c; with d as e: return by_of(to)\n';
  expect(await languageOf(code.repeat(10), 'text/x-python')).toBeNull();
  expect(await languageOf(`[${JSON.stringify(code.repeat(10))}]`, 'application/json')).toBeNull();
  expect(await languageOf('1,2,3\n4,5,6\n'.repeat(100), 'text/csv')).toBeNull();
  const addresses = 'See https://example.com/the/of/and/to/in/is/that/for/it\n'.repeat(20);
  expect(await languageOf(addresses, 'text/plain')).toBeNull();
});
