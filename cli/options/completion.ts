import type { Command, Option } from '../command.ts';

/*
 * Completion scripts, made from the table of commands that parsing and help use. They hold every word themselves, so
 * completion starts no program.
 */

export const shells = ['bash', 'zsh', 'fish'] as const;
export type CompletionShell = (typeof shells)[number];

const optionsOf = (command: Command): readonly (readonly [name: string, option: Option])[] =>
  Object.entries<Option>(command.options);

const isWords = (completes: Option['completes']): completes is readonly string[] => Array.isArray(completes);

/** Returns what bash offers for a value: files, folders, words, or nothing. */
const bashReply = (completes: Option['completes']): string => {
  if (completes === 'file') return 'COMPREPLY=($(compgen -f -- "$cur"))';
  if (completes === 'folder') return 'COMPREPLY=($(compgen -d -- "$cur"))';
  return isWords(completes) ? `COMPREPLY=($(compgen -W '${completes.join(' ')}' -- "$cur"))` : 'COMPREPLY=()';
};

const bashCommand = (command: Command): string => {
  const valued = optionsOf(command).filter(([, { type }]) => type === 'string');
  const cases = valued.map(
    ([name, { completes }]) => `        --${name}) ${bashReply(completes)}; return ;;`,
  );
  const names = optionsOf(command).map(([name]) => `--${name}`);
  return `    ${command.name})
      case "$prev" in
${cases.join('\n')}
      esac
      case "$cur" in
        -*) COMPREPLY=($(compgen -W '${names.join(' ')}' -- "$cur")) ;;
        *) ${bashReply(command.operandCompletes)} ;;
      esac ;;`;
};

const globals = ['--help', '--version'];

const bash = (
  commands: readonly Command[],
): string => `# bash completion of gleaner: source <(gleaner completion bash)
_gleaner() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${[...commands.map(({ name }) => name), 'help', ...globals].join(' ')}' -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
    help) COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$cur")) ;;
${commands.map(bashCommand).join('\n')}
  esac
}
complete -o filenames -F _gleaner gleaner
`;

/** Quotes a text for a shell; zsh also interprets colons and brackets in a description. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const zshText = (text: string): string => text.replaceAll(/[\\:[\]]/g, '\\$&');

const zshAction = (completes: Option['completes']): string => {
  if (completes === 'file') return '_files';
  if (completes === 'folder') return '_files -/';
  return isWords(completes) ? `(${completes.join(' ')})` : ' ';
};

const zshOption = ([name, { type, multiple, value = 'value', help, completes }]: readonly [
  string,
  Option,
]): string => {
  const spec = `${multiple === true ? '*' : ''}--${name}[${zshText(help)}]`;
  return quoted(type === 'string' ? `${spec}:${zshText(value)}:${zshAction(completes)}` : spec);
};

const zshCommand = (command: Command): string => {
  const operand = `*:${zshText(command.operand || 'nothing')}:${zshAction(command.operandCompletes)}`;
  const specs = [...optionsOf(command).map(zshOption), quoted(operand)];
  return `    ${command.name})\n      _arguments ${specs.join(' \\\n        ')} ;;`;
};

const zsh = (commands: readonly Command[]): string => `#compdef gleaner
# zsh completion of gleaner: source <(gleaner completion zsh), after compinit
_gleaner() {
  if ((CURRENT == 2)); then
    local -a names=(${commands.map(({ name, summary }) => `\n      ${quoted(`${name}:${summary}`)}`).join('')}
    )
    _describe command names
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${commands.map(zshCommand).join('\n')}
  esac
}
compdef _gleaner gleaner
`;

const fishAction = (completes: Option['completes']): string => {
  if (completes === 'file') return ' -r -F';
  if (completes === 'folder') return " -x -a '(__fish_complete_directories)'";
  return isWords(completes) ? ` -x -a ${quoted(completes.join(' '))}` : ' -x';
};

const fishQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

const fishCommand = (command: Command): string[] => {
  const condition = `-n '__fish_seen_subcommand_from ${command.name}'`;
  const options = optionsOf(command).map(([name, { type, help, completes }]) => {
    const action = type === 'string' ? fishAction(completes) : '';
    return `complete -c gleaner ${condition} -l ${name}${action} -d ${fishQuoted(help)}`;
  });
  const operand = command.operandCompletes;
  const words = isWords(operand) ? [`complete -c gleaner ${condition} -a ${quoted(operand.join(' '))}`] : [];
  const files = operand === 'file' ? [`complete -c gleaner ${condition} -F`] : [];
  return [...options, ...words, ...files];
};

const fish = (commands: readonly Command[]): string =>
  [
    '# fish completion of gleaner: gleaner completion fish | source',
    'complete -c gleaner -f',
    ...commands.map(
      ({ name, summary }) =>
        `complete -c gleaner -n __fish_use_subcommand -a ${name} -d ${fishQuoted(summary)}`,
    ),
    ...commands.flatMap(fishCommand),
    '',
  ].join('\n');

const writers: Readonly<Record<CompletionShell, (commands: readonly Command[]) => string>> = {
  bash,
  zsh,
  fish,
};

/** Returns the script that teaches a shell to complete the commands. */
export const completionScript = (shell: CompletionShell, commands: readonly Command[]): string =>
  writers[shell](commands);
