import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { documentCharset, headerCharset } from '../charset/declared-charset.ts';
import { evidentCharset, guessedCharset } from '../charset/detect-charset.ts';
import { mendWindows1252 } from '../charset/windows-1252.ts';

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

/** True if the bytes are text in this encoding; a character may be cut in two at their end. */
const isCleanIn = (encoding: string, bytes: Uint8Array): boolean => {
  if (encoding === 'utf-8' && isUtf8(bytes)) return true;
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/**
 * True if the bytes beyond ASCII are more often characters of this encoding than broken: of a page in UTF-8 with a
 * few broken bytes nearly all are, of a page in Latin-1 that says it is UTF-8 nearly none. How long the markup is
 * says nothing.
 */
const isMostlyIn = (encoding: string, bytes: Uint8Array): boolean => {
  const text = new TextDecoder(encoding).decode(bytes);
  let broken = 0;
  let whole = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return whole >= broken;
};

/**
 * Of two declarations that contradict each other, the one that the bytes bear out; the header's where they say nothing.
 */
const betterOf = (header: string, document: string, bytes: Uint8Array): string => {
  if (header === document) return header;
  if (!isCleanIn(header, bytes)) return isCleanIn(document, bytes) ? document : header;
  // Any bytes are text in an encoding of single bytes, which servers add by default: that they are text in one of
  // several as well, and the author says so, or the frequencies of the bytes do, is no chance.
  if (multiByte.test(header) || header === 'utf-8') return header;
  const isBorneOut = multiByte.test(document)
    ? isCleanIn(document, bytes)
    : guessedCharset(bytes) === document;
  return isBorneOut ? document : header;
};

/**
 * The encoding of a document: byte order mark, then what its bytes show by their form, then the header, then the
 * document's own declaration; without any, UTF-8 if the bytes are valid UTF-8, else a guess. Bytes that are valid
 * UTF-8 beyond chance are that even where another encoding is declared: servers add a charset by default that their
 * pages are not in. So does a declaration lose that the bytes refute, to another one or to a guess.
 *
 * @param contentType The `Content-Type` header, if there was one.
 */
export const detectEncoding = (bytes: Uint8Array, contentType: string | undefined): string => {
  const mark = byteOrderMark(bytes);
  if (mark !== null) return mark;
  const [header, document] = [headerCharset(contentType), documentCharset(bytes)].map((label) =>
    label === null ? undefined : decoderFor(label)?.encoding,
  );
  if (header?.startsWith('utf-16') === true) return header;
  const evident = evidentCharset(bytes);
  if (evident !== null) return evident;
  const declared =
    header !== undefined && document !== undefined ? betterOf(header, document, bytes) : (header ?? document);
  if (declared === undefined) return isUtf8(bytes) ? 'utf-8' : guessedCharset(bytes);
  if (declared !== 'utf-8' && isUtf8Despite(declared, bytes)) return 'utf-8';
  return isCleanIn(declared, bytes) || isMostlyIn(declared, bytes) ? declared : guessedCharset(bytes);
};

/** Decodes a document in its encoding (`detectEncoding`). Never throws; bytes that mean nothing become U+FFFD. */
export const decodeText = (bytes: Uint8Array, contentType: string | undefined): Decoded => {
  const encoding = detectEncoding(bytes, contentType);
  const text = new TextDecoder(encoding).decode(bytes);
  return { text: encoding === 'windows-1252' ? mendWindows1252(text) : text, encoding };
};
