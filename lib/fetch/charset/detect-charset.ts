import { analyse } from 'chardet';
import { charsetOfLanguage, type DocumentOrigin } from './expected-language.ts';
import { withoutElements } from './hidden-text.ts';
import { isThai } from './thai-bytes.ts';

/** Bytes from which the encoding is guessed: more would cost, and change the guess little. */
const sampledBytes = 64 * 1_024;

const asText = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampledBytes));

/** Detects UTF-16 without a byte order mark: markup and most text has a zero in every other byte. */
const withoutMark = (bytes: Uint8Array): string | null => {
  const sample = bytes.subarray(0, 1_024);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 8;
  if (sample.length < 4 || (even < many && odd < many)) return null;
  if (odd > even * 4) return 'utf-16le';
  return even > odd * 4 ? 'utf-16be' : null;
};

/** Detects ISO-2022-JP, which is ASCII bytes; its escape sequences occur in no other text. */
const isIso2022Jp = (bytes: Uint8Array): boolean => {
  const text = asText(bytes).toString('latin1');
  // oxlint-disable-next-line no-control-regex -- the escape sequences of the encoding are what is looked for
  return /\x1b\$[@B]/.test(text) && /\x1b\([BJ]/.test(text);
};

/** Returns the encoding that bytes show by their form, without a guess; null if they show none. */
export const evidentCharset = (bytes: Uint8Array): string | null =>
  withoutMark(bytes) ?? (isIso2022Jp(bytes) ? 'iso-2022-jp' : null);

/**
 * Encodings that are guessed, by the detector's names. Where WHATWG's rules allow two for a page, the first is listed.
 */
const guessable: Readonly<Record<string, string>> = {
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
  Big5: 'big5',
  'KOI8-R': 'koi8-r',
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'ISO-8859-5': 'iso-8859-5',
  'ISO-8859-6': 'iso-8859-6',
  'ISO-8859-7': 'iso-8859-7',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
};

const usual = 'windows-1252';

/** Least number of bytes beyond ASCII for a guess that is more than chance. */
const telling = 8;

/** A guess of the detector counts only if it is surer than this. */
const confidenceMin = 20;

/** Removes markup, which is ASCII and tells nothing: only the text between tags is judged. */
const withoutMarkup = (bytes: Uint8Array): Buffer =>
  Buffer.from(
    withoutElements(asText(bytes).toString('latin1'), ['script', 'style']).replace(/<[^<>]*>/g, ' '),
    'latin1',
  );

/** Returns the encoding that the frequencies of the bytes speak for; null if they speak for none. */
const frequentCharset = (text: Buffer): string | null => {
  for (const { name, confidence } of analyse(text)) {
    if (confidence < confidenceMin) break;
    const encoding = guessable[name];
    if (encoding !== undefined) return encoding;
  }
  return null;
};

/** Least number of bytes beyond ASCII where the language is known. */
const tellingOfLanguage = 2;

/**
 * Returns the likeliest encoding of a text without a usable declaration, the last resort: the one in which it has the
 * letters of the language that the page, the `Content-Language` header or the country of its host names; else by the
 * order and frequencies of its bytes. `windows-1252` unless these speak for another.
 */
export const guessedCharset = (bytes: Uint8Array, origin: DocumentOrigin = {}): string => {
  const text = withoutMarkup(bytes);
  const beyond = text.filter((byte) => byte >= 0x80).length;
  if (beyond < tellingOfLanguage) return usual;
  const frequent = beyond < telling ? null : frequentCharset(text);
  const expected = charsetOfLanguage(bytes, text, origin, frequent);
  if (expected !== null) return expected;
  return isThai(text) ? 'windows-874' : (frequent ?? usual);
};
