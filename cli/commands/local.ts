import { aboutModels, startOptions } from '../../local/start/options.ts';
import type { Command } from '../command.ts';

/** `gleaner local [url]` */
export const localCommand: Command = {
  name: 'local',
  summary: 'run the whole stack on this machine',
  operand: '[url]',
  mayBeBare: true,
  needsNode24: true,
  description: `Runs Gleaner on this machine, without an AWS account, and crawls <url>, or a small sample site where
none is given. The API stays up until Ctrl-C; other commands that are run in this folder, or below it, find it by
themselves.

${aboutModels}`,
  options: startOptions,
  examples: [
    ['The sample site, to see what comes out', 'npx gleaner local'],
    ['A site of your own, and the API beside it', 'npx gleaner local https://example.com --limit 50'],
    ['Only the API', 'npx gleaner local --idle --port 3000'],
  ],
  run: async (_operand, values, operands) => {
    const { runLocal } = await import('../run-local.ts');
    return await runLocal(operands, values);
  },
};
