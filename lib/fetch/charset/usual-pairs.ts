/**
 * First bytes of pairs that hold frequent characters: punctuation, kana, syllables and the first level of Han. Text
 * that is read in a wrong encoding has others as well.
 */
const usualLeads: Readonly<Record<string, readonly (readonly [first: number, last: number])[]>> = {
  shift_jis: [
    [0x81, 0x83],
    [0x88, 0x97],
  ],
  'euc-jp': [
    [0xa1, 0xa5],
    [0xb0, 0xcf],
  ],
  'euc-kr': [
    [0xa1, 0xa3],
    [0xb0, 0xc8],
  ],
  gb18030: [
    [0xa1, 0xa3],
    [0xb0, 0xd7],
  ],
  big5: [
    [0xa1, 0xa1],
    [0xa4, 0xc6],
  ],
};

/**
 * Returns the share of the pairs of bytes in a text that begin as frequent characters of this encoding do, 0 to 1; null
 * for an encoding without pairs.
 */
export const shareOfUsualPairs = (encoding: string, bytes: Uint8Array): number | null => {
  const leads = usualLeads[encoding];
  if (leads === undefined) return null;
  let [usual, all] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    all += 1;
    if (leads.some(([first, last]) => byte >= first && byte <= last)) usual += 1;
    at += 1;
  }
  return all === 0 ? 0 : usual / all;
};
