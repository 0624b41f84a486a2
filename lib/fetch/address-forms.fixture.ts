import * as fc from 'fast-check';
import { specialBlocks } from './http/address-block.ts';

const hex4 = (value: number): string => value.toString(16).padStart(4, '0');
const octetsOf = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const halvesOf = (value: number): string => `${hex4(value >>> 16)}:${hex4(value & 0xffff)}`;
export const dotted = (value: number): string => octetsOf(value).join('.');

/** An IPv4 address in a range that must not be connected, as a number. */
export const privateIPv4 = fc
  .constantFrom<[number, number]>(
    [0x0a000000, 8],
    [0x7f000000, 8],
    [0xa9fe0000, 16],
    [0xac100000, 12],
    [0xc0a80000, 16],
    [0x64400000, 10],
    [0, 8],
    [0xe0000000, 3],
  )
  .chain(([base, prefix]) => fc.nat(2 ** (32 - prefix) - 1).map((rest) => (base + rest) >>> 0));

/** Returns every form in which a URL can write an IPv4 address. */
export const formsOfIPv4 = (value: number): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = octetsOf(value);
  const bases = [10, 8, 16].map(
    (base) => (n: number) => ({ 8: '0', 10: '', 16: '0x' })[base] + n.toString(base),
  );
  return [
    ...bases.flatMap((write) => [
      write(value),
      `${write(a)}.${write(value & 0xffffff)}`,
      `${write(a)}.${write(b)}.${write(value & 0xffff)}`,
      [a, b, c, d].map(write).join('.'),
    ]),
    `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    `%3${a.toString()[0]}${a.toString().slice(1)}.${b}.${c}.${d}`,
    `${a}。${b}。${c}。${d}`,
    [a, b, c, d].join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::ffff:${halvesOf(value)}]`,
    `[0:0:0:0:0:FFFF:${halvesOf(value).toUpperCase()}]`,
  ];
};

/** Returns IPv6 addresses that embed an IPv4 address in another way than the mapped one. */
export const wrapAddress = (value: number): string[] => [
  `::${halvesOf(value)}`,
  `64:ff9b::${halvesOf(value)}`,
  `64:ff9b:1::${halvesOf(value)}`,
  `2002:${halvesOf(value)}::1`,
  `2001:0:${halvesOf(value)}::`,
  `2001::${halvesOf(~value >>> 0)}`,
];

/** An IPv6 address of a special block, by its bytes. */
export const specialIPv6 = fc
  .constantFrom(...specialBlocks.filter(({ block }) => block.bytes.length === 16))
  .chain(({ block }) =>
    fc.uint8Array({ minLength: 16, maxLength: 16 }).map((random) =>
      Array.from(random, (byte, at) => {
        const free = Math.min(8, Math.max(0, 8 * (at + 1) - block.prefix));
        const mask = (1 << free) - 1;
        return ((block.bytes[at] ?? 0) & ~mask & 0xff) | (byte & mask);
      }),
    ),
  );

/** Returns every form in which a URL can write an IPv6 address. */
export const formsOfIPv6 = (bytes: readonly number[]): string[] => {
  const groups = Array.from({ length: 8 }, (_, at) => ((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0));
  const plain = groups.map((group) => group.toString(16));
  const full = groups.map(hex4).join(':');
  return [
    `[${plain.join(':')}]`,
    `[${full}]`,
    `[${full.toUpperCase()}]`,
    `[${plain.slice(0, 6).join(':')}:${bytes.slice(12).join('.')}]`,
    new URL(`http://[${full}]/`).hostname,
  ];
};
