/**
 * A page of a PDF: a list of lines with the size of their letters, a list of texts with their places, drawn in this
 * order, or one picture.
 */
export type FixturePage =
  | readonly (readonly [text: string, size: number])[]
  | { readonly drawn: readonly (readonly [text: string, size: number, x: number, y: number])[] }
  | 'picture';

const literal = (text: string): string => text.replace(/[\\()]/g, '\\$&');

const contentOf = (page: FixturePage): string => {
  if (page === 'picture') return 'q 500 0 0 700 50 50 cm /Im0 Do Q';
  if ('drawn' in page) {
    return page.drawn
      .map(([text, size, x, y]) => `BT /F0 ${size} Tf ${x} ${y} Td (${literal(text)}) Tj ET`)
      .join('\n');
  }
  let y = 760;
  return page
    .map(([text, size]) => {
      const line = `BT /F0 ${size} Tf 60 ${y} Td (${literal(text)}) Tj ET`;
      y -= size * (text === '' ? 1 : 1.3);
      return line;
    })
    .join('\n');
};

/** What a PDF has beside its pages. */
export interface FixtureFacts {
  /** Entries of its information dictionary. */
  readonly info?: Readonly<Record<string, string>>;
  /** A URL to which its first page links. */
  readonly link?: string;
  /** Entries of annotations of its first page: `/Subtype /FreeText /Contents (a note) /Rect [0 0 9 9]`. */
  readonly annotations?: readonly string[];
}

/** Makes the bytes of a PDF. */
export const makePdf = (
  pages: readonly FixturePage[],
  { info = {}, link, annotations = [] }: FixtureFacts = {},
): Uint8Array => {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const stream = (dictionary: string, body: string): string =>
    `<< ${dictionary} /Length ${Buffer.byteLength(body, 'latin1')} >>\nstream\n${body}\nendstream`;
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const image = add(
    stream(
      '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
      'abcd',
    ),
  );
  const links =
    link === undefined ? [] : [`/Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (${literal(link)}) >>`];
  const annots = [...links, ...annotations].map((one) => `${add(`<< /Type /Annot ${one} >>`)} 0 R`).join(' ');
  const tree = objects.length + 2 * pages.length + 1;
  const kids = pages.map((page, index) => {
    const content = add(stream('', contentOf(page)));
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R ` +
        `${index === 0 ? `/Annots [${annots}]` : ''} ` +
        `/Resources << /Font << /F0 ${font} 0 R >> /XObject << /Im0 ${image} 0 R >> >> >>`,
    );
  });
  add(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`);
  const catalog = add(`<< /Type /Catalog /Pages ${tree} 0 R /AcroForm << /Fields [${annots}] >> >>`);
  const facts = add(
    `<< ${Object.entries(info)
      .map(([name, value]) => `/${name} (${literal(value)})`)
      .join(' ')} >>`,
  );
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = body.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  body +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} ` +
    `/Root ${catalog} 0 R /Info ${facts} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
};
