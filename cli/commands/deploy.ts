import type { Command } from '../command.ts';
import { settingOptions } from '../options/deploy-options.ts';

/** `gleaner deploy` */
export const deployCommand: Command = {
  name: 'deploy',
  summary: 'put the stack into your AWS account, or take it down',
  operand: '',
  mayBeBare: true,
  needsNode24: true,
  description:
    `Deploys Gleaner with AWS CDK into the account and region of your AWS settings. Before ` +
    `anything runs it checks
that they lead somewhere, says what will be created, and asks. Afterwards it prints the API's address and ` +
    `how to make the
first key. Running it again updates the stack: give the same options, or keep them in cdk.context.json in the
present folder (docs/deploy.md). --destroy takes it down.`,
  options: {
    ...settingOptions,
    profile: { type: 'string', value: 'NAME', help: 'profile of your AWS settings (AWS_PROFILE)' },
    region: { type: 'string', value: 'NAME', help: 'region (AWS_REGION, or that of the profile)' },
    bootstrap: {
      type: 'boolean',
      help: 'prepare the account and region for CDK first: needed once',
    },
    'dry-run': {
      type: 'boolean',
      help: 'say what would be created, or deleted with --destroy, and change nothing',
    },
    yes: { type: 'boolean', help: 'do not ask' },
    destroy: { type: 'boolean', help: 'take the stack down' },
    help: { type: 'boolean', help: 'show this help' },
  },
  clashes: [{ options: ['bootstrap'], beside: ['destroy'], why: 'what is taken down needs no preparation' }],
  examples: [
    ['What would be created', 'npx gleaner deploy --dry-run'],
    [
      'The first time in an account and region',
      'npx gleaner deploy --bootstrap --region eu-central-1 --alarm-email you@example.com',
    ],
    ['With what differs at some hosts, without questions', 'npx gleaner deploy --hosts hosts.json --yes'],
    ['A second stack beside it', 'npx gleaner deploy --name staging --environment staging'],
    ['Take that one down', 'npx gleaner deploy --name staging --destroy'],
  ],
  run: async (_operand, values) => {
    const { runDeploy } = await import('../run-deploy.ts');
    return await runDeploy(values);
  },
};
