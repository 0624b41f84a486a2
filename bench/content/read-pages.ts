import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TruePage } from './corpus.ts';

/** What a reader says of a page. */
export interface ReaderOutput {
  readonly text: string;
  readonly headline: string | null;
  readonly author: string | null;
  readonly date: string | null;
  /** How the main content was found, in the reader's words. */
  readonly how: string;
  readonly error?: string;
}

export interface PageReader {
  readonly name: string;
  /** Arguments of `read-worker.ts`. */
  readonly run: readonly string[];
  /**
   * What the answers depend on beside the page; they are kept by it between runs. Null where they are always asked
   * anew.
   */
  readonly version: string | null;
}

const pageSeconds = 60;
const silent: ReaderOutput = { text: '', headline: null, author: null, date: null, how: '' };

const start = async (reader: PageReader): Promise<ChildProcess> => {
  const worker = fork(join(import.meta.dirname, 'read-worker.ts'), [...reader.run], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(worker, 'message');
  return worker;
};

const ask = async (worker: ChildProcess, { file, url }: TruePage): Promise<ReaderOutput | null> => {
  const answer = once(worker, 'message', { signal: AbortSignal.timeout(pageSeconds * 1_000) });
  worker.send({ file, url });
  try {
    const [said] = (await answer) as [ReaderOutput];
    return said;
  } catch {
    return null;
  }
};

/** Reads pages one after another; one that takes longer than a minute is given up with its process. */
const readAll = async (
  reader: PageReader,
  pages: readonly TruePage[],
): Promise<Map<string, ReaderOutput>> => {
  const answers = new Map<string, ReaderOutput>();
  let worker = await start(reader);
  try {
    for (const page of pages) {
      const said = await ask(worker, page);
      answers.set(page.id, said ?? { ...silent, error: `no answer in ${pageSeconds} s` });
      if (said !== null) continue;
      worker.kill('SIGKILL');
      worker = await start(reader);
    }
  } finally {
    worker.kill();
  }
  return answers;
};

/** What a reader says of pages, by their ids. A peer's answers are kept in the system's temporary folder. */
export const readBenchPages = async (
  reader: PageReader,
  pages: readonly TruePage[],
): Promise<Map<string, ReaderOutput>> => {
  if (reader.version === null) return readAll(reader, pages);
  const key = createHash('sha256').update(`${reader.name} ${reader.version}`).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), 'gleaner-bench-content');
  const file = join(folder, `${reader.name}-${key}.json`);
  const kept = new Map<string, ReaderOutput>(
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, ReaderOutput][]) : [],
  );
  const missing = pages.filter(({ id }) => !kept.has(id));
  if (missing.length > 0) {
    for (const [id, said] of await readAll(reader, missing)) kept.set(id, said);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify([...kept]));
  }
  return new Map(pages.map(({ id }) => [id, kept.get(id) ?? silent]));
};
