import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { documentCharset, headerCharset } from './declared-charset.ts';
import { mendWindows1252 } from './windows-1252.ts';

export interface Decoded {
  readonly text: string;
  /** WHATWG name of the encoding, such as `utf-8`, `windows-1252`, `shift_jis`. */
  readonly encoding: string;
}

const byteOrderMark = (bytes: Uint8Array): string | null => {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xff && b === 0xfe ? 'utf-16le' : null;
};

/** The decoder for a label that a site wrote; null for one that no standard knows. */
const decoderFor = (label: string): TextDecoder | null => {
  try {
    return new TextDecoder(label === 'x-user-defined' ? 'windows-1252' : label);
  } catch {
    return null;
  }
};

/** Encodings whose ordinary text is a run of byte pairs, of which a few can be valid UTF-8 by chance. */
const multiByte = /^(gb|big5|euc-|shift_jis)/;
/** Encodings that are ASCII bytes, or zeros between them, and so are valid UTF-8 always. */
const asciiBytes = /^(utf-16|iso-2022-jp)/;

const nonAsciiCharactersMax = 8;

/** UTF-8 sequences beyond ASCII, counted up to a number that chance does not reach. */
const sequences = (bytes: Uint8Array): number => {
  let count = 0;
  for (const byte of bytes) if (byte >= 0xc0 && ++count >= nonAsciiCharactersMax) break;
  return count;
};

/** True where valid UTF-8 says more than a site's declaration of another encoding. */
const isUtf8Despite = (declared: string, bytes: Uint8Array): boolean => {
  if (asciiBytes.test(declared) || !isUtf8(bytes)) return false;
  return sequences(bytes) >= (multiByte.test(declared) ? nonAsciiCharactersMax : 1);
};

const decodeWith = (decoder: TextDecoder, bytes: Uint8Array): Decoded => {
  const text = decoder.decode(bytes);
  const { encoding } = decoder;
  return { text: encoding === 'windows-1252' ? mendWindows1252(text) : text, encoding };
};

/**
 * Decodes a page. Byte order mark, then the header, then the document's own declaration; without any, UTF-8 if the bytes are
 * valid UTF-8, else windows-1252. Bytes that are valid UTF-8 beyond chance are read as that even where another encoding is
 * declared: servers add a charset by default that their pages are not in. Never throws; bytes that mean nothing become U+FFFD.
 *
 * @param contentType The `Content-Type` header, if there was one.
 */
export const decodeText = (bytes: Uint8Array, contentType: string | undefined): Decoded => {
  const mark = byteOrderMark(bytes);
  if (mark !== null) return decodeWith(new TextDecoder(mark), bytes);
  const header = headerCharset(contentType);
  const declared = (header === null ? null : decoderFor(header)) ?? decoderFor(documentCharset(bytes) ?? '');
  if (declared !== null && declared.encoding !== 'utf-8' && !isUtf8Despite(declared.encoding, bytes)) {
    return decodeWith(declared, bytes);
  }
  // A page that calls itself UTF-8 with some broken bytes is still mostly that.
  const encoding = declared !== null || isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  return decodeWith(new TextDecoder(encoding), bytes);
};
