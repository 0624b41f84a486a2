import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeChunkedDecoder } from './aws-chunked.ts';

const wire = (pieces: readonly Uint8Array[]): Buffer =>
  Buffer.concat([
    ...pieces.flatMap((it) => [
      Buffer.from(`${it.length.toString(16)};chunk-signature=0\r\n`),
      it,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n'),
  ]);

test('a body comes out whole, however it was cut into chunks and packets', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 1 })),
      fc.integer({ min: 1, max: 20 }),
      (pieces, packet) => {
        const decoder = makeChunkedDecoder();
        const bytes = wire(pieces);
        const data: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += packet)
          data.push(...decoder.push(bytes.subarray(at, at + packet)));
        expect(Buffer.concat(data)).toEqual(Buffer.concat(pieces));
        expect(decoder.end()).toEqual({ 'x-amz-checksum-crc32': 'AAAAAA==' });
      },
    ),
  );
});

test('a body without its last chunk is incomplete', () => {
  const decoder = makeChunkedDecoder();
  decoder.push(Buffer.from('3\r\nabc\r\n'));
  expect(() => decoder.end()).toThrow('aws-chunked');
});

test('a line that is no size is refused', () => {
  expect(() => makeChunkedDecoder().push(Buffer.from('no size\r\n'))).toThrow('aws-chunked');
});
