import { TextDecoder } from 'node:util';
import { big5Index } from './big5-index.ts';
import { decodePairs, type PairIndex } from './double-byte.ts';
import { eucKrIndex } from './euc-kr-index.ts';
import { mendWindows1252 } from './windows-1252.ts';

/** Labels that pages write and the standard has not: Windows' names of code pages. */
const labels: Readonly<Record<string, string>> = {
  'x-user-defined': 'windows-1252',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  uhc: 'euc-kr',
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  cp936: 'gbk',
  ms936: 'gbk',
  cp950: 'big5',
  ms950: 'big5',
};

/** Returns the WHATWG name of the encoding for a label that a site wrote; undefined for a label in no standard. */
export const findEncoding = (label: string): string | undefined => {
  try {
    return new TextDecoder(labels[label.toLowerCase()] ?? label).encoding;
  } catch {
    return undefined;
  }
};

/** Encodings of which Node's decoder knows a part alone. */
const indexes: Readonly<Record<string, () => PairIndex>> = { 'euc-kr': eucKrIndex, big5: big5Index };

const made = new Map<string, PairIndex>();

/** Returns the index of an encoding that is read by one, which is made with its first text; else null. */
const pairIndex = (encoding: string): PairIndex | null => {
  const index = made.get(encoding) ?? indexes[encoding]?.();
  if (index !== undefined) made.set(encoding, index);
  return index ?? null;
};

/**
 * Decodes bytes in an encoding, by its WHATWG name, as the WHATWG Encoding Standard wants. Never throws; invalid bytes
 * become U+FFFD.
 */
export const decodeBytes = (encoding: string, bytes: Uint8Array): string => {
  const index = pairIndex(encoding);
  if (index !== null) return decodePairs(bytes, index);
  const text = new TextDecoder(encoding).decode(bytes);
  return encoding === 'windows-1252' ? mendWindows1252(text) : text;
};

/** Says whether the last byte alone is no text: the lead of a pair that was cut in two. */
const isCut = (bytes: Uint8Array, index: PairIndex): boolean =>
  (bytes.at(-1) ?? 0) >= 0x81 && !decodePairs(bytes.subarray(0, -1), index).includes('\ufffd');

/** Says whether all of the bytes are text in this encoding; the last character may be cut in two. */
export const isTextIn = (encoding: string, bytes: Uint8Array): boolean => {
  const index = pairIndex(encoding);
  if (index !== null) {
    return !decodePairs(bytes, index).includes('\ufffd') || isCut(bytes, index);
  }
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};
