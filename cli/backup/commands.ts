import type { Clash, Command, Option } from '../command.ts';

/** Options for the place of the stores. */
export const placeOptions = {
  data: {
    type: 'string',
    value: 'DIR',
    help: 'the data directory on this machine (default .gleaner); Gleaner must not be running there',
    completes: 'folder',
  },
  account: { type: 'boolean', help: 'the stack in your AWS account instead' },
  name: { type: 'string', value: 'NAME', help: 'which of several stacks' },
  profile: { type: 'string', value: 'NAME', help: 'profile of your AWS settings (AWS_PROFILE)' },
  region: { type: 'string', value: 'NAME', help: 'region (AWS_REGION, or that of the profile)' },
  json: { type: 'boolean', help: 'print what was done as JSON' },
  help: { type: 'boolean', help: 'show this help' },
} as const satisfies Record<string, Option>;

/** Options of one place that have no effect for the other. */
export const placeClashes: readonly Clash[] = [
  { options: ['data'], beside: ['account'], why: '--data is for this machine and --account is for AWS' },
  { options: ['name', 'profile', 'region'], without: ['account'] },
];

/** `gleaner export <folder>` */
export const exportCommand: Command = {
  name: 'export',
  summary: 'write all data of a stack into a folder',
  operand: '<folder>',
  needsNode24: true,
  description: `Writes all items of the table and all objects of the buckets into <folder>, which must be empty or new,
with a manifest of counts and hashes. Secrets are not exported. API keys and the headers of running jobs work only
with the secrets that they were made with.`,
  options: {
    ...placeOptions,
    table: {
      type: 'string',
      value: 'NAME',
      help: 'another table than that of the stack, such as one restored to a point in time',
    },
  },
  clashes: [...placeClashes, { options: ['table'], without: ['account'] }],
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
  summary: 'write an export into a stack',
  operand: '<folder>',
  operandCompletes: 'file',
  needsNode24: true,
  description: `Checks the whole export, then writes it into an empty data directory or stack. Jobs that were running
continue when the stack runs. If an import was interrupted, run it again with --over.`,
  options: {
    ...placeOptions,
    over: {
      type: 'boolean',
      help: 'write into a table that is not empty: items with the same key are replaced',
    },
  },
  clashes: placeClashes,
  examples: [
    ['Into a new folder of this machine', 'npx gleaner import backup-monday --data restored'],
    ['Into a stack', 'npx gleaner import backup-monday --account --name staging'],
  ],
  run: async (operand, values, operands) => {
    const { runImport } = await import('./run-backup.ts');
    return await runImport(operand, values, operands);
  },
};
