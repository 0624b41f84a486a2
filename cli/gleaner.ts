#!/usr/bin/env node
import { NotWritten } from './output/write-page.ts';
import './node-20-support.ts';
import { parseArguments } from './options/arguments.ts';
import { commandHelp, helpOfAll, type Command } from './command.ts';
import { commandNames, loadAllCommands, loadCommand } from './commands.ts';
import { exitCodes, usageEnding, type CommandEnding } from './exit-code.ts';
import { readKeyFile } from './options/key-file.ts';
import { suggestName } from '../lib/suggest-name.ts';
import { version } from '../lib/version.ts';
import { isNode24, runOnNode24 } from './run-on-node-24.ts';
import { endOnFailedOutput, say, writeOut } from './output/write-output.ts';

const printed = async (text: string): Promise<CommandEnding> => {
  await writeOut(text);
  return { exitCode: exitCodes.completed };
};

const runCommand = async (command: Command, argv: readonly string[]): Promise<CommandEnding> => {
  const parsed = parseArguments(command, argv);
  if (parsed.kind === 'help') return printed(commandHelp(command));
  if (parsed.kind === 'run') {
    if (command.needsNode24 === true && !isNode24) return runOnNode24(command.name, [command.name, ...argv]);
    const keyed = await readKeyFile(parsed.values);
    if (!keyed.ok) return usageEnding(keyed.message);
    return command.run(parsed.operand, keyed.value, parsed.operands);
  }
  return usageEnding(`${parsed.message}\nSee: gleaner ${command.name} --help`);
};

const main = async ([first, ...rest]: readonly string[]): Promise<CommandEnding> => {
  if (first === '--version' || first === '-v') return printed(`${version}\n`);
  const command = await loadCommand((first === 'help' ? rest[0] : first) ?? '');
  if (command !== undefined) return runCommand(command, first === 'help' ? ['--help'] : rest);
  if (first === '--help' || first === '-h' || first === 'help')
    return printed(helpOfAll(await loadAllCommands()));
  const found = first === undefined ? 'expected a command' : `there is no command "${first}"`;
  const meant = first === undefined ? undefined : suggestName(first, commandNames);
  const advice = meant === undefined ? `: expected ${commandNames.join(', ')}` : `: did you mean ${meant}?`;
  return usageEnding(`${found}${advice}\nSee: gleaner --help`);
};

endOnFailedOutput();
try {
  const { exitCode, message } = await main(process.argv.slice(2));
  if (message !== undefined) say(`gleaner: ${message}`);
  process.exitCode = exitCode;
} catch (error) {
  // Mostly a full disk or a folder without write permission; the system's own message says which.
  const known = error instanceof NotWritten || (error instanceof Error && 'syscall' in error);
  if (!known) throw error;
  say(`gleaner: ${error.message}`);
  process.exitCode = exitCodes.notWritten;
}
