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

/**
 * Says whether the normalised pattern matches the normalised path from its start. The pieces between the wildcards are
 * searched from left to right, and each is taken at its first place: no later choice can require an earlier one to be
 * undone, so no piece is tried twice.
 */
export const matchesRobotsPattern = (pattern: string, path: string): boolean => {
  const anchored = pattern.endsWith('$');
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const first = pieces[0] ?? '';
  if (!path.startsWith(first)) return false;
  if (pieces.length === 1) return !anchored || path.length === first.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  const last = pieces.at(-1) ?? '';
  return anchored ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
};
