/**
 * Simhash of a text (Charikar 2002; for pages, Manku, Jain and Das Sarma 2007): 64 bits, few of which differ if the
 * texts differ in few words. It finds near duplicates without comparing texts.
 */

/** Runs of this many words are compared. */
const shingleWords = 3;
/** A text with fewer of them is too short to be called similar to others. */
const shinglesMin = 24;
/** More than these, spread evenly, change the result little. */
const shinglesMax = 4_096;

/** Words as a reader counts them; in a script without spaces, its characters. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

/** FNV-1a of a word. */
const wordHash = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
};

/**
 * Returns 32 bits for a run of words in their order, mixed as in MurmurHash3, because the bits of similar runs would be
 * alike otherwise.
 */
const mixed = (words: Int32Array, from: number, seed: number): number => {
  let hash = seed;
  for (let at = from; at < from + shingleWords; at += 1) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0xcc9e2d51);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
};

/** For each byte, its eight bits as eight counts of a byte each, in two words of four. */
const spread = Array.from({ length: 2 }, (_, half) =>
  Int32Array.from({ length: 256 }, (__, byte) =>
    [0, 1, 2, 3].reduce((word, bit) => word | (((byte >>> (4 * half + bit)) & 1) << (8 * bit)), 0),
  ),
) as [Int32Array, Int32Array];
/** A count of one byte holds so many. */
const byteMax = 255;

/**
 * Counts for each of 32 bits in how many hashes it is set. It adds four bits at once, as counts of a byte, and takes
 * these over before they run out.
 */
class BitCounts {
  readonly #ones = new Int32Array(32);
  readonly #bytes = new Int32Array(8);
  #count = 0;

  add(hash: number): void {
    const [low, high] = spread;
    for (let byte = 0; byte < 4; byte += 1) {
      const at = (hash >>> (8 * byte)) & byteMax;
      this.#bytes[2 * byte]! += low[at]!;
      this.#bytes[2 * byte + 1]! += high[at]!;
    }
    this.#count += 1;
    if (this.#count % byteMax === 0) this.#takeOver();
  }

  #takeOver(): void {
    for (let bit = 0; bit < 32; bit += 1)
      this.#ones[bit]! += (this.#bytes[bit >>> 2]! >>> (8 * (bit & 3))) & byteMax;
    this.#bytes.fill(0);
  }

  /** The bits that are set in more than half of the hashes. */
  majority(): number {
    this.#takeOver();
    return (
      this.#ones.reduce((bits, ones, bit) => (2 * ones > this.#count ? bits | (1 << bit) : bits), 0) >>> 0
    );
  }
}

const hex = (bits: number): string => bits.toString(16).padStart(8, '0');

/** Returns 16 hexadecimal digits, or null for a text of too few words. */
export const computeSimhash = (text: string): string | null => {
  const words = text.toLowerCase().match(word) ?? [];
  const count = words.length - shingleWords + 1;
  if (count < shinglesMin) return null;
  const step = Math.max(1, count / shinglesMax);
  const hashes = Int32Array.from(words, wordHash);
  const [high, low] = [new BitCounts(), new BitCounts()];
  for (let at = 0; at < count; at += step) {
    const from = Math.floor(at);
    high.add(mixed(hashes, from, 0x811c9dc5));
    low.add(mixed(hashes, from, 0x9747b28c));
  }
  return hex(high.majority()) + hex(low.majority());
};

const bitCount = (bits: number): number => {
  let left = bits;
  let count = 0;
  while (left !== 0) {
    left &= left - 1;
    count += 1;
  }
  return count;
};

/** Returns the number of bits in which two simhashes differ, 0 to 64. */
export const simhashDistance = (a: string, b: string): number =>
  bitCount(Number.parseInt(a.slice(0, 8), 16) ^ Number.parseInt(b.slice(0, 8), 16)) +
  bitCount(Number.parseInt(a.slice(8), 16) ^ Number.parseInt(b.slice(8), 16));
