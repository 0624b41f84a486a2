import { Worker } from 'node:worker_threads';
import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { moduleExtension } from '../../module-extension.ts';

/** The text of a PDF and its metadata. Dates are ISO 8601 days. */
export interface Pdf {
  readonly kind: 'read';
  readonly markdown: string;
  readonly pages: number;
  readonly pagesRead: number;
  /** As they stand in the file. */
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
  | { readonly kind: 'scanned'; readonly pages: number }
  | { readonly kind: 'encrypted' | 'unreadable'; readonly message: string };

export type PdfRead = Pdf | { readonly kind: 'refused'; readonly failure: Failure };

/** Beside this file; in a bundle, beside the bundle (infra/bundle.ts). */
const workerFile = new URL(`./pdf-worker${moduleExtension}`, import.meta.url);

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
    case 'encrypted':
      return refused('CONTENT_UNREADABLE', `Cannot read ${url}: its PDF wants a password`);
    case 'unreadable':
      return refused(
        'CONTENT_UNREADABLE',
        `Cannot read ${url}: its PDF is broken (${answer.message.slice(0, 200)})`,
      );
  }
};

/** How often a thread's processor time is measured. */
const meterMs = 250;

const readInThread = async (bytes: Uint8Array, url: string): Promise<PdfRead> => {
  const { promise, resolve } = Promise.withResolvers<PdfRead>();
  const worker = new Worker(workerFile, {
    workerData: { bytes, pagesMax: limits.pdfPagesMax, charactersMax: limits.pdfCharactersMax },
    resourceLimits: { maxOldGenerationSizeMb: limits.pdfHeapMb },
    // The reader's messages about a broken file are not shown.
    stdout: true,
    stderr: true,
  });
  // Only the thread's own processor time counts; its waiting for a processor is the fault of the work beside it.
  const meter = setInterval(() => {
    worker.cpuUsage().then(
      ({ user, system }) => {
        const ms = Math.round((user + system) / 1_000);
        if (ms > limits.pdfMs) resolve(tooComplex(url, `took more than ${limits.pdfMs} ms of CPU`));
      },
      () => undefined,
    );
  }, meterMs);
  const timer = setTimeout(
    () =>
      resolve(
        refused('WORKER_BUSY', `Cannot read ${url} now: its PDF is not read after ${limits.pdfWallMs} ms`),
      ),
    limits.pdfWallMs,
  );
  worker.once('message', (answer: PdfResult) => resolve(readOf(answer, url)));
  worker.once('error', (error: Error) => {
    const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    resolve(
      outOfMemory
        ? tooComplex(url, `took more than ${limits.pdfHeapMb} MB`)
        : refused(
            'CONTENT_UNREADABLE',
            `Cannot read ${url}: the reader of its PDF failed (${error.message})`,
          ),
    );
  });
  worker.once('exit', () =>
    resolve(refused('CONTENT_UNREADABLE', `Cannot read ${url}: the reader of its PDF ended`)),
  );
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(meter);
    await worker.terminate();
  }
};

/** Threads at work, and the calls that wait for one, first come first served. */
let working = 0;
const waiting: (() => void)[] = [];

/** Waits for a turn; false if none came within `limits.pdfMs`. A caller that got one has to give it back. */
const takeTurn = async (): Promise<boolean> => {
  if (working < limits.pdfThreads) {
    working += 1;
    return true;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const take = (): void => resolve(true);
  waiting.push(take);
  const timer = setTimeout(() => {
    const at = waiting.indexOf(take);
    if (at === -1) return;
    waiting.splice(at, 1);
    resolve(false);
  }, limits.pdfMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
};

const giveTurnBack = (): void => {
  const next = waiting.shift();
  if (next === undefined) working -= 1;
  else next();
};

/**
 * Reads a PDF in a thread of its own, which ends after `limits.pdfMs` of CPU or beyond `limits.pdfHeapMb`. The reader's
 * code is loaded with the first PDF of a process.
 *
 * Answers PDF_NEEDS_OCR for a PDF of pictures alone, CONTENT_UNREADABLE for one that is broken or encrypted, and
 * CONTENT_TOO_COMPLEX for one that takes too much; WORKER_BUSY if other work kept the threads or the processor.
 *
 * @param bytes Are copied, not taken.
 */
export const readPdf = async (bytes: Uint8Array, url: string): Promise<PdfRead> => {
  if (!(await takeTurn()))
    return refused(
      'WORKER_BUSY',
      `Cannot read ${url} now: other PDFs kept its reader for ${limits.pdfMs} ms`,
    );
  try {
    return await readInThread(bytes, url);
  } finally {
    giveTurnBack();
  }
};
