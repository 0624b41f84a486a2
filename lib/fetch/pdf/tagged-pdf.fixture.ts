/** What a content stream draws: a text with its mark, or an artifact. */
const drawn = [
  ['/Artifact BMC', '(Ministry of Lamps) Tj', 760],
  ['/H1 <</MCID 0>> BDC', '(Rules of the house) Tj', 720],
  ['/P <</MCID 1>> BDC', '(They hold for everybody who lives here.) Tj', 690],
  ['/LBody <</MCID 2>> BDC', '(Close the door) Tj', 660],
  ['/LBody <</MCID 3>> BDC', '(Feed the cat) Tj', 640],
] as const;

const content = drawn.map(([mark, text, y]) => `${mark} BT /F1 12 Tf 60 ${y} Td ${text} ET EMC`).join('\n');

/** Writes an element of the tree of tags: its parent, and its marked text or its elements. */
const element = (role: string, parent: number, kids: string): string =>
  `<</Type/StructElem/S/${role}/P ${parent} 0 R/Pg 3 0 R/K ${kids}>>`;

/** A tagged PDF of one page. The signs of its list are drawn as shapes, so that only its tags tell of a list. */
export const taggedPdf = (): Uint8Array => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/StructParents 0/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    // The program calls its headings by a name of its own.
    '<</Type/StructTreeRoot/K 7 0 R/RoleMap<</Heading#201/H1>>/ParentTree<</Nums[0[8 0 R 9 0 R 12 0 R 13 0 R]]>>>>',
    element('Document', 6, '[8 0 R 9 0 R 10 0 R]'),
    element('Heading#201', 7, '0'),
    element('P', 7, '1'),
    element('L', 7, '[11 0 R 14 0 R]'),
    element('LI', 10, '12 0 R'),
    element('LBody', 11, '2'),
    element('LBody', 14, '3'),
    element('LI', 10, '13 0 R'),
  ];
  // Without a table of its objects, a reader looks for them.
  const file = ['%PDF-1.7', ...objects.map((body, at) => `${at + 1} 0 obj\n${body}\nendobj`)];
  return Buffer.from(
    `${file.join('\n')}\ntrailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF\n`,
    'latin1',
  );
};
