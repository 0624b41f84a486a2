import type { Command } from '../command.ts';

/** `gleaner doctor` */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check this machine or your AWS account for what is missing, wrong or dangerous',
  operand: '',
  mayBeBare: true,
  description:
    `Looks at this machine, and with --account at your AWS account and the stack in it. Each finding is a ` +
    `sentence, with
the command that mends it. It changes nothing. Keys of models are asked with one call each that costs nothing.
It exits with 1 where something is wrong or dangerous.`,
  options: {
    account: { type: 'boolean', help: 'check the AWS account instead' },
    name: { type: 'string', value: 'NAME', help: 'which of several stacks' },
    profile: { type: 'string', value: 'NAME', help: 'profile of your AWS settings (AWS_PROFILE)' },
    region: { type: 'string', value: 'NAME', help: 'region (AWS_REGION, or that of the profile)' },
    json: { type: 'boolean', help: 'print the findings as JSON' },
    help: { type: 'boolean', help: 'show this help' },
  },
  clashes: [{ options: ['name', 'profile', 'region'], without: ['account'] }],
  examples: [
    ['Does it run here?', 'npx gleaner doctor'],
    ['Is the deployment sound?', 'npx gleaner doctor --account --region eu-central-1'],
  ],
  run: async (_operand, values) => {
    const { runDoctor } = await import('./run-doctor.ts');
    return await runDoctor(values);
  },
};
