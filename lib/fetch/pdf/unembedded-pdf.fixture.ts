/** A font that a PDF names and does not hold: how its strings are encoded, and the collection of its characters. */
export interface UnembeddedFont {
  /** A predefined CMap, such as `90ms-RKSJ-H`. */
  readonly cmap: string;
  /** The ordering of its characters (`Japan1`, `GB1`, `CNS1`, `Korea1`). */
  readonly ordering: string;
}

/** A font of Japanese, whose strings are UTF-16. */
export const japanese: UnembeddedFont = { cmap: 'UniJIS-UCS2-H', ordering: 'Japan1' };

/** Returns the hexadecimal digits of a text in UTF-16, big-endian. */
export const utf16Hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

/**
 * Makes a PDF of one page whose lines, in hexadecimal digits, are drawn in such a font; then, in Helvetica, `latin`.
 */
export const makeUnembeddedPdf = (
  { cmap, ordering }: UnembeddedFont,
  lines: readonly string[],
  latin: readonly string[] = [],
): Uint8Array => {
  const drawn = [
    'BT 50 780 Td 16 TL /F1 12 Tf',
    ...lines.map((hex) => `<${hex}> Tj T*`),
    '/F2 12 Tf',
    ...latin.map((text) => `(${text}) Tj T*`),
    'ET',
  ].join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 8 0 R>>>>>>',
    `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
    `<</Type/Font/Subtype/Type0/BaseFont/Mincho/Encoding/${cmap}/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/Mincho/FontDescriptor 7 0 R/DW 1000/CIDSystemInfo` +
      `<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>>>`,
    '<</Type/FontDescriptor/FontName/Mincho/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880' +
      '/Descent -120/CapHeight 700/StemV 80>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ];
  // Without a table of its objects, a reader looks for them.
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.5\n${body}trailer\n<</Size 9/Root 1 0 R>>\n%%EOF\n`, 'latin1');
};
