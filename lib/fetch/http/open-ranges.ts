import { openRangeForm, parseOpenRange, type OpenRange } from './address.ts';

/**
 * Parses the private ranges that a deployment opens.
 *
 * @throws {Error} when an entry is not an address range: it is better not to start than to start with a hole in the
 * guard.
 */
export const parseOpenRanges = (allow: readonly string[]): OpenRange[] =>
  allow.map((text) => {
    const range = parseOpenRange(text);
    if (range === null) {
      throw new Error(`Cannot open ${JSON.stringify(text)}: wanted ${openRangeForm}`);
    }
    return range;
  });
