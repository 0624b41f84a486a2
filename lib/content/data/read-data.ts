import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { moduleExtension } from '../../module-extension.ts';
import { runInThread, type ThreadBounds } from '../../run-in-thread.ts';
import type { ApiDescription } from './api-description.ts';
import type { ApiDescribed } from './describe-api.ts';

/** Beside this file; in a bundle, beside the bundle (infra/bundle.ts). */
const workerFile = new URL(`./data-worker${moduleExtension}`, import.meta.url);

/** Bounds of the thread that reads a document. */
const usualBounds: ThreadBounds = {
  cpuMs: limits.dataMs,
  wallMs: limits.dataWallMs,
  heapMb: limits.dataHeapMb,
  threads: limits.documentThreads,
};

/** What a document of data holds beside its text: a description of an API, if it is one. */
export type DataRead =
  | { readonly kind: 'read'; readonly api: ApiDescription | undefined; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly failure: Failure };

const refused = (code: Failure['code'], message: string): DataRead => ({
  kind: 'refused',
  failure: failure(code, message),
});

const unread = (why: string): DataRead => ({
  kind: 'read',
  api: undefined,
  warnings: [`What the document describes was not read: it ${why}`],
});

const readOf = (described: ApiDescribed, url: string): DataRead => {
  switch (described.kind) {
    case 'described':
      return { kind: 'read', api: described.api, warnings: described.api.warnings };
    case 'other':
      return { kind: 'read', api: undefined, warnings: [] };
    case 'invalid':
      return refused(
        'DATA_INVALID',
        `Cannot read ${url}: its source promises JSON or YAML; ${described.problem.slice(0, 300)}`,
      );
  }
};

/**
 * Reads a document of a source that promises JSON or YAML, in a thread with bounds: whether it is one, and what it says
 * if it describes an API (OpenAPI 3, Swagger 2.0). A document that takes too much keeps its text, with a warning.
 *
 * Answers DATA_INVALID for a text that is no such document, and for a description that names no known version or holds
 * nothing; WORKER_BUSY if other work kept the threads or the processor.
 */
export const readData = async (
  text: string,
  url: string,
  bounds: ThreadBounds = usualBounds,
): Promise<DataRead> => {
  const { dataCharactersMax } = limits;
  if (text.length > dataCharactersMax)
    return unread(`has ${text.length} characters, expected at most ${dataCharactersMax}`);
  const run = await runInThread(workerFile, text, bounds);
  switch (run.kind) {
    case 'answered':
      return readOf(run.answer as ApiDescribed, url);
    case 'no-turn':
    case 'too-slow':
      return refused('WORKER_BUSY', `Cannot read ${url} now: other documents kept its reader busy`);
    case 'too-much-cpu':
      return unread(`takes more than ${bounds.cpuMs} ms of CPU`);
    case 'too-much-memory':
      return unread(`takes more than ${bounds.heapMb} MB`);
    case 'failed':
      return unread(`made its reader fail (${run.message.slice(0, 200)})`);
  }
};
