import { shareOfUsualPairs } from './usual-pairs.ts';

/** Bytes of windows-874 by their part in a syllable (Unicode 15, 16.1): consonants, what stands over or below one. */
const isConsonant = (byte: number): boolean => byte >= 0xa1 && byte <= 0xce;
const isMark = (byte: number): boolean =>
  byte === 0xd1 || (byte >= 0xd4 && byte <= 0xda) || (byte >= 0xe7 && byte <= 0xee);
const isLeadingVowel = (byte: number): boolean => byte >= 0xe0 && byte <= 0xe4;

/** Least number of bytes beyond ASCII by which Thai is told. */
const telling = 24;
const marksMin = 0.1;
const brokenMax = 0.02;

/** Korean and Japanese can be in the order of Thai, but nearly all of their pairs begin with usual bytes. */
const pairsMax = 0.9;
const isOfPairs = (bytes: Uint8Array): boolean =>
  ['euc-kr', 'euc-jp'].some((encoding) => (shareOfUsualPairs(encoding, bytes) ?? 0) > pairsMax);

/**
 * Says whether the bytes beyond ASCII are Thai in windows-874, by the order of its letters: a mark has a letter before
 * it, a leading vowel a consonant behind it. Frequencies of bytes do not tell it, and in other encodings the order is
 * soon broken.
 */
export const isThai = (bytes: Uint8Array): boolean => {
  let [all, marks, broken] = [0, 0, 0];
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    all += 1;
    const before = bytes[at - 1] ?? 0;
    if (isMark(byte)) {
      marks += 1;
      if (!isConsonant(before) && !isMark(before)) broken += 1;
    } else if (isLeadingVowel(before) && !isConsonant(byte)) broken += 1;
    else if (byte < 0xa1 || (byte > 0xda && byte < 0xdf) || byte > 0xfb) broken += 1;
  }
  return all >= telling && marks >= all * marksMin && broken <= all * brokenMax && !isOfPairs(bytes);
};
