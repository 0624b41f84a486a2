import { isIP } from 'node:net';
import {
  type AddressBytes,
  addressBytes,
  type Block,
  makeBlock,
  isWithin,
  specialBlocks,
} from './address-block.ts';

/** A private range that configuration opens, for every port or for one. */
export interface OpenRange extends Block {
  readonly port: number | null;
}

export type AddressVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string };

/**
 * Ports of this host that a range opens only by naming the port: the Lambda runtime API listens there and hands out the
 * function's events. On AWS it is 9001, on loopback or, in newer runtimes, on a link-local address (169.254.100.1). On
 * a laptop, Gleaner's own services stay closed whatever is opened (`ownPorts`).
 */
export const runtimeApiPorts: readonly number[] = [9001];

/** Returns the address in a URL's `hostname` (brackets and all), or null if a name stands there. */
export const literalAddress = (hostname: string): string | null => {
  const bare = hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? null : bare;
};

/** What `parseOpenRange` reads, in words; IPv6 with a port needs brackets. */
export const openRangeForm = 'an address range such as 10.0.0.0/8, 127.0.0.1/32:8080 or [::1]/128:8080';

/**
 * Reads a range that configuration opens: `10.0.0.0/8`, `10.1.2.3`, `127.0.0.1/32:8915`, `fd00::/8`, `[::1]/128:8915`,
 * `[::1/128]:8915`, `[::1]:8915`. Returns null for anything else. Ranges over mapped addresses are refused, because the
 * IPv4 range says the same.
 */
export const parseOpenRange = (text: string): OpenRange | null => {
  const match =
    /^\[([\da-f:.]+)(?:\/(\d{1,3}))?\](?:\/(\d{1,3}))?(?::(\d{1,5}))?$/i.exec(text) ??
    /^(\d+\.\d+\.\d+\.\d+)(?:\/(\d{1,3}))?()(?::(\d{1,5}))?$/.exec(text) ??
    /^([\da-f:.]*:[\da-f:.]*)(?:\/(\d{1,3}))?()()$/i.exec(text);
  if (match === null) return null;
  const [, ip = '', inner, outer, portText] = match;
  const bytes = addressBytes(ip);
  if (bytes === null || isWithin(bytes, mapped)) return null;
  const prefix = Number(inner || outer || bytes.length * 8);
  const port = portText ? Number(portText) : null;
  if (prefix > bytes.length * 8 || (port !== null && (port < 1 || port > 65_535))) return null;
  return { bytes, prefix, port };
};

const mapped = makeBlock('::ffff:0:0', 96);
const nat64 = makeBlock('64:ff9b::', 96);
const globalUnicast = makeBlock('2000::', 3);
const loopback: readonly Block[] = [makeBlock('127.0.0.0', 8), makeBlock('::1', 128)];

/** Opened only by a range inside the block itself, not by a wider one that happens to cover it. */
const linkLocal: readonly Block[] = [
  makeBlock('169.254.0.0', 16),
  makeBlock('fe80::', 10),
  // Services of an EC2 instance, among them credentials: the counterpart of 169.254 for IPv6.
  makeBlock('fd00:ec2::', 32),
];

/** Addresses at which clouds give credentials to any caller: instance metadata, container credentials, pod identity. */
const credentials: readonly Block[] = ['169.254.169.254', '169.254.170.2', '169.254.170.23'].map((ip) =>
  makeBlock(ip, 32),
);
const credentials6: readonly Block[] = ['fd00:ec2::254', 'fd00:ec2::23'].map((ip) => makeBlock(ip, 128));

/** Addresses that reach services of this host. */
const ofThisHost: readonly Block[] = [
  ...loopback,
  ...linkLocal,
  makeBlock('0.0.0.0', 8),
  makeBlock('::', 128),
];

interface Query {
  readonly bytes: AddressBytes;
  readonly port: number | undefined;
  readonly closedPorts: readonly number[];
  readonly ownPorts: readonly number[];
}

const opens = (range: OpenRange, { bytes, port, closedPorts, ownPorts }: Query): boolean => {
  if (!isWithin(bytes, range) || (range.port !== null && range.port !== port)) return false;
  const isHere = ofThisHost.some((block) => isWithin(bytes, block));
  if (isHere && port !== undefined && ownPorts.includes(port)) return false;
  if ([...credentials, ...credentials6].some((block) => isWithin(bytes, block)))
    return range.prefix === bytes.length * 8;
  const local = linkLocal.find((block) => isWithin(bytes, block));
  if (local !== undefined && range.prefix < local.prefix) return false;
  const isRuntimeApi = isHere && port !== undefined && closedPorts.includes(port);
  return !isRuntimeApi || range.port === port;
};

/** Returns why an address is not public; null if it is. */
const whyNotPublic = (bytes: AddressBytes): string | null => {
  if (isWithin(bytes, nat64)) return whyNotPublic(bytes.slice(12));
  const special = specialBlocks.find((entry) => isWithin(bytes, entry.block));
  if (special !== undefined) return special.name;
  return bytes.length === 16 && !isWithin(bytes, globalUnicast) ? 'not global unicast' : null;
};

/**
 * Judges by its bytes the address of a connection that is about to be made: only global unicast (IANA's special-purpose
 * registries) and the ranges in `open` may be connected. An IPv4-mapped address counts as the IPv4 address inside.
 * NAT64 (RFC 6052) reaches the IPv4 address inside, which must be public. The other ways to embed one (compatible,
 * local NAT64, 6to4, Teredo) lead nowhere today and are refused. So is text that is not the plain form of an address,
 * or has a zone.
 *
 * @param port The port of the connection; without one, ranges that name a port do not open.
 * @param closedPorts Ports of this host that only a range naming the port opens.
 * @param ownPorts Ports of Gleaner itself on this host, which no range opens.
 */
export const judgeAddress = (
  ip: string,
  open: readonly OpenRange[],
  port?: number,
  closedPorts: readonly number[] = runtimeApiPorts,
  ownPorts: readonly number[] = [],
): AddressVerdict => {
  const written = addressBytes(ip);
  if (written === null) return { allowed: false, reason: 'not a plain IP address' };
  const bytes = isWithin(written, mapped) ? written.slice(12) : written;
  const reason = whyNotPublic(bytes);
  if (reason === null || open.some((range) => opens(range, { bytes, port, closedPorts, ownPorts })))
    return { allowed: true };
  return { allowed: false, reason };
};
