/**
 * The characters of windows-1252 where Latin-1 has control characters, for the bytes 0x80 to 0x9F (WHATWG Encoding,
 * index).
 */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/**
 * Repairs text that a decoder left with control characters: Node 20, and Node 24 before 24.14, decode windows-1252 as
 * Latin-1. Correctly decoded text stays as it is.
 */
export const mendWindows1252 = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => upper[control.charCodeAt(0) - 0x80] ?? control);
