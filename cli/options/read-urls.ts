import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { readPageUrl, type Checked } from './arguments.ts';

/** Returns the URLs of a text, one a line; skips empty lines and those that begin with `#`. */
const urlsIn = (content: string, name: string): Checked<string[]> => {
  const urls: string[] = [];
  for (const [at, line] of content.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const url = readPageUrl(trimmed);
    if (!url.ok) return { ok: false, message: `${name}, line ${at + 1}: ${url.message}` };
    urls.push(url.value);
  }
  return { ok: true, value: urls };
};

const readNamed = async (name: string): Promise<Checked<string[]>> => {
  try {
    const content = name === '-' ? await text(process.stdin) : await readFile(name, 'utf8');
    return urlsIn(content, name === '-' ? 'stdin' : name);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return { ok: false, message: `Cannot read ${name}: ${error.message}` };
  }
};

/**
 * Returns the pages that the user named: as operands, of which `-` is stdin, and in files. In the given order, each
 * once.
 */
export const readUrls = async (
  operands: readonly string[],
  files: readonly string[],
): Promise<Checked<string[]>> => {
  const urls: string[] = [];
  for (const operand of operands) {
    if (operand === '-') continue;
    const url = readPageUrl(operand);
    if (!url.ok) return url;
    urls.push(url.value);
  }
  for (const name of [...files, ...operands.filter((operand) => operand === '-')]) {
    const read = await readNamed(name);
    if (!read.ok) return read;
    urls.push(...read.value);
  }
  const unique = [...new Set(urls)];
  return unique.length === 0
    ? { ok: false, message: 'expected URLs: as arguments, in a file with --file, or on stdin with -' }
    : { ok: true, value: unique };
};
