import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32c, crc64nvme } from './crc.ts';

const digits = Buffer.from('123456789');

test('the check values of the CRC catalogue come out', () => {
  expect(crc32c(digits, 0)).toBe(0xe3069283);
  expect(crc64nvme(digits, 0n)).toBe(0xae8b14860a799888n);
});

test('a checksum does not depend on how the bytes were cut', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, cut) => {
      const [head, tail] = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(crc32c(tail, crc32c(head, 0))).toBe(crc32c(bytes, 0));
      expect(crc64nvme(tail, crc64nvme(head, 0n))).toBe(crc64nvme(bytes, 0n));
    }),
  );
});
