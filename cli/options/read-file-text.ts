import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Checked } from './arguments.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
  EPERM: 'you may not read it',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'its symbolic links lead in a circle',
};

/** Says as the end of a sentence why the system refused a file; null for an error that is none of the system's. */
export const whyUnreadable = (error: unknown): string | null =>
  error instanceof Error && 'syscall' in error
    ? (reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message)
    : null;

/** Reads a text from a file, or from stdin where the name is `-`. */
export const readFileText = async (name: string): Promise<Checked<string>> => {
  try {
    return { ok: true, value: name === '-' ? await text(process.stdin) : await readFile(name, 'utf8') };
  } catch (error) {
    const why = whyUnreadable(error);
    if (why === null) throw error;
    return { ok: false, message: `Cannot read ${name === '-' ? 'stdin' : name}: ${why}` };
  }
};
