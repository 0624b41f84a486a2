/**
 * Path patterns of robots.txt: `*` stands for any octets, `$` at the end for the end of the path. Pattern and path are
 * first normalised in the same way (RFC 9309 section 2.2.2), so that they can be compared as strings.
 */

const unreserved = /[A-Za-z0-9._~-]/;
/** Characters that RFC 9309's own example treats as equal in a query: ":" with "%3A" and "/" with "%2F". */
const unreservedInQuery = /[A-Za-z0-9._~:/-]/;

const encodeOctets = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

/**
 * Percent-encodes octets beyond ASCII, decodes an encoded octet that needs no encoding, and writes hexadecimal digits
 * in upper case. A "%" that encodes nothing stays.
 */
const normalise = (text: string): string => {
  const query = text.indexOf('?');
  return text.replace(/%([0-9a-f]{2})|[^\x21-\x7e]+/gi, (found, hex: string | undefined, offset: number) => {
    if (hex === undefined) return encodeOctets(found.toWellFormed());
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    const plain = query !== -1 && offset > query ? unreservedInQuery : unreserved;
    return plain.test(character) ? character : `%${hex.toUpperCase()}`;
  });
};

/**
 * Normalises a URL's path and query for patterns: a literal `*` or `$` becomes `%2A`, `%24` (RFC 9309 section 2.2.3).
 */
export const normalisePath = (path: string): string =>
  normalise(path).replaceAll('*', '%2A').replaceAll('$', '%24');

/** Normalises a pattern for storage. One that starts with neither "/" nor "*" is meant from the root. */
export const normalisePattern = (pattern: string): string => {
  const anchored = pattern.endsWith('$');
  const body = (anchored ? pattern.slice(0, -1) : pattern).replaceAll('$', '%24').replace(/\*{2,}/g, '*');
  const rooted = /^[/*]/.test(body) ? body : `/${body}`;
  return normalise(rooted) + (anchored ? '$' : '');
};

/** A pattern that is taken apart, once for all paths. */
export interface RobotsPattern {
  /** What a path begins with that matches: all up to the first wildcard. */
  readonly prefix: string;
  /** What follows the prefix, between wildcards; null for a pattern without wildcards. */
  readonly pieces: readonly string[] | null;
  /** Whether the last piece ends the path. */
  readonly anchored: boolean;
  /** `findLetters` the pieces. */
  readonly letters: number;
}

/** Returns a set of the characters of a text, as bits: of two that share a bit, one may stand for the other. */
export const findLetters = (text: string): number => {
  let letters = 0;
  for (let at = 0; at < text.length; at += 1) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
};

/** Takes a normalised pattern apart. */
export const readRobotsPattern = (pattern: string): RobotsPattern => {
  const anchored = pattern.endsWith('$');
  const [prefix = '', ...pieces] = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  return {
    prefix,
    pieces: pieces.length === 0 ? null : pieces,
    anchored,
    letters: findLetters(pieces.join('')),
  };
};

/**
 * Says whether a pattern matches a normalised path that begins with its prefix. The pieces between the wildcards are
 * searched from left to right, and each is taken at its first place: no later choice can require an earlier one to be
 * undone, so no piece is tried twice.
 *
 * @param letters `findLetters` the path.
 * @param work Is charged with the characters that are read: searches for short and for long texts are linear.
 */
export const matchesAfterPrefix = (
  { prefix, pieces, anchored, letters: wanted }: RobotsPattern,
  path: string,
  letters: number,
  work: { left: number },
): boolean => {
  work.left -= 1;
  if (pieces === null) return !anchored || path.length === prefix.length;
  if ((wanted & ~letters) !== 0) return false;
  let at = prefix.length;
  for (const piece of pieces.slice(0, -1)) {
    const found = path.indexOf(piece, at);
    work.left -= (found === -1 ? path.length : found) - at + piece.length;
    if (found === -1) return false;
    at = found + piece.length;
  }
  const last = pieces.at(-1) ?? '';
  work.left -= path.length - at + last.length;
  return anchored ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
};
