import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

/** Documents that cost whoever reads them more than they cost whoever sends them. */
export interface HostileDocument {
  readonly type: string;
  readonly body: () => string | Buffer;
}

const packed = deflateSync(Buffer.alloc(32 * 1_048_576, 'q '));
const head = '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n';
const page = (contents: string, more = ''): string =>
  `2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]` +
  `/Contents ${contents}${more}>>endobj\n`;
const end = 'trailer<</Root 1 0 R>>\n%%EOF';
const stream = (number: number, dictionary: string, data: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj<<${dictionary}/Length ${data.length}>>stream\n`),
    Buffer.from(data as string, 'latin1'),
    Buffer.from('\nendstream endobj\n'),
  ]);
const pdf = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(
    [head, ...parts, end].map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );

const pdfs: Readonly<Record<string, () => Buffer>> = {
  'many filters': () => pdf(page('4 0 R'), stream(4, `/Filter[${'/FlateDecode'.repeat(50)}]`, packed)),
  'states without end': () => pdf(page('4 0 R'), stream(4, '/Filter/FlateDecode', packed)),
  'a form that draws itself': () =>
    pdf(
      page('4 0 R', '/Resources<</XObject<</F 5 0 R>>>>'),
      stream(4, '', '/F Do'),
      stream(5, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>', '/F Do /F Do'),
    ),
  'a table that names itself': () =>
    pdf(page('4 0 R'), 'xref\n0 1\n0000000000 65535 f\ntrailer<</Prev 0/Root 1 0 R>>startxref 0\n'),
  'an object stream within itself': () =>
    pdf(page('4 0 R'), stream(4, '/Type/ObjStm/N 100000000/First 4/Extends 4 0 R', '4 0 <<>>')),
  'a length that is itself': () =>
    pdf(page('4 0 R'), '4 0 obj<</Length 4 0 R>>stream\nx\nendstream endobj\n'),
  'a picture of four billion points': () =>
    pdf(
      page('4 0 R', '/Resources<</XObject<</I 5 0 R>>>>'),
      stream(4, '', '/I Do'),
      stream(
        5,
        '/Subtype/Image/Width 65535/Height 65535/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode',
        packed,
      ),
    ),
  'a map of all characters': () =>
    pdf(
      page(
        '4 0 R',
        '/Resources<</Font<</F<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 5 0 R>>>>>>',
      ),
      stream(4, '', 'BT /F 9 Tf <00410042> Tj ET'),
      stream(5, '', 'begincmap 1 beginbfrange <00000000> <ffffffff> <00000000> endbfrange endcmap'),
    ),
  'a script': () =>
    pdf(page('4 0 R'), stream(4, '', 'BT ET'), '5 0 obj<</S/JavaScript/JS(while(1){})>>endobj\n'),
  'a tree of a million pages': () =>
    pdf(
      `2 0 obj<</Type/Pages/Kids[${'3 0 R '.repeat(1_000_000)}]/Count 1000000>>endobj\n`,
      '3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n',
    ),
  'texts of brackets': () => pdf(page('4 0 R'), stream(4, '', `BT ${'('.repeat(500_000)} Tj ET`)),
  'dictionaries within each other': () => pdf(page('4 0 R'), `4 0 obj${'<</a'.repeat(100_000)}endobj\n`),
};

const bytes = (hex: string) => (): Buffer => Buffer.from(hex, 'hex');
const images: Readonly<Record<string, HostileDocument>> = {
  'png of four billion points': {
    type: 'image/png',
    body: bytes(`89504e470d0a1a0a0000000d494844520000ffff0000ffff0806000000`),
  },
  'jpeg of four billion points': {
    type: 'image/jpeg',
    body: bytes('ffd8ffc0001108ffffffff03012200021101031101'),
  },
  'gif of many frames': {
    type: 'image/gif',
    body: () =>
      Buffer.concat([Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'), Buffer.alloc(3_000_000, 0x2c)]),
  },
  'webp that is cut off': { type: 'image/webp', body: bytes('52494646ffffffff5745425056503820') },
  'tiff that names itself': { type: 'image/tiff', body: bytes('49492a00080000000000080000000800') },
  'bmp below zero': {
    type: 'image/bmp',
    body: bytes('424dffffffff00000000360000002800000000000080000000800100'),
  },
  'svg that uses itself': {
    type: 'image/svg+xml',
    body: () =>
      `<svg xmlns="http://www.w3.org/2000/svg"><g id="a">${'<use href="#a"/>'.repeat(10)}</g></svg>`,
  },
  'svg with a file': {
    type: 'image/svg+xml',
    body: () =>
      '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' +
      '<svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>',
  },
  'svg that doubles': {
    type: 'image/svg+xml',
    body: () => {
      const twice = Array.from(
        { length: 40 },
        (_, at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}"/></g>`,
      );
      return `<svg xmlns="http://www.w3.org/2000/svg"><g id="g0"/>${twice.join('')}</svg>`;
    },
  },
  'page that is called an image': {
    type: 'image/png',
    body: () => '<script>alert(1)</script>'.repeat(10_000),
  },
};

