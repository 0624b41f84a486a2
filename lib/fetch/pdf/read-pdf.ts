import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { moduleExtension } from '../../module-extension.ts';
import type { PdfPageText } from './pdf-text.ts';
import { runInThread, type ThreadBounds } from '../../run-in-thread.ts';

/** The text of a PDF and its metadata. Links and dates are as they stand in the file (`D:20240131120000Z`). */
export interface Pdf {
  readonly kind: 'read';
  /** The pages that were read: all of them, or the first ones up to `limits.pdfPagesMax` and `pdfCharactersMax`. */
  readonly texts: readonly PdfPageText[];
  /** Of heads and feet that pages have in common, and that are not in `texts`; without white space. */
  readonly repeatedCharacters: number;
  /** Of text in fonts that cannot be read, and that is not in `texts`; an estimate, without white space. */
  readonly unreadCharacters: number;
  /** Numbers of pages that are damaged, so that they were not read, or not as a whole. */
  readonly damagedPages: readonly number[];
  readonly pages: number;
  readonly links: readonly string[];
  readonly title: string | null;
  readonly author: string | null;
  readonly description: string | null;
  readonly keywords: string | null;
  readonly language: string | null;
  readonly createdAt: string | null;
  readonly modifiedAt: string | null;
}

/** The answer of the thread that reads a PDF. */
export type PdfResult =
  | Pdf
  | { readonly kind: 'scanned' | 'unread'; readonly pages: number }
  | { readonly kind: 'encrypted' | 'unreadable'; readonly message: string };

export type PdfRead = Pdf | { readonly kind: 'refused'; readonly failure: Failure };

/** Beside this file; in a bundle, beside the bundle (infra/bundle.ts). */
const workerFile = new URL(`./pdf-worker${moduleExtension}`, import.meta.url);

/** What is read of a PDF: pages, and characters after which no further page is read; and what its thread may take. */
export interface PdfBounds extends ThreadBounds {
  readonly pagesMax: number;
  readonly charactersMax: number;
}

const usualBounds: PdfBounds = {
  cpuMs: limits.pdfMs,
  wallMs: limits.pdfWallMs,
  heapMb: limits.pdfHeapMb,
  threads: limits.documentThreads,
  pagesMax: limits.pdfPagesMax,
  charactersMax: limits.pdfCharactersMax,
};

const refused = (code: Failure['code'], message: string): PdfRead => ({
  kind: 'refused',
  failure: failure(code, message),
});

const tooComplex = (url: string, why: string): PdfRead =>
  refused('CONTENT_TOO_COMPLEX', `Cannot read ${url}: its PDF ${why}`);

const readOf = (answer: PdfResult, url: string): PdfRead => {
  switch (answer.kind) {
    case 'read':
      return answer;
    case 'scanned':
      return refused(
        'PDF_NEEDS_OCR',
        `Cannot read ${url}: its PDF of ${answer.pages} pages holds pictures of text, and no text`,
      );
    case 'unread':
      return refused(
        'CONTENT_UNREADABLE',
        `Cannot read ${url}: its PDF of ${answer.pages} pages holds text only in fonts whose ` +
          'characters cannot be told',
      );
    case 'encrypted':
      return refused('CONTENT_UNREADABLE', `Cannot read ${url}: its PDF wants a password`);
    case 'unreadable':
      return refused(
        'CONTENT_UNREADABLE',
        `Cannot read ${url}: its PDF is broken (${answer.message.slice(0, 200)})`,
      );
  }
};

/**
 * Reads a PDF in a thread of its own, which ends after `limits.pdfMs` of CPU or beyond `limits.pdfHeapMb`. The reader's
 * code is loaded with the first PDF of a process.
 *
 * Answers PDF_NEEDS_OCR for a PDF of pictures alone, CONTENT_UNREADABLE for one that is broken or encrypted or whose
 * fonts all fail, and CONTENT_TOO_COMPLEX for one that takes too much; WORKER_BUSY if other work kept the threads or
 * the processor.
 *
 * @param bytes Are copied, not taken.
 */
export const readPdf = async (
  bytes: Uint8Array,
  url: string,
  bounds: PdfBounds = usualBounds,
): Promise<PdfRead> => {
  const { cpuMs, wallMs, heapMb, pagesMax, charactersMax } = bounds;
  const run = await runInThread(workerFile, { bytes, pagesMax, charactersMax }, bounds);
  switch (run.kind) {
    case 'answered':
      return readOf(run.answer as PdfResult, url);
    case 'no-turn':
      return refused(
        'WORKER_BUSY',
        `Cannot read ${url} now: other documents kept its reader for ${cpuMs} ms`,
      );
    case 'too-slow':
      return refused('WORKER_BUSY', `Cannot read ${url} now: its PDF is not read after ${wallMs} ms`);
    case 'too-much-cpu':
      return tooComplex(url, `took more than ${cpuMs} ms of CPU`);
    case 'too-much-memory':
      return tooComplex(url, `took more than ${heapMb} MB`);
    case 'failed':
      return refused(
        'CONTENT_UNREADABLE',
        `Cannot read ${url}: the reader of its PDF failed (${run.message.slice(0, 200)})`,
      );
  }
};
