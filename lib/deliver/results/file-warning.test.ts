import { expect, test } from 'vitest';
import { readAnyContent } from '../../content/read-content.ts';
import { usualReading } from '../../content/read-as-usual.fixture.ts';
import { makePdf } from '../../fetch/make-pdf.fixture.ts';
import { fileWarning, type AskedDocument } from './file-warning.ts';

const page = '<!doctype html><title>Boats</title><p>They leave at eight.';
const feed = '<rss><channel><title>News</title><item><title>One</title></item></channel></rss>';

const documents: [what: string, contentType: string | undefined, body: Uint8Array | string][] = [
  ['page of HTML', 'text/html; charset=utf-8', page],
  ['page of HTML', 'text/plain', page],
  ['page of HTML', undefined, page],
  ['page of HTML', 'application/xhtml+xml', `<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`],
  ['a PDF', 'application/pdf', makePdf([[['Words of the file', 12]]])],
  ['a PDF', 'text/html', makePdf([[['Words of the file', 12]]])],
  ['a feed', 'application/rss+xml', feed],
  ['a feed', 'text/html', feed],
  ['plain text', 'text/plain', 'They leave at eight.'],
  ['JSON', 'application/json', '{"a": 1}'],
  ['XML', 'text/xml', '<boats><boat/></boats>'],
];

const warningOf = async (
  contentType: string | undefined,
  body: Uint8Array | string,
  asked: AskedDocument,
): Promise<{ readonly warning: string | null; readonly isFile: boolean }> => {
  const read = await readAnyContent(
    { body: Buffer.from(body), contentType, baseUrl: 'https://a.test/' },
    usualReading,
  );
  if (read.kind === 'refused') throw new Error(read.failure.message);
  const envelope = {
    content: { format: read.format, body_html: read.html },
    scrape: { content_type: contentType ?? null },
  };
  return { warning: fileWarning(envelope, asked), isFile: read.content.isFile === true };
};

test.each(documents)(
  'a document is named as it was read: %s, sent as %s',
  async (what, contentType, body) => {
    const { warning, isFile } = await warningOf(contentType, body, { formats: [], includeTags: ['main'] });
    expect(isFile).toBe(what !== 'page of HTML');
    expect(warning).toBe(
      isFile
        ? `The document is ${what} and no page of HTML: all of it is given, without heed to includeTags`
        : null,
    );
  },
);

test.each<[what: string, asked: AskedDocument, says: string | null]>([
  ['a PDF', { formats: ['markdown', 'links', 'json'] }, null],
  ['a PDF', { formats: ['rawHtml'] }, 'rawHtml has nothing'],
  ['a PDF', { formats: ['html', 'attributes', 'images'] }, 'html, images and attributes have nothing'],
  ['a PDF', { formats: ['html', 'attributes'], isDefault: true }, null],
  ['a feed', { formats: ['rawHtml', 'images'] }, null],
  ['JSON', { formats: ['html', 'rawHtml'] }, 'html has the file as it was sent'],
  [
    'plain text',
    { formats: ['attributes'], includeTags: ['main'], excludeTags: ['nav'] },
    'attributes has nothing; all of it is given, without heed to includeTags and excludeTags',
  ],
])('of %s a request is told which of its wishes only a page has: %j', async (what, asked, says) => {
  const [, contentType, body] = documents.find(([name]) => name === what) ?? ['', '', ''];
  const { warning } = await warningOf(contentType, body, asked);
  expect(warning).toBe(says === null ? null : `The document is ${what} and no page of HTML: ${says}`);
});

test('of a page of HTML nothing is told, whatever is asked for', async () => {
  const asked = { formats: ['html', 'rawHtml', 'images', 'attributes'], excludeTags: ['nav'] };
  expect((await warningOf('text/html', page, asked)).warning).toBeNull();
});
