import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * `npm run pack-cmaps -- pdfjs-dist/cmaps`: packs the predefined CMaps (ISO 32000-1, 9.7.5.2) into the file that the
 * reader of PDFs unpacks (`lib/fetch/pdf/read-cmaps.ts`), and copies their licence beside it. They come from the
 * release of pdfjs-dist whose code unpdf holds; with that release only they are needed, and it has 40 MB.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error('Cannot pack CMaps: name their folder, such as pdfjs-dist/cmaps');
const target = resolve(import.meta.dirname, '../../lib/fetch/pdf');
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.bcmap'))
  .toSorted();
const contents = names.map((name) => readFileSync(join(folder, name)));
const index = names.map((name, at) => [name, contents[at]?.length ?? 0]);
const packed = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...contents]);
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: packed.length };
writeFileSync(join(target, 'cmaps.br'), brotliCompressSync(packed, { params }));
writeFileSync(
  join(target, 'cmaps.LICENSE.txt'),
  readFileSync(join(folder, 'LICENSE'), 'utf8')
    .replace(/^%%Copyright: ?/gm, '')
    .replace(/[ \t]+$/gm, ''),
);
