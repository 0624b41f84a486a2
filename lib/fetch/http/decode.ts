import { isUtf8 } from 'node:buffer';
import { documentCharset, headerCharset } from '../charset/declared-charset.ts';
import { decodeBytes, findEncoding, isTextIn } from '../charset/decode-bytes.ts';
import { evidentCharset, guessedCharset } from '../charset/detect-charset.ts';
import type { DocumentOrigin } from '../charset/expected-language.ts';

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

/** Encodings whose ordinary text is a run of byte pairs, some of which can be valid UTF-8 by chance. */
const multiByte = /^(gb|big5|euc-|shift_jis)/;
/** Encodings that are ASCII bytes, or zeros between them, and so always valid UTF-8. */
const asciiBytes = /^(utf-16|iso-2022-jp)/;

const nonAsciiCharactersMax = 8;

/** Counts UTF-8 sequences beyond ASCII, up to a number that chance does not reach. */
const sequences = (bytes: Uint8Array): number => {
  let count = 0;
  for (const byte of bytes) if (byte >= 0xc0 && ++count >= nonAsciiCharactersMax) break;
  return count;
};

/** Says whether valid UTF-8 outweighs a site's declaration of another encoding. */
const isUtf8Despite = (declared: string, bytes: Uint8Array): boolean => {
  if (asciiBytes.test(declared) || !isUtf8(bytes)) return false;
  return sequences(bytes) >= (multiByte.test(declared) ? nonAsciiCharactersMax : 1);
};

/** Says whether the bytes are text in this encoding; the last character may be cut in two. */
const isCleanIn = (encoding: string, bytes: Uint8Array): boolean =>
  (encoding === 'utf-8' && isUtf8(bytes)) || isTextIn(encoding, bytes);

/**
 * Says whether the bytes beyond ASCII are more often characters of this encoding than broken. In a UTF-8 page with a
 * few broken bytes nearly all are characters; in a Latin-1 page that claims to be UTF-8 nearly none. The length of the
 * markup does not matter.
 */
const isMostlyIn = (encoding: string, bytes: Uint8Array): boolean => {
  const text = decodeBytes(encoding, bytes);
  let broken = 0;
  let whole = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return whole >= broken;
};

/** Of two contradicting declarations, returns the one that the bytes confirm; the header's if they confirm none. */
const betterOf = (header: string, document: string, bytes: Uint8Array, origin: DocumentOrigin): string => {
  if (header === document) return header;
  if (!isCleanIn(header, bytes)) return isCleanIn(document, bytes) ? document : header;
  // Any bytes are text in a single-byte encoding, which servers add by default. If they are also text in a multi-byte
  // one, and the author or the frequencies of the bytes say so, that is no chance.
  if (multiByte.test(header) || header === 'utf-8') return header;
  const isBorneOut = multiByte.test(document)
    ? isCleanIn(document, bytes)
    : guessedCharset(bytes, origin) === document;
  return isBorneOut ? document : header;
};

/**
 * Returns the encoding of a document: the byte order mark, then the form of its bytes, then the header, then the
 * document's own declaration; without any, UTF-8 if the bytes are valid UTF-8, else a guess. Bytes that are valid UTF-8
 * beyond chance count as that even if another encoding is declared, because servers add wrong charsets by default. A
 * declaration that the bytes refute loses to another one or to a guess.
 *
 * @param contentType The `Content-Type` header, if there was one.
 * @param origin What tells of the language where the encoding has to be guessed.
 */
export const detectEncoding = (
  bytes: Uint8Array,
  contentType: string | undefined,
  origin: DocumentOrigin = {},
): string => {
  const mark = byteOrderMark(bytes);
  if (mark !== null) return mark;
  const [header, document] = [headerCharset(contentType), documentCharset(bytes)].map((label) =>
    label === null ? undefined : findEncoding(label),
  );
  if (header?.startsWith('utf-16') === true) return header;
  const evident = evidentCharset(bytes);
  if (evident !== null) return evident;
  const declared =
    header !== undefined && document !== undefined
      ? betterOf(header, document, bytes, origin)
      : (header ?? document);
  if (declared === undefined) return isUtf8(bytes) ? 'utf-8' : guessedCharset(bytes, origin);
  if (declared !== 'utf-8' && isUtf8Despite(declared, bytes)) return 'utf-8';
  return isCleanIn(declared, bytes) || isMostlyIn(declared, bytes) ? declared : guessedCharset(bytes, origin);
};

/** Decodes a document in its encoding (`detectEncoding`). Never throws; invalid bytes become U+FFFD. */
export const decodeText = (
  bytes: Uint8Array,
  contentType: string | undefined,
  origin: DocumentOrigin = {},
): Decoded => {
  const encoding = detectEncoding(bytes, contentType, origin);
  return { text: decodeBytes(encoding, bytes), encoding };
};
