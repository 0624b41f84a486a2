import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';

/** Addresses that are never on the public internet: loopback, private, shared, link-local and unique local. */
const privateAddresses = new BlockList();
for (const [address, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  privateAddresses.addSubnet(address, prefix, 'ipv4');
}
privateAddresses.addSubnet('::1', 128, 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');

/** Returns the entry that opens only one address and port. */
export const openRange = (address: string, port: number): string =>
  isIPv6(address) ? `[${address}/128]:${port}` : `${address}/32:${port}`;

/**
 * Returns what has to be opened so that a URL from the command line can be crawled: each private address that its host
 * is or resolves to, at the URL's port. A user who types the URL asks for exactly that. Empty for a public host, and
 * for one that does not resolve, which the crawl then reports.
 */
export const addressesToOpen = async (url: string): Promise<string[]> => {
  const { hostname, port, protocol } = new URL(url);
  const number = Number(port) || (protocol === 'https:' ? 443 : 80);
  const found = await lookup(hostname.replaceAll(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return found
    .filter(({ address, family }) => privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4'))
    .map(({ address }) => openRange(address, number));
};