/** One entry of a ZIP archive, as small as the format lets it be. */
const zip = (name: string, content: Buffer, claimed = content.length): Buffer => {
  const data = deflateRawSync(content);
  const nameBytes = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(claimed, 22);
  local.writeUInt16LE(nameBytes.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  local.copy(central, 6, 4, 30);
  const whole = Buffer.concat([local, nameBytes, data]);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(0x06054b50, 0);
  tail.writeUInt16LE(1, 8);
  tail.writeUInt16LE(1, 10);
  tail.writeUInt32LE(46 + nameBytes.length, 12);
  tail.writeUInt32LE(whole.length, 16);
  return Buffer.concat([whole, central, nameBytes, tail]);
};

const zeros = Buffer.alloc(16 * 1_048_576);
const office = 'application/vnd.openxmlformats-officedocument';
const archives: Readonly<Record<string, HostileDocument>> = {
  'zip with a name that leads elsewhere': {
    type: 'application/zip',
    body: () => zip('../../../etc/cron.d/x', zeros),
  },
  'zip with an absolute name': { type: 'application/zip', body: () => zip('/etc/passwd', Buffer.from('x')) },
  'zip within zips': {
    type: 'application/zip',
    body: () => {
      let inner = zip('a', zeros);
      for (let level = 0; level < 50; level += 1) inner = zip('a.zip', inner);
      return inner;
    },
  },
  'zip that claims little': { type: 'application/zip', body: () => zip('a', zeros, 1) },
  'document that is a bomb': {
    type: `${office}.wordprocessingml.document`,
    body: () => zip('word/document.xml', zeros),
  },
  'sheet that is a bomb': {
    type: `${office}.spreadsheetml.sheet`,
    body: () => zip('xl/sharedStrings.xml', zeros),
  },
  'book that is a bomb': { type: 'application/epub+zip', body: () => zip('mimetype', zeros) },
  'text of OpenDocument': {
    type: 'application/vnd.oasis.opendocument.text',
    body: () => zip('content.xml', zeros),
  },
  'tar in gzip': { type: 'application/gzip', body: () => gzipSync(zeros) },
  'archive without a type': { type: 'application/octet-stream', body: () => zip('a', zeros) },
  'archive that is called a page': { type: 'text/html', body: () => zip('../../x.html', zeros) },
};

export const documents: Readonly<Record<string, HostileDocument>> = {
  ...Object.fromEntries(
    Object.entries(pdfs).map(([name, body]): [string, HostileDocument] => [
      `PDF: ${name}`,
      { type: 'application/pdf', body },
    ]),
  ),
  ...Object.fromEntries(Object.entries(images).map(([name, it]) => [`image: ${name}`, it])),
  ...Object.fromEntries(Object.entries(archives).map(([name, it]) => [`archive: ${name}`, it])),
};

/** Files of `/sitemap.xml`, each on a host of its own: `own` is that host, `inside` what nobody may reach. */
export const sitemaps: Readonly<Record<string, (own: string, inside: string) => string | Buffer>> = {
  'that names itself': (own) =>
    `<sitemapindex><sitemap><loc>${own}/sitemap.xml</loc></sitemap></sitemapindex>`,
  'of a page inside': (_own, inside) => `<urlset><url><loc>${inside}/</loc></url></urlset>`,
  'of a sitemap inside': (_own, inside) =>
    `<sitemapindex><sitemap><loc>${inside}/s.xml</loc></sitemap></sitemapindex>`,
  'of files': () =>
    '<urlset><url><loc>file:///etc/passwd</loc></url><url><loc>javascript:1</loc></url></urlset>',
  'of 500,000 pages': (own) => `<urlset>${`<url><loc>${own}/a</loc></url>`.repeat(500_000)}</urlset>`,
  'of one address without end': (own) =>
    `<urlset><url><loc>${own}/${'a'.repeat(5_000_000)}</loc></url></urlset>`,
  'of 300,000 levels': () => '<urlset>'.repeat(300_000),
  'of entities that double': (own) => {
    const entities = Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join(
      '',
    );
    return `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]><urlset><url><loc>${own}/&e30;</loc></url></urlset>`;
  },
  'with a file as an entity': (own) =>
    `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>${own}/&a;</loc></url></urlset>`,
  'that unpacks to much': () => gzipSync(zeros),
  'in lines without end': (own) => `${own}/a\n`.repeat(700_000),
  'that is not closed': (own) => `<urlset><url><loc>${own}/a<!--${'-'.repeat(3_000_000)}`,
};
