import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { OptionValues } from '../command.ts';
import type { Checked } from './arguments.ts';

/**
 * Says whether a text is one key: a word of printable characters, so that it can be sent in a header. An error about
 * such a header would show the key.
 */
export const isOneKey = (text: string): boolean => /^[\x21-\x7e]{1,512}$/.test(text);

/** Returns the content of a file or, for `-`, of stdin. */
const readGiven = async (path: string): Promise<string> =>
  path === '-' ? await text(process.stdin) : readFileSync(path, 'utf8');

/**
 * Adds the key from the file that `--key-file` names. In the command line itself every user of the machine could read
 * it (`ps`, `/proc/PID/cmdline`), and the shell's history would keep it.
 */
export const readKeyFile = async (values: OptionValues): Promise<Checked<OptionValues>> => {
  const path = values['key-file'];
  if (typeof path !== 'string') return { ok: true, value: values };
  try {
    const key = (await readGiven(path)).trim();
    if (isOneKey(key)) return { ok: true, value: { ...values, key } };
    return {
      ok: false,
      message: `--key-file: expected a file that holds one key and nothing else, found "${path}"`,
    };
  } catch (error) {
    return { ok: false, message: `--key-file: cannot read "${path}": ${(error as Error).message}` };
  }
};
