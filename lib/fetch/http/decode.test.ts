import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMs } from '../../../test/harness/cpu-time.ts';
import { decodeText } from './decode.ts';
import { mendWindows1252 } from '../charset/windows-1252.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part))),
  );
const konnichiwa = [0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd];

test('a byte order mark decides against everything else, and is no text', () => {
  expect(decodeText(bytes([0xef, 0xbb, 0xbf], 'é'), 'text/html; charset=shift_jis')).toEqual({
    text: 'é',
    encoding: 'utf-8',
  });
  expect(decodeText(bytes([0xff, 0xfe, 0xe9, 0]), undefined)).toEqual({ text: 'é', encoding: 'utf-16le' });
  expect(decodeText(bytes([0xfe, 0xff, 0, 0xe9]), undefined)).toEqual({ text: 'é', encoding: 'utf-16be' });
});

test.each([
  ['text/html; charset=Shift_JIS', konnichiwa, 'こんにちは', 'shift_jis'],
  ['text/html;charset="euc-jp"', [0xa4, 0xb3, 0xa4, 0xf3], 'こん', 'euc-jp'],
  ['text/html; charset=iso-2022-jp', [0x1b, 0x24, 0x42, 0x24, 0x33, 0x1b, 0x28, 0x42], 'こ', 'iso-2022-jp'],
  ['text/html; charset=gb2312', [0xc4, 0xe3, 0xba, 0xc3], '你好', 'gbk'],
  ['text/html; charset=koi8-r', [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], 'Привет', 'koi8-r'],
  ["text/html; charset='windows-1251'", [0xcf, 0xf0, 0xe8], 'При', 'windows-1251'],
  ['text/html; charset=utf-16le', [0x41, 0, 0xe9, 0], 'Aé', 'utf-16le'],
  ['text/html; charset=iso-8859-1', [0x80, 0x20, 0x93, 0xe9], '€ “é', 'windows-1252'],
])('%s is obeyed', (contentType, content, text, encoding) => {
  expect(decodeText(bytes(content), contentType)).toEqual({ text, encoding });
});

test.each([
  '<meta charset="Shift_JIS">',
  '<META content="text/html; charset=Shift_JIS" http-equiv=Content-Type>',
  '<?xml version="1.0" encoding="Shift_JIS"?>',
  `<!-- <meta charset=utf-8> -->${'<link>'.repeat(2_000)}<meta charset=shift_jis >`,
])('a document declares its own encoding: %.40s', (declaration) => {
  expect(decodeText(bytes(declaration, konnichiwa), 'text/html')).toEqual({
    text: `${declaration}こんにちは`,
    encoding: 'shift_jis',
  });
});

test('a header goes before the document, and a label that nobody knows before nothing', () => {
  const page = bytes('<meta charset=koi8-r>', konnichiwa);
  expect(decodeText(page, 'text/html; charset=shift_jis').encoding).toBe('shift_jis');
  expect(decodeText(page, 'text/html; charset=klingon').encoding).toBe('koi8-r');
  expect(decodeText(bytes([0xe9]), 'text/html; charset=klingon')).toEqual({
    text: 'é',
    encoding: 'windows-1252',
  });
});

test('valid UTF-8 is UTF-8, also where Latin-1 or, beyond chance, a multi-byte encoding is declared', () => {
  expect(decodeText(bytes('café'), undefined)).toEqual({ text: 'café', encoding: 'utf-8' });
  expect(decodeText(bytes('<meta charset=iso-8859-1>café'), undefined).text).toContain('café');
  expect(decodeText(bytes('汉字汉字汉字汉字'), 'text/html; charset=gbk').encoding).toBe('utf-8');
  // Two characters of GBK that are valid UTF-8 as well.
  expect(decodeText(bytes([0xc4, 0xa3, 0xc4, 0xa3]), 'text/html; charset=gbk').encoding).toBe('gbk');
});

const markup = '<p class="a-long-name">text</p>'.repeat(500);

test.each([
  ['few', 3, 8],
  ['many', 40, 40],
])('%s broken bytes in a page of UTF-8 stay broken, and break nothing else', (_, broken, whole) => {
  const page = bytes('naïve — 中文 '.repeat(whole), ...Array.from({ length: broken }, () => [0xff, 0x20]));
  const { text, encoding } = decodeText(page, 'text/html; charset=utf-8');
  expect(encoding).toBe('utf-8');
  expect(text.split('\uFFFD')).toHaveLength(broken + 1);
  expect(text).toContain('naïve — 中文');
});

test.each(['', markup])(
  'Latin-1 that says it is UTF-8 is read as Latin-1, however much markup is around it',
  (around) => {
    const page = bytes(
      around,
      [0x43, 0x61, 0x66, 0xe9, 0x20, 0x66, 0x72, 0x61, 0x6e, 0xe7, 0x61, 0x69, 0x73],
    );
    const { text, encoding } = decodeText(page, 'text/html; charset=utf-8');
    expect([text.endsWith('Café français'), encoding]).toEqual([true, 'windows-1252']);
  },
);

test('a page in ASCII that says UTF-16 in its meta is not UTF-16', () => {
  expect(decodeText(bytes('<meta charset="utf-16">hello'), undefined).text).toContain('hello');
});

test('control characters of a wrong windows-1252 decoder are put right, and nothing else is changed', () => {
  const latin1 = Buffer.from(Array.from({ length: 256 }, (_, index) => index)).toString('latin1');
  const right = new Map([
    [0x80, '€'],
    [0x85, '…'],
    [0x92, '’'],
    [0x93, '“'],
    [0x96, '–'],
    [0x99, '™'],
    [0x9f, 'Ÿ'],
    [0x81, '\u0081'],
    [0x41, 'A'],
    [0xe9, 'é'],
    [0xa0, '\u00a0'],
  ]);
  const mended = mendWindows1252(latin1);
  for (const [byte, character] of right) expect(mended[byte]).toBe(character);
  expect(mendWindows1252(mended)).toBe(mended);
});

test('no bytes and no header make it throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (content, label) => {
      expect(typeof decodeText(content, `text/html; charset=${label}`).text).toBe('string');
    }),
  );
});

test('a page made of openings of meta and comments is decoded in linear time', () => {
  const started = cpuMs();
  decodeText(bytes('<meta '.repeat(100_000)), undefined);
  decodeText(bytes('<!-- -->'.repeat(100_000)), undefined);
  decodeText(bytes('<!--'.repeat(100_000)), undefined);
  expect(cpuMs() - started).toBeLessThan(1_000);
});
