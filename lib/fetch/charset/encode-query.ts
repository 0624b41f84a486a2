import { decodeBytes } from './decode-bytes.ts';

/** Encodings whose URLs are UTF-8 all the same (WHATWG Encoding, "get an output encoding"), or have states. */
const asUtf8 = /^(?:utf-|iso-2022-jp$|replacement$)/;
const doubleByte = /^(?:big5|euc-kr|euc-jp|shift_jis|gbk|gb18030)$/;

/**
 * Of two pairs with the same character the first is written, except that of Shift_JIS the rows that NEC copied, and of
 * Big5 the rows of Hong Kong, are not (WHATWG Encoding, "index Shift_JIS pointer", "index Big5 pointer").
 */
const isUnwritten = (encoding: string, lead: number): boolean =>
  (encoding === 'shift_jis' && (lead === 0xed || lead === 0xee)) || (encoding === 'big5' && lead < 0xa1);

/** Characters whose last pair is written in Big5. */
const lastInBig5 = new Set('═╞╡╪十卅');

/** Adds the characters of byte sequences, which a line end keeps apart. */
const addSequences = (
  encoder: Map<string, readonly number[]>,
  encoding: string,
  sequences: readonly (readonly number[])[],
): void => {
  const bytes = Uint8Array.from(sequences.flatMap((sequence) => [...sequence, 0x0a]));
  for (const [at, text] of decodeBytes(encoding, bytes).split('\n').entries()) {
    const sequence = sequences[at];
    if (sequence === undefined || Array.from(text).length !== 1 || text < '\u0080' || text === '\ufffd')
      continue;
    if (encoder.has(text) && !(encoding === 'big5' && lastInBig5.has(text))) continue;
    encoder.set(text, sequence);
  }
};

/** Returns the bytes of each character beyond ASCII: at most 24,000, from every sequence of one and of two bytes. */
const makeEncoder = (encoding: string): Map<string, readonly number[]> => {
  const encoder = new Map<string, readonly number[]>();
  const high = Array.from({ length: 0x80 }, (_, at) => 0x80 + at);
  const singles = high.filter((byte) => encoding !== 'gb18030' || byte !== 0x80);
  addSequences(
    encoder,
    encoding,
    singles.map((byte) => [byte]),
  );
  if (!doubleByte.test(encoding)) return encoder;
  const trails = Array.from({ length: 0xff - 0x40 }, (_, at) => 0x40 + at);
  const leads = high.filter((lead) => !isUnwritten(encoding, lead));
  addSequences(
    encoder,
    encoding,
    leads.flatMap((lead) => trails.map((trail) => [lead, trail])),
  );
  return encoder;
};

const encoders = new Map<string, ReadonlyMap<string, readonly number[]>>();

const keptEncoder = (encoding: string): ReadonlyMap<string, readonly number[]> => {
  const encoder = encoders.get(encoding) ?? makeEncoder(encoding);
  encoders.set(encoding, encoder);
  return encoder;
};

const escaped = (byte: number): string =>
  byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`;

/** Says whether a document in this encoding writes the queries of its links in it. */
export const encodesQueries = (encoding: string): boolean => !asUtf8.test(encoding);

/**
 * Writes the characters beyond ASCII of a link's query in the encoding of the document, as browsers do (WHATWG URL,
 * "encoding override"): `?q=天気` of a page in Shift_JIS is `?q=%93V%8BC`. A character that it has not is its number,
 * `%26%2322825%3B`. Path and fragment stay; they are UTF-8 in every document. So does an address that is not http.
 */
export const encodeQuery = (reference: string, encoding: string): string => {
  if (!encodesQueries(encoding)) return reference;
  const hash = reference.indexOf('#');
  const end = hash === -1 ? reference.length : hash;
  const at = reference.indexOf('?');
  if (at === -1 || at > end || /^\s*(?!https?:)[a-z][a-z0-9+.-]*:/i.test(reference)) return reference;
  const query = reference.slice(at, end);
  // oxlint-disable-next-line no-control-regex -- all of ASCII is what stays
  if (!/[^\x00-\x7f]/.test(query)) return reference;
  const encoder = keptEncoder(encoding);
  const written = Array.from(query, (character) =>
    character < '\u0080'
      ? character
      : (encoder.get(character)?.map(escaped).join('') ?? `%26%23${character.codePointAt(0) ?? 0}%3B`),
  );
  return reference.slice(0, at) + written.join('') + reference.slice(end);
};
