import type { Command, Option } from '../command.ts';

/** Where the stores are that a command works on. */
export const placeOptions = {
  data: {
    type: 'string',
    value: 'DIR',
    help: 'the data directory of this machine (.gleaner); nothing may run there',
    completes: 'folder',
  },
  account: { type: 'boolean', help: 'the stack in your AWS account instead' },
  name: { type: 'string', value: 'NAME', help: 'which of several stacks' },
  profile: { type: 'string', value: 'NAME', help: 'profile of your AWS settings (AWS_PROFILE)' },
  region: { type: 'string', value: 'NAME', help: 'region (AWS_REGION, or that of the profile)' },
  json: { type: 'boolean', help: 'print what was written as JSON' },
  help: { type: 'boolean', help: 'show this help' },
} as const satisfies Record<string, Option>;

/** `gleaner export <folder>` */
export const exportCommand: Command = {
  name: 'export',
  summary: 'write everything that a stack keeps into a folder',
  operand: '<folder>',
  needsNode24: true,
  description: `Writes all items of the table and all objects of the buckets into <folder>, which is empty or new, with
a manifest of counts and hashes. Secrets are not exported: keys of the API and headers of open jobs work only
beside the secrets that they were made with.`,
  options: {
    ...placeOptions,
    table: {
      type: 'string',
      value: 'NAME',
      help: 'another table than the stack has, such as one restored to a point in time',
    },
  },
  examples: [
    ['This machine', 'npx gleaner export backup-monday'],
    ['A stack', 'npx gleaner export backup-monday --account --name staging --region eu-central-1'],
  ],
  run: async (operand, values, operands) => {
    const { runExport } = await import('./run-backup.ts');
    return await runExport(operand, values, operands);
  },
};

/** `gleaner import <folder>` */
export const importCommand: Command = {
  name: 'import',
  summary: 'write what was exported into a stack',
  operand: '<folder>',
  operandCompletes: 'file',
  needsNode24: true,
  description: `Checks an export whole, and writes it into a data directory or a stack that is empty. Jobs that were
open go on when the stack runs. It can be run again after it was cut off, with --over.`,
  options: {
    ...placeOptions,
    over: {
      type: 'boolean',
      help: 'write into a table that is not empty: items with the same key are replaced',
    },
  },
  examples: [
    ['Into a new folder of this machine', 'npx gleaner import backup-monday --data restored'],
    ['Into a stack', 'npx gleaner import backup-monday --account --name staging'],
  ],
  run: async (operand, values, operands) => {
    const { runImport } = await import('./run-backup.ts');
    return await runImport(operand, values, operands);
  },
};
