import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressBytes, makeBlock, isWithin } from './address-block.ts';

test('the bytes of an IPv6 address are the same however it is shortened', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(0, 0, 1, 0xffff, 0x7f00, 0xab), { minLength: 8, maxLength: 8 }),
      (groups) => {
        const full = groups.map((group) => group.toString(16)).join(':');
        const short = new URL(`http://[${full}]/`).hostname.slice(1, -1);
        const bytes = groups.flatMap((group) => [group >>> 8, group & 0xff]);
        const quad = `${groups
          .slice(0, 6)
          .map((group) => group.toString(16))
          .join(':')}:${bytes.slice(12).join('.')}`;
        expect(addressBytes(full)).toEqual(bytes);
        expect(addressBytes(short)).toEqual(bytes);
        expect(addressBytes(quad)).toEqual(bytes);
      },
    ),
  );
});

test('a compatible address is not a mapped one', () => {
  expect(addressBytes('::8.8.8.8')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8]);
});

test('a block holds exactly the addresses that share its prefix', () => {
  const block = makeBlock('172.16.0.0', 12);
  expect(isWithin([172, 16, 0, 0], block)).toBe(true);
  expect(isWithin([172, 31, 255, 255], block)).toBe(true);
  expect(isWithin([172, 32, 0, 0], block)).toBe(false);
  expect(isWithin([172, 15, 255, 255], block)).toBe(false);
  expect(isWithin([...Array<number>(12).fill(0), 172, 16, 0, 0], block)).toBe(false);
});
