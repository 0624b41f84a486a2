import { parseArgs } from 'node:util';
import * as z from 'zod';
import type { Command, OptionValues } from '../command.ts';
import { clashIn } from './clash.ts';
import { expectedWords } from '../../lib/expected-words.ts';
import { suggestName } from '../../lib/suggest-name.ts';
import { usageEnding, type CommandEnding } from '../exit-code.ts';

export type ParsedArguments =
  | {
      readonly kind: 'run';
      readonly operand: string;
      /** Including the first one. */
      readonly operands: readonly string[];
      readonly values: OptionValues;
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'usage'; readonly message: string };

/** Converts a table of options for `parseArgs`. */
export const parserOptions = (
  options: Command['options'],
): Record<string, { type: 'string' | 'boolean'; multiple?: true }> =>
  Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple }]) => [
      name,
      multiple === true ? { type, multiple } : { type },
    ]),
  );

/**
 * Describes a mistake that `parseArgs` found, for people; for an unknown option it suggests the one that was probably
 * meant. Returns null for an error that is not the user's; `parseArgs` throws for every mistake of the user.
 */
export const parseMistake = (error: unknown, command: string, options: readonly string[]): string | null => {
  if (!(error instanceof TypeError && 'code' in error)) return null;
  const typed = /^Unknown option '(-[^']*)'/.exec(error.message)?.[1];
  if (typed === undefined) return error.message;
  if (typed === '--key')
    return 'every user of this machine can read a key in a command line: set GLEANER_KEY, or give --key-file FILE';
  const meant = suggestName(typed.replace(/^-+/, ''), options);
  return `${command} has no option ${typed}${meant === undefined ? '' : `: did you mean --${meant}?`}`;
};

/** Parses the arguments behind the command's name. `--help` wins over any mistake beside it. */
export const parseArguments = (command: Command, argv: readonly string[]): ParsedArguments => {
  const beforeTerminator = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  if (beforeTerminator.includes('--help') || beforeTerminator.includes('-h')) return { kind: 'help' };
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: parserOptions(command.options),
      allowPositionals: true,
    });
    const [operand, ...rest] = positionals;
    if (operand === undefined && command.mayBeBare !== true) {
      return { kind: 'usage', message: `${command.operand} is missing` };
    }
    if (operand !== undefined && command.operand === '') {
      return { kind: 'usage', message: `expected only options, found ${positionals.join(' ')}` };
    }
    if (rest.length > 0 && command.takesMany !== true) {
      return {
        kind: 'usage',
        message: `expected one ${command.operand}, found ${positionals.length}: ${positionals.join(' ')}`,
      };
    }
    const clash = clashIn(command, values, positionals);
    if (clash !== null) return { kind: 'usage', message: clash };
    return { kind: 'run', operand: operand ?? '', operands: positionals, values };
  } catch (error) {
    const message = parseMistake(error, command.name, Object.keys(command.options));
    if (message === null) throw error;
    return { kind: 'usage', message };
  }
};

/** Reads a number of at least `min` from a command line. */
export const numberOption = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .refine((text) => /^\d+(?:\.\d+)?$/.test(text), `expected a number of at least ${min}`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `expected a number of at least ${min}`)
        .max(max, `expected a number of at most ${max}`),
    );

/** Reads a whole number of at least `min` from a command line. */
export const wholeNumberOption = (min: number) =>
  z
    .string()
    .refine((text) => /^\d{1,15}$/.test(text), `expected a whole number of at least ${min}`)
    .transform(Number)
    .pipe(z.number().min(min, `expected a whole number of at least ${min}`));

/** Reads names separated by commas; spaces around them do not count. */
export const namesOption = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine((names) => names.every((name) => name !== ''), 'expected names separated by commas');

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

/** Reads the options of a command by its schema. The message names the first option that is wrong. */
export const readOptions = <T>(schema: z.ZodType<T>, values: OptionValues): Checked<T> => {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const name = String(issue?.path[0] ?? '');
  const all = values[name];
  const given = Array.isArray(all) ? (all as readonly unknown[])[Number(issue?.path[1] ?? 0)] : all;
  const found = typeof given === 'string' ? `, found "${given}"` : '';
  return {
    ok: false,
    message: `--${name}: ${issue === undefined ? 'malformed' : expectedWords(issue)}${found}`,
  };
};

/** Runs a command if its schema accepts the options; otherwise says which option is wrong. */
export const withOptions =
  <T>(
    schema: z.ZodType<T>,
    act: (operand: string, options: T, operands: readonly string[]) => Promise<CommandEnding>,
  ): Command['run'] =>
  async (operand, values, operands) => {
    const options = readOptions(schema, values);
    return options.ok ? await act(operand, options.value, operands) : usageEnding(options.message);
  };

/**
 * Reads the page that a user named: `example.com` is taken as https; a bare IP address or `localhost` as http, because
 * servers there mostly speak http.
 */
export const readPageUrl = (text: string): Checked<string> => {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const local = /^(?:localhost|\[|\d{1,3}(?:\.\d{1,3}){3})(?:[:/]|$)/i.test(text);
  const url = URL.parse(hasScheme ? text : `${local ? 'http' : 'https'}://${text}`);
  if (url === null) return { ok: false, message: `<url>: expected a web address, found "${text}"` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { ok: false, message: `<url>: expected http or https, found "${text}"` };
  }
  return { ok: true, value: url.href };
};
