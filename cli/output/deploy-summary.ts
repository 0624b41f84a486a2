import * as z from 'zod';
import { stackName } from '../../infra/names.ts';
import type { Settings } from '../../infra/options.ts';
import { optionOfSetting } from '../options/deploy-options.ts';
import { keptSettingsFile } from '../options/kept-settings.ts';
import { idleBill } from './idle-bill.ts';

/** The parts of a template that say what is created, and what stays when the stack is destroyed. */
const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      DeletionPolicy: z.string().optional(),
      Properties: z.looseObject({ PermissionsBoundary: z.unknown() }).partial().optional(),
    }),
  ),
});

/** Types that people know by name; all others are counted together. */
const names: readonly (readonly [type: RegExp, one: string, many: string])[] = [
  [/^AWS::Lambda::Function$/, 'Lambda function', 'Lambda functions'],
  [/^AWS::SQS::Queue$/, 'SQS queue', 'SQS queues'],
  [/^AWS::DynamoDB::/, 'DynamoDB table, on demand', 'DynamoDB tables, on demand'],
  [/^AWS::S3::Bucket$/, 'S3 bucket', 'S3 buckets'],
  [/^AWS::S3Vectors::VectorBucket$/, 'bucket of vectors', 'buckets of vectors'],
  [/^AWS::ApiGateway::RestApi$/, 'REST API', 'REST APIs'],
  [/^AWS::CloudWatch::Alarm$/, 'alarm', 'alarms'],
  [/^AWS::KMS::Key$/, 'key of KMS', 'keys of KMS'],
  [/^AWS::SNS::Topic$/, 'SNS topic', 'SNS topics'],
  [/^AWS::Events::Rule$/, 'EventBridge rule', 'EventBridge rules'],
  [/^AWS::IAM::Role$/, 'IAM role', 'IAM roles'],
  [/^AWS::Logs::LogGroup$/, 'log group', 'log groups'],
  [/./, 'other resource', 'other resources (permissions, routes, event sources)'],
];

interface Counted {
  readonly label: string;
  readonly count: number;
}

/** Counts the resources of a template by their names for people, and those that outlive the stack. */
export const countResources = (
  template: unknown,
): { readonly made: readonly Counted[]; readonly kept: readonly Counted[] } => {
  const resources = Object.values(templateSchema.parse(template).Resources);
  const count = (of: typeof resources): Counted[] => {
    const left = new Set(of);
    return names.flatMap(([type, one, many]) => {
      const found = [...left].filter(({ Type }) => type.test(Type));
      for (const each of found) left.delete(each);
      return found.length === 0 ? [] : [{ label: found.length === 1 ? one : many, count: found.length }];
    });
  };
  const kept = resources.filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy.startsWith('Retain'));
  return { made: count(resources), kept: count(kept) };
};

const listOf = (counted: readonly Counted[]): string => {
  const width = Math.max(...counted.map(({ count }) => String(count).length));
  return counted.map(({ label, count }) => `  ${String(count).padStart(width)} ${label}`).join('\n');
};

/** Returns a sentence if every role has a permissions boundary; else ''. */
const boundaryOfRoles = (template: unknown): string => {
  const roles = Object.values(templateSchema.parse(template).Resources).filter(
    ({ Type }) => Type === 'AWS::IAM::Role',
  );
  return roles.length > 0 && roles.every(({ Properties }) => Properties?.PermissionsBoundary !== undefined)
    ? `\nEvery IAM role has the permissions boundary of ${keptSettingsFile}.`
    : '';
};

/** Returns a sentence if alarms have no address; else ''. */
export const nobodyIsTold = (template: unknown): string =>
  Object.values(templateSchema.parse(template).Resources).some(
    ({ Type }) => Type === 'AWS::SNS::Subscription',
  )
    ? ''
    : '\nNOBODY IS TOLD when an alarm rings, because no address is set. Add --alarm-email you@example.com.\n';

/** Describes what a deployment creates, what it costs while idle, and what stays when it is destroyed. */
export const deploySummary = (template: unknown, stack: string): string => {
  const { made, kept } = countResources(template);
  const { list, afterAllowances } = idleBill(template).total;
  const left =
    kept.length === 0
      ? 'Destroying the stack leaves nothing behind.'
      : `Destroying the stack keeps what holds your data; delete it yourself:\n${listOf(kept)}`;
  return `One CloudFormation stack, "${stack}":
${listOf(made)}${boundaryOfRoles(template)}

Idle, it costs about ${afterAllowances.toFixed(2)} dollars a month, or ${list.toFixed(2)} if the account's free
allowances are used up; a crawl costs what it uses.
${left}
${nobodyIsTold(template)}`.trimEnd();
};

/**
 * Warns of the settings that a deployed stack has and that a deployment does not give: it would undo them. Returns ''
 * if there are none.
 *
 * @param deployed Names of the deployed stack's settings.
 */
export const lostSettings = (deployed: readonly string[], settings: Settings): string => {
  const given = new Map<string, unknown>(Object.entries(settings));
  const lost = deployed.filter((name) => given.get(name) === undefined);
  if (lost.length === 0) return '';
  return `
THE DEPLOYED STACK HAS SETTINGS THAT ARE NOT GIVEN NOW, and would lose them, with what they made:
${lost.map((name) => `  --${optionOfSetting(name)}`).join('\n')}
Give them again, or keep all settings in ${keptSettingsFile} (docs/deploy.md).`;
};

const outputsSchema = z.record(
  z.string(),
  z.looseObject({ ApiUrl: z.string(), ManageKeysFunction: z.string(), TableName: z.string() }),
);

const outputsOf = (outputs: unknown, stack: string): z.output<typeof outputsSchema>[string] => {
  const found = outputsSchema.parse(outputs)[stack];
  if (found === undefined) throw new Error(`Cannot tell what was made: ${stack} has no outputs`);
  return found;
};

/** Returns the table of a stack, from the outputs that the CDK wrote. */
export const readTableName = (outputs: unknown, stack: string): string => outputsOf(outputs, stack).TableName;

/** Describes the next steps: the address, the first key, a first page, and how to destroy it. */
export const afterDeploy = (outputs: unknown, name: string | undefined): string => {
  const { ApiUrl, ManageKeysFunction } = outputsOf(outputs, stackName(name));
  const named = name === undefined ? '' : ` --name ${name}`;
  return `Gleaner stands at ${ApiUrl}

Make the first key (shown once; the table holds its HMAC):
  aws lambda invoke --function-name ${ManageKeysFunction} --cli-binary-format raw-in-base64-out \\
    --payload '{"action":"create","name":"me","scopes":["read","write","admin"]}' key.json && cat key.json

Then:
  export GLEANER_URL=${ApiUrl.replace(/\/$/, '')}
  export GLEANER_KEY=<the key>
  npx gleaner scrape https://example.com

Take it all down again: npx gleaner deploy --destroy${named}`;
};
