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

/**
 * The encoding of a document: byte order mark, then the header, then the document's own declaration; without any, UTF-8 if
 * the bytes are valid UTF-8, else windows-1252. Bytes that are valid UTF-8 beyond chance are that even where another encoding
 * is declared: servers add a charset by default that their pages are not in.
 *
 * @param contentType The `Content-Type` header, if there was one.
 */
export const encodingOf = (bytes: Uint8Array, contentType: string | undefined): string => {
  const mark = byteOrderMark(bytes);
  if (mark !== null) return mark;
  const header = headerCharset(contentType);
  const declared = (header === null ? null : decoderFor(header)) ?? decoderFor(documentCharset(bytes) ?? '');
  if (declared !== null && declared.encoding !== 'utf-8' && !isUtf8Despite(declared.encoding, bytes)) {
    return declared.encoding;
  }
  // A page that calls itself UTF-8 with some broken bytes is still mostly that.
  return declared !== null || isUtf8(bytes) ? 'utf-8' : 'windows-1252';
};

/** Decodes a document in its encoding (`encodingOf`). Never throws; bytes that mean nothing become U+FFFD. */
export const decodeText = (bytes: Uint8Array, contentType: string | undefined): Decoded => {
  const encoding = encodingOf(bytes, contentType);
  const text = new TextDecoder(encoding).decode(bytes);
  return { text: encoding === 'windows-1252' ? mendWindows1252(text) : text, encoding };
};
