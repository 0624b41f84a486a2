import * as zlib from 'node:zlib';
import { expect, test } from 'vitest';
import type { Coding } from './content-coding.ts';
import { decompress } from './decompress.ts';

const text = Buffer.from(Array.from({ length: 20_000 }, (_, index) => `line ${index * 7919}\n`).join(''));
const compressors: [string, Coding, (bytes: Buffer) => Buffer][] = [
  ['gzip', 'gzip', zlib.gzipSync],
  ['deflate with a zlib header', 'deflate', zlib.deflateSync],
  ['deflate without one', 'deflate', zlib.deflateRawSync],
  ['br', 'br', zlib.brotliCompressSync],
  ['zstd', 'zstd', zlib.zstdCompressSync],
];

test.each(compressors)('%s is undone', async (_name, coding, compress) => {
  expect(await decompress(coding, compress(text), text.length)).toEqual({ kind: 'whole', bytes: text });
});

test.each(compressors)('%s that ends too early gives what came before', async (_name, coding, compress) => {
  const whole = compress(text);
  const answer = await decompress(coding, whole.subarray(0, whole.length * 0.7), text.length);
  expect(answer.kind).toBe('truncated');
  const bytes = answer.kind === 'truncated' ? answer.bytes : Buffer.alloc(0);
  expect(bytes.length).toBeGreaterThan(text.length * 0.3);
  expect(text.subarray(0, bytes.length).equals(bytes)).toBe(true);
});

test.each(compressors)('%s that becomes too large is cut at the limit', async (_name, coding, compress) => {
  const answer = await decompress(coding, compress(Buffer.alloc(50_000_000)), 100_000);
  expect(answer).toMatchObject({ kind: 'over' });
  expect(answer.kind === 'over' && answer.bytes.length).toBe(100_000);
});

test.each(compressors)('%s that is rubbish is corrupt, and nothing is no bytes', async (_name, coding) => {
  expect(await decompress(coding, Buffer.from('<html>not compressed at all</html>'), 1_000)).toMatchObject({
    kind: 'corrupt',
  });
  expect(await decompress(coding, Buffer.alloc(0), 1_000)).toMatchObject({ kind: 'whole' });
});

test('what follows a gzip stream is not part of it', async () => {
  const padded = Buffer.concat([zlib.gzipSync('one '), zlib.gzipSync('two'), Buffer.alloc(100)]);
  expect(await decompress('gzip', padded, 1_000)).toEqual({ kind: 'whole', bytes: Buffer.from('one two') });
});

test('what follows a whole gzip member and is none is left out; another member is read', async () => {
  const gzip = zlib.gzipSync(text);
  const junk = Buffer.from('<!-- 40 bytes of what a server adds -->');
  expect(await decompress('gzip', Buffer.concat([gzip, junk]), text.length)).toEqual({
    kind: 'whole',
    bytes: text,
  });
  const twice = await decompress('gzip', Buffer.concat([gzip, gzip]), 2 * text.length);
  expect(twice).toEqual({ kind: 'whole', bytes: Buffer.concat([text, text]) });
  const named = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.from('a.txt\0')]);
  const whole = Buffer.concat([named, gzip.subarray(10), junk]);
  expect(await decompress('gzip', whole, text.length)).toEqual({ kind: 'whole', bytes: text });
});

test('a gzip member whose checksum is wrong is corrupt, with something behind it or not', async () => {
  const gzip = Buffer.from(zlib.gzipSync(text));
  gzip[gzip.length - 7] = (gzip[gzip.length - 7] ?? 0) ^ 0xff;
  for (const end of ['', '<!-- something -->'])
    expect(await decompress('gzip', Buffer.concat([gzip, Buffer.from(end)]), text.length)).toMatchObject({
      kind: 'corrupt',
    });
});
