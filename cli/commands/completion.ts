import type { Command } from '../command.ts';
import { completionScript, shells, type CompletionShell } from '../options/completion.ts';
import { exitCodes, usageEnding } from '../exit-code.ts';
import { writeOut } from '../output/write-output.ts';

const isShell = (name: string): name is CompletionShell => (shells as readonly string[]).includes(name);

/** Makes the command `gleaner completion <shell>`, which completes all commands. */
export const completionCommand = (loadAllCommands: () => Promise<readonly Command[]>): Command => ({
  name: 'completion',
  summary: 'teach a shell to complete commands and options',
  operand: '<shell>',
  operandCompletes: shells,
  description:
    `Prints a script by which bash, zsh or fish completes what you type after gleaner. <shell> is ` +
    `${shells.join(', ')}.`,
  options: { help: { type: 'boolean', help: 'show this help' } },
  examples: [
    ['bash: in ~/.bashrc', 'source <(npx gleaner completion bash)'],
    ['zsh: in ~/.zshrc, after compinit', 'source <(npx gleaner completion zsh)'],
    ['fish', 'npx gleaner completion fish > ~/.config/fish/completions/gleaner.fish'],
  ],
  run: async (shell) => {
    if (!isShell(shell)) return usageEnding(`expected one of ${shells.join(', ')}, found "${shell}"`);
    await writeOut(completionScript(shell, await loadAllCommands()));
    return { exitCode: exitCodes.completed };
  },
});
