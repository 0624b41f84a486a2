import { parseArgs, type ParseArgsConfig } from 'node:util';
import { parseMistake } from '../../cli/options/arguments.ts';
import { exitCodes } from '../../cli/exit-code.ts';

/** Ends a command for developers whose command line is wrong, with one sentence. */
export const refuseArguments: (message: string) => never = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(exitCodes.usage);
};

type Options = NonNullable<ParseArgsConfig['options']>;

const usageOf = (command: string, options: Options, takesOperands: boolean): string => {
  const parts = Object.entries(options).map(([name, { type, multiple, default: usual }]) => {
    const value = type === 'string' ? ` ${name.toUpperCase()}` : '';
    const shown = typeof usual === 'string' && usual !== '' ? ` (${usual})` : '';
    return `  --${name}${value}${shown}${multiple === true ? ', several times' : ''}\n`;
  });
  const begun = command.startsWith('npm run ') ? `${command} --` : command;
  return `Usage: ${begun} [options]${takesOperands ? ' [operands]' : ''}\n${parts.join('')}`;
};

/**
 * Reads the command line of a command for developers as `parseArgs` does. `--help` prints its options with their usual
 * values and ends with 0; a mistake is told in one sentence, and ends with 2.
 *
 * @param command What is typed, such as `npm run chaos`.
 */
export const commandArguments = <const Config extends ParseArgsConfig>(
  command: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  const { options = {}, allowPositionals = false } = config;
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(usageOf(command, options, allowPositionals));
    process.exit(exitCodes.completed);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const message = parseMistake(error, command, Object.keys(options));
    if (message === null) throw error;
    return refuseArguments(message);
  }
};
