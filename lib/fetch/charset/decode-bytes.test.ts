import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { decodeText } from '../http/decode.ts';
import { decodeBytes, findEncoding, isTextIn } from './decode-bytes.ts';

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

test.each([
  ['euc-kr', '8c63', '똠'],
  ['euc-kr', '8141', '갂'],
  ['euc-kr', 'c652', '힣'],
  ['euc-kr', 'bcadbfef208c6320a2e6', '서울 똠 €'],
  ['big5', 'ffff', '��'],
  ['big5', '9df69dcf9df8f9d6', '喺嘢啲碁'],
  ['big5', 'c76e8862', 'ょÊ̄'],
])('in %s the bytes %s are %s', (encoding, hex, text) => {
  expect(decodeBytes(encoding, bytesOf(hex))).toBe(text);
});

test('no character of Cantonese is one for private use', () => {
  const page = bytesOf('3c703e9df6b36fb8cc');
  expect(decodeText(page, 'text/html; charset=big5').text).toBe('<p>喺這裡');
  expect(decodeText(page, 'text/html; charset=cp950').encoding).toBe('big5');
});

test('of a pair that is no character, a byte of ASCII stays', () => {
  expect(decodeBytes('euc-kr', bytesOf('813c703e'))).toBe('\ufffd<p>');
  expect(decodeBytes('big5', bytesOf('80a1'))).toBe('\ufffd\ufffd');
});

/** Every pair of an encoding, by its bytes. */
const pairs = Buffer.from(
  Array.from({ length: 126 * 191 }, (_, at) => [0x81 + Math.floor(at / 191), 0x40 + (at % 191), 0x0a]).flat(),
);

test.each([
  ['euc-kr', 17_048, 'f49bf642'],
  ['big5', 18_594, 'e7920b36'],
])('%s has every character of its index, and no other', (encoding, characters, hash) => {
  const read = decodeBytes(encoding, pairs)
    .split('\n')
    .filter((text) => !text.includes('\ufffd') && text !== '');
  expect(read.length).toBe(characters);
  expect(read.join('')).not.toMatch(/[\p{Co}\u0080-\u009f]/u);
  expect(createHash('sha256').update(read.join('')).digest('hex').slice(0, 8)).toBe(hash);
});

test('bytes are text in an encoding if all of them are characters, and the last may be cut', () => {
  expect(isTextIn('euc-kr', bytesOf('bcadbfef8c'))).toBe(true);
  expect(isTextIn('euc-kr', bytesOf('bcad80bfef'))).toBe(false);
  expect(isTextIn('big5', bytesOf('fb48fb'))).toBe(true);
  expect(isTextIn('big5', bytesOf('ff48'))).toBe(false);
});

test('names of code pages that the standard has not are known', () => {
  expect(findEncoding('CP949')).toBe('euc-kr');
  expect(findEncoding('ms932')).toBe('shift_jis');
  expect(findEncoding('no such')).toBeUndefined();
});
