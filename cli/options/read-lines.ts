import type { Checked } from './arguments.ts';
import { readFileText } from './read-file-text.ts';

/** How a line is read: a value, or what is wrong with it. */
type ReadLine = (line: string) => Checked<string>;

/** Reads the lines of a text; skips empty lines and those that begin with `#`. */
const linesIn = (content: string, name: string, read: ReadLine): Checked<string[]> => {
  const values: string[] = [];
  for (const [at, line] of content.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const value = read(trimmed);
    if (!value.ok) return { ok: false, message: `${name}, line ${at + 1}: ${value.message}` };
    values.push(value.value);
  }
  return { ok: true, value: values };
};

const readFrom = async (name: string, read: ReadLine): Promise<Checked<string[]>> => {
  const content = await readFileText(name);
  return content.ok ? linesIn(content.value, name === '-' ? 'stdin' : name, read) : content;
};

/**
 * Returns what the user named: as operands, of which `-` is stdin, and in files, one a line. In the given order, each
 * once.
 *
 * @param what What is expected if there is nothing, in the plural.
 */
export const readNamedLines = async (
  operands: readonly string[],
  files: readonly string[],
  read: ReadLine,
  what: string,
): Promise<Checked<string[]>> => {
  const values: string[] = [];
  for (const operand of operands) {
    if (operand === '-') continue;
    const value = read(operand);
    if (!value.ok) return value;
    values.push(value.value);
  }
  for (const name of [...files, ...operands.filter((operand) => operand === '-')]) {
    const named = await readFrom(name, read);
    if (!named.ok) return named;
    values.push(...named.value);
  }
  const unique = [...new Set(values)];
  return unique.length === 0
    ? { ok: false, message: `expected ${what}: as arguments, in a file with --file, or on stdin with -` }
    : { ok: true, value: unique };
};
