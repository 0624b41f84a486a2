import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import * as z from 'zod';

/** Beside this file; in a bundle, beside the bundle (infra/bundle.ts). Made by infra/cmaps/pack-cmaps.ts. */
const packFile = new URL('./cmaps.br', import.meta.url);

/** Names of CMaps and their sizes in bytes, in the order in which they follow one another. */
const indexSchema = z.array(z.tuple([z.string(), z.number()]));

const unpack = async (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const bytes = await promisify(brotliDecompress)(await readFile(packFile));
  const head = bytes.indexOf('\n');
  const cmaps = new Map<string, Uint8Array>();
  let at = head + 1;
  for (const [name, size] of indexSchema.parse(JSON.parse(bytes.toString('utf8', 0, head)))) {
    cmaps.set(name, new Uint8Array(bytes.subarray(at, at + size)));
    at += size;
  }
  return cmaps;
};

let unpacked: Promise<ReadonlyMap<string, Uint8Array>> | null = null;

/**
 * Gives pdf.js the predefined CMaps (ISO 32000-1, 9.7.5.2): how codes of Shift_JIS, GBK, Big5, UHC and others become
 * characters in the fonts that a PDF names and does not hold. They are unpacked, 1.2 MB, with the first font that needs
 * one.
 */
export class PackedCmaps {
  /** @throws {Error} for a CMap that is not among them, and for other files of pdf.js, which no text needs. */
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const cmap = kind === 'cMapUrl' ? (await (unpacked ??= unpack())).get(filename) : undefined;
    if (cmap === undefined) throw new Error(`Cannot read ${filename}: it is not among the packed files`);
    return cmap;
  }
}
