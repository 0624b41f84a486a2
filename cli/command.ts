import { exitCodeHelp, type CommandEnding } from './exit-code.ts';

/** One `--option` of a command: what `parseArgs` needs, and the text of `--help`. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** The placeholder for the value in `--help`, such as `N` or `DIR`. */
  readonly value?: string;
  readonly help: string;
  /** What shell completion offers for the value: names of files or folders, or these words. */
  readonly completes?: 'file' | 'folder' | readonly string[];
}

export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/**
 * Options that would have no effect, which is refused. `beside` names options of which none may be given as well, or
 * `operand`; `without` names options of which one has to be given; `actions` are the words before which they are given.
 */
export type Clash = { readonly options: readonly string[] } & (
  | { readonly beside: readonly string[] | 'operand'; readonly why: string }
  | { readonly without: readonly string[] }
  | { readonly actions: readonly string[] }
);

/** A subcommand. Help and parsing use the same table, so they cannot disagree. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The positional argument, such as `<url>`; empty for a command that takes none. */
  readonly operand: string;
  /** Whether several operands are allowed. */
  readonly takesMany?: boolean;
  /** Whether the operand may be left out; it is then an empty string. */
  readonly mayBeBare?: boolean;
  /** What shell completion offers for the operand: names of files, or these words. */
  readonly operandCompletes?: 'file' | readonly string[];
  /** Whether it needs the newest Node: because it runs the stack, or reads pages here. */
  readonly needsNode24?: boolean;
  readonly description: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Options that would have no effect beside others, which is refused. */
  readonly clashes?: readonly Clash[];
  readonly examples: readonly (readonly [comment: string, commandLine: string])[];
  readonly run: (
    operand: string,
    values: OptionValues,
    operands: readonly string[],
  ) => Promise<CommandEnding>;
}

/** A job's id for examples. */
export const exampleId = '019a1b2c-3d4e-7f50-8a61-b2c3d4e5f607';

/** Options of the commands that call an API. */
export const connectionOptions = {
  url: {
    type: 'string',
    value: 'URL',
    help: 'API to talk to (GLEANER_URL; else the instance that `gleaner local` runs here)',
  },
  'key-file': {
    type: 'string',
    value: 'FILE',
    help: 'file with the API key, - for stdin (GLEANER_KEY; else the key of that instance)',
    completes: 'file',
  },
  help: { type: 'boolean', help: 'show this help' },
} as const satisfies Record<string, Option>;

/** Returns the options of a command as `--help` lists them. */
export const optionLines = (options: Command['options']): string => {
  const rows = Object.entries(options).map(([name, option]): [string, string] => [
    `--${name}${option.value === undefined ? '' : ` ${option.value}`}`,
    option.help,
  ]);
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

/** Returns the text of `gleaner <command> --help`. */
export const commandHelp = (command: Command): string =>
  `Usage: ${['gleaner', command.name, command.operand, '[options]'].filter((part) => part !== '').join(' ')}

${command.description}

Options:
${optionLines(command.options)}

Examples:
${command.examples.map(([comment, line]) => `  # ${comment}\n  ${line}`).join('\n')}

${exitCodeHelp}
`;

/** Returns the text of `gleaner --help`. */
export const helpOfAll = (commands: readonly Command[]): string => {
  const rows = commands.map(
    (command) => [`${command.name} ${command.operand}`.trim(), command.summary] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length));
  return `Usage: gleaner <command> [options]

Turns websites into markdown and JSON through a running Gleaner: the one that \`gleaner local\` runs
on this machine, or a deployed one named by GLEANER_URL and GLEANER_KEY.

Commands:
${rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')}

Options:
  --help     show this help; \`gleaner <command> --help\` shows a command's options and examples
  --version  print the version

Examples:
  # Read one page as markdown
  npx gleaner scrape https://example.com
  # Crawl a site into a folder of markdown files
  npx gleaner crawl https://example.com --limit 50 --output ./example
  # Crawl a site into JSON Lines
  npx gleaner crawl https://example.com --json | jq -r .metadata.title

${exitCodeHelp}
`;
};
