import { expect, test } from 'vitest';
import { contentKind, unreadKind } from './content-kind.ts';

const page = (text: string): Uint8Array =>
  Buffer.from(`<!doctype html><title>Tides</title><p>${text}</p>${'<p>High water</p>'.repeat(50)}`);

test('a zero byte in a page does not make it a binary file, with a content type or without', () => {
  for (const type of ['text/html; charset=utf-8', undefined, 'application/octet-stream'])
    expect(contentKind(type, page('one\0zero'))).toBe('html');
  expect(
    contentKind('text/plain', Buffer.from('one\0zero in a longer line of text, as a slip leaves it')),
  ).toBe('text');
});

test.each([
  undefined,
  'application/octet-stream',
  'binary/octet-stream',
  'application/force-download',
  'application/x-download; name=a',
  'Application/Download',
  'content/unknown',
  'file',
])('the first bytes decide where the type says nothing: %s', (type) => {
  expect(contentKind(type, page('one'))).toBe('html');
  expect(contentKind(type, Buffer.from('name,price\nchair,12\n'))).toBe('text');
  expect(contentKind(type, Buffer.from('{"name": "chair"}'))).toBe('json');
  expect(contentKind(type, Buffer.from('GIF89a'))).toBeNull();
});

test('a page is read in the syntax of XML only if its type says so, as browsers do', () => {
  const xhtml = Buffer.from(
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">' +
      '<html xmlns="http://www.w3.org/1999/xhtml">',
  );
  expect(contentKind('application/xhtml+xml; charset=utf-8', xhtml)).toBe('xhtml');
  for (const type of ['text/html', undefined]) expect(contentKind(type, xhtml)).toBe('html');
});

test('a file of records is binary, whatever its header says', () => {
  const records = Buffer.from('name\0\0\0\x01value\0\0'.repeat(50));
  for (const type of ['text/html', 'text/plain', undefined]) expect(contentKind(type, records)).toBeNull();
});

test('what is not read is named by its type, or by its bytes where they contradict the type', () => {
  const packed = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  expect(unreadKind('text/html; charset=utf-8', packed)).toBe(
    'its body is gzip data, sent as text/html; charset=utf-8',
  );
  expect(unreadKind('application/octet-stream', Buffer.from('GIF89a'))).toBe(
    'its body is binary data, sent as application/octet-stream',
  );
  expect(unreadKind('image/png', Buffer.from('\u0089PNG', 'latin1'))).toBe('it is image/png');
  expect(unreadKind(undefined, packed)).toBe('it is gzip data without a content type');
});

test('a file of an office program is named by its extension where its type says nothing', () => {
  const docx = Buffer.from('PK\u0003\u0004word/document.xml');
  const at = (name: string): string =>
    unreadKind('application/octet-stream', docx, `https://example.com/${name}?x=1`);
  expect(at('Minutes.DOCX')).toBe(
    'its body is a file of an office program (.docx), sent as application/octet-stream',
  );
  expect(at('minutes')).toBe('its body is binary data, sent as application/octet-stream');
});

const line = Buffer.from('Opening hours: 8 to 12.\n');

test.each([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'xhtml'],
  ['text/xml', 'xml'],
  ['application/rss+xml', 'xml'],
  ['text/json', 'json'],
  ['text/plain; charset=utf-8', 'text'],
  ['text/markdown', 'text'],
  ['text/x-markdown', 'text'],
  ['text/x-rst', 'text'],
  ['text/x-python', 'text'],
  ['text/x-c', 'text'],
  ['text/csv', 'text'],
  ['text/tab-separated-values', 'text'],
  ['text/vtt', 'text'],
  ['text/calendar', 'text'],
  ['text/vcard', 'text'],
  ['text/troff', 'text'],
  ['application/yaml', 'text'],
  ['application/csv', 'text'],
  ['application/toml', 'text'],
  ['application/jsonl; charset=utf-8', 'text'],
  ['application/x-tex', 'text'],
  ['application/sql', 'text'],
  ['text/css', null],
  ['text/css; charset=utf-8', null],
  ['text/javascript', null],
  ['text/x-javascript', null],
  ['text/ecmascript', null],
  ['application/javascript', null],
  ['text/rtf', null],
  ['text/x-rtf', null],
  ['text/richtext', null],
  ['application/rtf', null],
  ['application/msword', null],
])('a type of text is read unless its text is for machines: %s is %s', (type, kind) => {
  expect(contentKind(type, line)).toBe(kind);
});

test.each([
  'application/octet-stream',
  'text/plain',
  'text/rtf',
  'application/rtf',
  'application/msword',
  'text/html',
  undefined,
])('a document of RTF or PostScript is not delivered as its markup, whatever it is called: %s', (type) => {
  for (const start of [
    '{\\rtf1 hello}',
    '\u00ef\u00bb\u00bf{\\rtf1\\ansi hello}',
    '\n{\\rtf hello}',
    '%!PS-Adobe-3.0\n',
  ])
    expect(contentKind(type, Buffer.from(start, 'latin1'))).toBeNull();
});

test('a text that speaks of RTF is a text, and JSON that is sent as a script is JSON', () => {
  expect(contentKind('text/plain', Buffer.from('A file of RTF begins with {\\rtf1.'))).toBe('text');
  expect(contentKind('text/javascript', Buffer.from('{"hours": "8 to 12"}'))).toBe('json');
  expect(contentKind('text/javascript', Buffer.from('[{"hours": "8 to 12"}]'))).toBe('json');
  expect(contentKind('text/javascript', Buffer.from('[].slice.call(a)'))).toBeNull();
});

test('what is not read although it is text is named', () => {
  const rtf = Buffer.from('{\\rtf1 hello}');
  expect(unreadKind('application/octet-stream', rtf)).toBe(
    'its body is RTF, sent as application/octet-stream',
  );
  expect(unreadKind('text/plain', rtf)).toBe('its body is RTF, sent as text/plain');
  expect(unreadKind('text/css', line)).toBe('it is text/css');
  expect(unreadKind(undefined, Buffer.from('%!PS-Adobe-3.0'))).toBe(
    'it is PostScript without a content type',
  );
});
