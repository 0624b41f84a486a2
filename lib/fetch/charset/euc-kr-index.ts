import { pairsOfNode, type PairIndex } from './double-byte.ts';

const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;

/** Trails of the extension: letters, and behind them bytes up to `last`. */
const isTrail = (trail: number, last: number): boolean =>
  (trail >= 0x41 && trail <= 0x5a) || (trail >= 0x61 && trail <= 0x7a) || (trail >= 0x81 && trail <= last);

/**
 * Makes the index of EUC-KR. Node knows that of KS X 1001, whose 2,350 syllables are the frequent ones. The other
 * 8,822 (Unified Hangul Code, windows-949) stand in Unicode's order before and between its rows.
 */
export const eucKrIndex = (): PairIndex => {
  const index = pairsOfNode('euc-kr', (lead, trail) => lead >= 0xa1 && trail >= 0xa1);
  index[0xa2_e6] = '€';
  index[0xa2_e7] = '®';
  const known = new Set(index);
  let syllable = firstSyllable;
  for (let lead = 0x81; lead <= 0xc6; lead += 1) {
    for (let trail = 0x41; trail <= 0xfe; trail += 1) {
      if (!isTrail(trail, lead <= 0xa0 ? 0xfe : 0xa0)) continue;
      while (syllable <= lastSyllable && known.has(String.fromCharCode(syllable))) syllable += 1;
      if (syllable > lastSyllable) return index;
      index[(lead << 8) | trail] = String.fromCharCode(syllable);
      syllable += 1;
    }
  }
  return index;
};
