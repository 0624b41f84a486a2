import * as z from 'zod';
import { stackName } from '../../infra/names.ts';
import { idleBill } from './idle-bill.ts';

/** What of a template says what is made, and what stays when the stack goes. */
const templateSchema = z.object({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string(), DeletionPolicy: z.string().optional() })),
});

/** Types that a person knows by name; the others are counted together. */
const names: readonly (readonly [type: RegExp, one: string, many: string])[] = [
  [/^AWS::Lambda::Function$/, 'Lambda function', 'Lambda functions'],
  [/^AWS::SQS::Queue$/, 'SQS queue', 'SQS queues'],
  [/^AWS::DynamoDB::/, 'DynamoDB table, on demand', 'DynamoDB tables, on demand'],
  [/^AWS::S3::Bucket$/, 'S3 bucket', 'S3 buckets'],
  [/^AWS::ApiGateway::RestApi$/, 'REST API', 'REST APIs'],
  [/^AWS::SecretsManager::Secret$/, 'secret', 'secrets'],
  [/^AWS::CloudWatch::Alarm$/, 'alarm', 'alarms'],
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

/** The resources of a template by what a person calls them, and of those that outlive the stack how many there are. */
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

/** Said where alarms have no address; empty where they have one. */
export const nobodyIsTold = (template: unknown): string =>
  Object.values(templateSchema.parse(template).Resources).some(
    ({ Type }) => Type === 'AWS::SNS::Subscription',
  )
    ? ''
    : '\nNOBODY IS TOLD when an alarm rings, because no address is set. Add --alarm-email you@example.com.\n';

/** What a deployment makes, what it costs when nobody uses it, and what is left when it is destroyed. */
export const deploySummary = (template: unknown, stack: string): string => {
  const { made, kept } = countResources(template);
  const left =
    kept.length === 0
      ? 'Destroying the stack leaves nothing behind.'
      : `Destroying the stack keeps what holds your data; delete it yourself:\n${listOf(kept)}`;
  return `One CloudFormation stack, "${stack}":
${listOf(made)}

Idle, it costs about ${idleBill(template).total.toFixed(0)} dollars a month; a crawl costs what it uses.
${left}
${nobodyIsTold(template)}`.trimEnd();
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

/** The table of a stack, from what the CDK wrote of its outputs. */
export const readTableName = (outputs: unknown, stack: string): string => outputsOf(outputs, stack).TableName;

/** What to do once it stands: the address, the first key, a first page, and the way back. */
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
