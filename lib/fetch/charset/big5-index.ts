import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { firstLead, lastLead, pairsOfNode, type PairIndex } from './double-byte.ts';

/**
 * The characters that Node's Big5 has not, or has for private use: those of Hong Kong (HKSCS), of Cantonese, and of
 * ETEN, kana among them. One follows the other by their bytes; `-` where there is none. Beside this file; in a bundle,
 * beside the bundle (infra/bundle.ts). From the WHATWG Encoding Standard, index-big5.
 */
const addedFile = new URL('./big5-added.br', import.meta.url);

/** Four pairs are two characters, a letter and its mark (WHATWG Encoding, "big5 decoder"). */
const twofold: Readonly<Record<number, string>> = {
  0x88_62: '\u00ca\u0304',
  0x88_64: '\u00ca\u030c',
  0x88_a3: '\u00ea\u0304',
  0x88_a5: '\u00ea\u030c',
};

const isTrail = (trail: number): boolean => trail <= 0x7e || trail >= 0xa1;

const isAdded = (lead: number, trail: number): boolean =>
  lead < 0xa1 ||
  lead >= 0xfa ||
  lead === 0xc7 ||
  lead === 0xc8 ||
  (lead === 0xa3 && trail >= 0xc0) ||
  (lead === 0xc6 && trail >= 0xa1) ||
  (lead === 0xf9 && trail === 0xfe);

/** Makes the index of Big5, with the extensions that WHATWG counts to it. */
export const big5Index = (): PairIndex => {
  const index = pairsOfNode('big5', (lead, trail) => isTrail(trail) && !isAdded(lead, trail));
  const added = Array.from(brotliDecompressSync(readFileSync(addedFile)).toString());
  let at = 0;
  for (let lead = firstLead; lead <= lastLead; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      if (!isTrail(trail) || !isAdded(lead, trail)) continue;
      const character = added[at] ?? '-';
      const pair = (lead << 8) | trail;
      index[pair] = twofold[pair] ?? (character === '-' ? '' : character);
      at += 1;
    }
  }
  return index;
};
