import { expect, test } from 'vitest';
import { readDocumentContent } from '../../content/read-content.ts';
import { usualReading } from '../../content/read-as-usual.fixture.ts';
import { encodeQuery } from './encode-query.ts';

test.each([
  ['shift_jis', '/s.cgi?q=天気', '/s.cgi?q=%93V%8BC'],
  ['shift_jis', '/天気?q=ｱ髙#天気', '/天気?q=%B1%FB%FC#天気'],
  ['euc-jp', '?q=天気', '?q=%C5%B7%B5%A4'],
  ['gbk', '?q=天€', '?q=%CC%EC%80'],
  ['gb18030', '?q=€', '?q=%A2%E3'],
  ['big5', '?q=天十', '?q=%A4%D1%A4Q'],
  ['euc-kr', '?q=똠방', '?q=%8Cc%B9%E6'],
  ['windows-1252', '?q=é€', '?q=%E9%80'],
  ['windows-1251', '?q=я', '?q=%FF'],
  ['iso-8859-1', '#?q=é', '#?q=é'],
  ['shift_jis', '?q=é&a=天', '?q=%26%23233%3B&a=%93V'],
  ['windows-1252', 'mailto:a@a.test?subject=é', 'mailto:a@a.test?subject=é'],
  ['utf-8', '?q=天気', '?q=天気'],
  ['utf-16le', '?q=天気', '?q=天気'],
])('in %s the reference %s is %s', (encoding, reference, written) => {
  expect(encodeQuery(reference, encoding)).toBe(written);
});

test("a link's query is written in the encoding of its page, in links and in Markdown", () => {
  const query = Buffer.from('93568b43', 'hex');
  const body = Buffer.concat([
    Buffer.from('<html lang=ja><meta charset=shift_jis><body><p>Read <a href="/s.cgi?q='),
    query,
    Buffer.from('">the weather</a> of this and of every other day.</p>'),
  ]);
  const read = readDocumentContent(
    { body, contentType: 'text/html', baseUrl: 'https://a.test/' },
    usualReading,
  );
  const content = read.kind === 'read' ? read.content : null;
  expect(content?.links.map(({ url }) => url)).toEqual(['https://a.test/s.cgi?q=%93V%8BC']);
  expect(content?.markdown).toContain('(https://a.test/s.cgi?q=%93V%8BC)');
});
