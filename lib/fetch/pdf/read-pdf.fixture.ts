import { readPdf, type Pdf, type PdfBounds } from './read-pdf.ts';

/** A machine that others keep busy takes long over a PDF, and longer before it is the turn of the last one. */
export const patient: PdfBounds = {
  cpuMs: 600_000,
  wallMs: 600_000,
  heapMb: 384,
  threads: 2,
  pagesMax: 2_000,
  charactersMax: 10_000_000,
};

/** Reads a PDF that can be read. */
export const readWholePdf = async (bytes: Uint8Array, bounds: Partial<PdfBounds> = {}): Promise<Pdf> => {
  const read = await readPdf(bytes, 'https://example.com/a.pdf', { ...patient, ...bounds });
  if (read.kind === 'refused') throw new Error(read.failure.message);
  return read;
};
