/**
 * The characters of an encoding of two bytes (WHATWG Encoding, "index"), by `lead << 8 | trail`; '' where there is
 * none.
 */
export type PairIndex = readonly string[];

export const firstLead = 0x81;
export const lastLead = 0xfe;

/** Bytes of text that are written at once. */
const pieceBytes = 8_192;

/**
 * Decodes bytes that are ASCII or pairs (WHATWG Encoding, "big5 decoder", "EUC-KR decoder", which differ in their index
 * alone). Bytes that are no character become U+FFFD; an ASCII byte behind a lead stays.
 */
export const decodePairs = (bytes: Uint8Array, index: PairIndex): string => {
  const pieces: string[] = [];
  let piece = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) piece += String.fromCharCode(lead);
    else {
      const trail = bytes[at + 1] ?? 0;
      const character = (lead >= firstLead && lead <= lastLead && index[(lead << 8) | trail]) || '\ufffd';
      piece += character;
      if (character !== '\ufffd' || (lead >= firstLead && lead <= lastLead && trail >= 0x80)) at += 1;
    }
    if (piece.length < pieceBytes) continue;
    pieces.push(piece);
    piece = '';
  }
  return pieces.join('') + piece;
};

/** Returns the characters of the pairs that a decoder of Node reads rightly; `isIts` says which these are. */
export const pairsOfNode = (label: string, isIts: (lead: number, trail: number) => boolean): string[] => {
  const pairs: number[] = [];
  for (let lead = firstLead; lead <= lastLead; lead += 1)
    for (let trail = 0x40; trail <= lastLead; trail += 1)
      if (isIts(lead, trail)) pairs.push((lead << 8) | trail);
  // A line end behind each pair keeps a pair that is none from taking bytes of the next.
  const bytes = Uint8Array.from(pairs.flatMap((pair) => [pair >> 8, pair & 0xff, 0x0a]));
  const index: string[] = [];
  for (const [at, text] of new TextDecoder(label).decode(bytes).split('\n').entries()) {
    const pair = pairs[at];
    if (pair !== undefined) index[pair] = /[\ufffd\p{Co}]/u.test(text) ? '' : text;
  }
  return index;
};
