import type { GuardOptions } from './guarded-connect.ts';
import { parseNamedAddress, type NamedAddress } from './named-address.ts';
import { parseOpenRanges } from './open-ranges.ts';

/** What a deployment decides about the addresses that may be asked. */
export interface GuardSettings {
  /** Private address ranges that may be asked. */
  readonly allow: readonly string[];
  /** Host names with the addresses they have here; what `allow` does not open is refused under any name. */
  readonly resolve: readonly string[];
  /** Ports of the deployment's own services on this host, which nothing opens. */
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
 * The guard of a deployment's connections.
 *
 * @throws {Error} when an entry cannot be read: better no start than a wall with a hole.
 */
export const openGuard = ({ allow, resolve, ownPorts = [], onRefused }: GuardSettings): GuardOptions => ({
  ownPorts,
  ...(onRefused === undefined ? {} : { onRefused }),
  open: parseOpenRanges(allow),
  named: namedAddressesOf(resolve),
});
