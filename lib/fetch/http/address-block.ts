import { isIP } from 'node:net';

/** 4 or 16 bytes, most significant first. */
export type AddressBytes = readonly number[];

/** The addresses that share the first `prefix` bits with `bytes`. */
export interface Block {
  readonly bytes: AddressBytes;
  readonly prefix: number;
}

/** Returns the two hexadecimal groups for a dotted quad at the end of an IPv6 address. */
const groupsOf = (quad: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
};

const groupsIn = (side: string): string[] =>
  side === '' ? [] : side.split(':').flatMap((group) => (group.includes('.') ? groupsOf(group) : [group]));

/**
 * Returns the bytes of an IP address in its plain textual form. Returns null for anything else: octal, hexadecimal and
 * shortened forms, which `isIP` refuses, and addresses with a zone. ipaddr.js is not used because it accepts those, and
 * reads `::8.8.8.8` as `::ffff:8.8.8.8`.
 */
export const addressBytes = (ip: string): AddressBytes | null => {
  const family = ip.includes('%') ? 0 : isIP(ip);
  if (family === 0) return null;
  if (family === 4) return ip.split('.').map(Number);
  const [left = '', right] = ip.split('::');
  const head = groupsIn(left);
  const tail = right === undefined ? [] : groupsIn(right);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((n) => [n >>> 8, n & 0xff]);
};

/**
 * Returns the block of a well-known address.
 *
 * @throws {TypeError} for text that is no address: a mistake in this repository, never in input from outside.
 */
export const makeBlock = (ip: string, prefix: number): Block => {
  const bytes = addressBytes(ip);
  if (bytes === null)
    throw new TypeError(`Cannot make a block: found ${JSON.stringify(ip)}, wanted an IP address`);
  return { bytes, prefix };
};

/** Says whether an address is in a block, and of its family. */
export const isWithin = (address: AddressBytes, block: Block): boolean => {
  if (address.length !== block.bytes.length) return false;
  const whole = Math.floor(block.prefix / 8);
  for (let index = 0; index < whole; index++) if (address[index] !== block.bytes[index]) return false;
  const rest = block.prefix % 8;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return ((address[whole] ?? 0) & mask) === ((block.bytes[whole] ?? 0) & mask);
};

const rows: readonly (readonly [ip: string, prefix: number, name: string])[] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private use'],
  ['100.64.0.0', 10, 'shared address space'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private use'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, '6to4 relay'],
  ['192.168.0.0', 16, 'private use'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved or broadcast'],
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  ['::', 96, 'IPv4-compatible'],
  ['64:ff9b:1::', 48, 'local NAT64'],
  ['2001::', 32, 'Teredo'],
  ['2001::', 23, 'protocol assignments'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['3fff::', 20, 'documentation'],
  ['fc00::', 7, 'unique local'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'site-local'],
  ['ff00::', 8, 'multicast'],
];

/**
 * IANA's IPv4 and IPv6 special-purpose address registries (RFC 6890), multicast, and the ways to write an IPv4 address
 * as an IPv6 one. The first block that holds an address names it.
 */
export const specialBlocks: readonly { readonly block: Block; readonly name: string }[] = rows.map(
  ([ip, prefix, name]) => ({ block: makeBlock(ip, prefix), name }),
);
