import { addressBytes } from './address-block.ts';
import { parseOpenRange } from './address.ts';

/**
 * The address of a host name by configuration instead of by DNS, as in a hosts file; with ports, as in `curl
 * --connect-to`.
 */
export interface NamedAddress {
  readonly name: string;
  /** The requested port; null for every port. */
  readonly port: number | null;
  readonly address: string;
  /** The port to connect to; null for the requested one. */
  readonly toPort: number | null;
}

const portIn = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
const isPort = (port: number | null): boolean => port === null || (port >= 1 && port <= 65_535);

/**
 * Reads `docs.example.com=10.1.2.3`, `docs.example.com:443=127.0.0.1:8443` or `docs.example.com=[fd00::7]`. Returns
 * null for anything else: no wildcards, and no address in place of the name.
 */
export const parseNamedAddress = (text: string): NamedAddress | null => {
  const match = /^([\w.-]+)(?::(\d{1,5}))?=(?:\[([\da-f:.]+)\]|([\d.]+))(?::(\d{1,5}))?$/i.exec(text);
  if (match === null) return null;
  const [, name = '', from, ip6, ip4, to] = match;
  const address = ip6 ?? ip4 ?? '';
  const isName =
    URL.parse(`http://${name}`)?.hostname === name.toLowerCase() && parseOpenRange(name) === null;
  const [port, toPort] = [portIn(from), portIn(to)];
  if (!isName || addressBytes(address) === null || !isPort(port) || !isPort(toPort)) return null;
  return { name: name.toLowerCase(), port, address, toPort };
};

/** Returns the configured target of a connection to a name; undefined if DNS decides. */
export const findNamedAddress = (
  named: readonly NamedAddress[],
  hostname: string,
  port: number,
): { readonly address: string; readonly port: number } | undefined => {
  const found = named.find((it) => it.name === hostname && (it.port === null || it.port === port));
  return found && { address: found.address, port: found.toPort ?? port };
};
