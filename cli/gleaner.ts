#!/usr/bin/env node
import { NotWritten } from './output/write-page.ts';
import './node-20-support.ts';
import { parseArguments } from './options/arguments.ts';
import { commandHelp, helpOfAll, type Command } from './command.ts';
import { alertsCommand } from './commands/alerts.ts';
import { auditCommand } from './commands/audit.ts';
import { exportCommand, importCommand } from './backup/commands.ts';
import { eraseCommand } from './erase/command.ts';
import { batchCommand } from './commands/batch.ts';
import { cancelCommand } from './commands/cancel.ts';
import { changesCommand } from './commands/changes.ts';
import { completionCommand } from './commands/completion.ts';
import { contentCommand } from './commands/content.ts';
import { crawlCommand } from './commands/crawl.ts';
import { deployCommand } from './commands/deploy.ts';
import { diffCommand } from './commands/diff.ts';
import { doctorCommand } from './doctor/command.ts';
import { errorsCommand } from './commands/errors.ts';
import { extractCommand } from './commands/extract.ts';
import { historyCommand } from './commands/history.ts';
import { hostsCommand } from './commands/hosts.ts';
import { jobsCommand } from './commands/jobs.ts';
import { keysCommand } from './commands/keys.ts';
import { sourcesCommand } from './commands/sources.ts';
import { localCommand } from './commands/local.ts';
import { mapCommand } from './commands/map.ts';
import { modelsCommand } from './commands/models.ts';
import { overviewCommand } from './commands/overview.ts';
import { pagesCommand } from './commands/pages.ts';
import { mcpCommand } from './commands/mcp.ts';
import { redriveCommand } from './commands/redrive.ts';
import { scrapeCommand } from './commands/scrape.ts';
import { searchCommand } from './commands/search.ts';
import { statusCommand } from './commands/status.ts';
import { watchCommand } from './commands/watch.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import { whyCommand } from './commands/why.ts';
import { exitCodes, usageEnding, type CommandEnding } from './exit-code.ts';
import { readKeyFile } from './options/key-file.ts';
import { suggestName } from '../lib/suggest-name.ts';
import { version } from '../lib/version.ts';
import { isNode24, runOnNode24 } from './run-on-node-24.ts';
import { endQuietlyOnClosedPipe, say, writeOut } from './output/write-output.ts';

const workCommands: readonly Command[] = [
  crawlCommand,
  batchCommand,
  extractCommand,
  scrapeCommand,
  mapCommand,
  searchCommand,
  contentCommand,
  overviewCommand,
  jobsCommand,
  statusCommand,
  watchCommand,
  cancelCommand,
  pagesCommand,
  whyCommand,
  errorsCommand,
  redriveCommand,
  hostsCommand,
  webhooksCommand,
  sourcesCommand,
  alertsCommand,
  auditCommand,
  changesCommand,
  historyCommand,
  diffCommand,
  keysCommand,
  modelsCommand,
  mcpCommand,
  localCommand,
  deployCommand,
  doctorCommand,
  exportCommand,
  importCommand,
  eraseCommand,
];
const commands: readonly Command[] = [...workCommands, completionCommand(workCommands)];

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
  const command = commands.find(({ name }) => name === (first === 'help' ? rest[0] : first));
  if (command !== undefined) return runCommand(command, first === 'help' ? ['--help'] : rest);
  if (first === '--help' || first === '-h' || first === 'help') return printed(helpOfAll(commands));
  const names = commands.map(({ name }) => name);
  const found = first === undefined ? 'expected a command' : `there is no command "${first}"`;
  const meant = first === undefined ? undefined : suggestName(first, names);
  const advice = meant === undefined ? `: expected ${names.join(', ')}` : `: did you mean ${meant}?`;
  return usageEnding(`${found}${advice}\nSee: gleaner --help`);
};

endQuietlyOnClosedPipe();
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
