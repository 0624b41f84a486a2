import type { GuardOptions } from './guarded-connect.ts';
import { parseNamedAddress, type NamedAddress } from './named-address.ts';
import { parseOpenRanges } from './open-ranges.ts';

/** A deployment's settings about the addresses that may be connected. */
export interface GuardSettings {
  /** Private address ranges that are allowed. */
  readonly allow: readonly string[];
  /** Host names with their addresses here; an address that `allow` does not open is refused under any name. */
  readonly resolve: readonly string[];
  /** Ports of the deployment's own services on this host, which no setting opens. */
  readonly ownPorts?: readonly number[];
  readonly onRefused?: GuardOptions['onRefused'];
}

const namedAddressesOf = (resolve: readonly string[]): NamedAddress[] =>
  resolve.map((text) => {
    const named = parseNamedAddress(text);
    if (named === null) {
      throw new Error(
        `Cannot resolve by ${JSON.stringify(text)}: wanted a name and its address, such as ` +
          `docs.example.com=10.1.2.3 or docs.example.com:443=127.0.0.1:8443`,
      );
    }
    return named;
  });

/**
 * Makes the guard of a deployment's connections.
 *
 * @throws {Error} when an entry cannot be read: it is better not to start than to start with a hole in the guard.
 */
export const openGuard = ({ allow, resolve, ownPorts = [], onRefused }: GuardSettings): GuardOptions => ({
  ownPorts,
  ...(onRefused === undefined ? {} : { onRefused }),
  open: parseOpenRanges(allow),
  named: namedAddressesOf(resolve),
});
