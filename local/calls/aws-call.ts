import { localAccount, localRegion } from '../template/intrinsics.ts';
import { objectCalls, type ObjectRequest } from './object-calls.ts';
import type { AwsCall } from './judged-call.ts';
import { tableCalls } from './table-calls.ts';

/** A request as a service received it. */
export interface ServedRequest extends ObjectRequest {
  /** `X-Amz-Target`, which the JSON protocols send. */
  readonly awsTarget: string | undefined;
  readonly body: string;
}

const arn = (service: string, resource: string): string =>
  `arn:aws:${service}:${localRegion}:${localAccount}:${resource}`;

/**
 * Batches have no action of their own in SQS's permissions (Amazon SQS API permissions: Actions and resource
 * reference).
 */
const queueCall = (action: string, input: Readonly<Record<string, unknown>>): AwsCall => ({
  action: `sqs:${action.replace(/Batch$/, '')}`,
  resource: arn('sqs', String(input['QueueUrl']).split('/').at(-1) ?? ''),
  context: {},
});

const eventCalls = (input: Readonly<Record<string, unknown>>): AwsCall[] => {
  const entries = (input['Entries'] ?? []) as readonly Readonly<Record<string, string>>[];
  return entries.map((entry) => ({
    action: 'events:PutEvents',
    resource: arn('events', `event-bus/${entry['EventBusName'] ?? 'default'}`),
    context: {
      'events:source': [entry['Source'] ?? ''],
      'events:detail-type': [entry['DetailType'] ?? ''],
    },
  }));
};

const secretCall = (action: string, input: Readonly<Record<string, unknown>>): AwsCall => {
  const id = String(input['SecretId']);
  return {
    action: `secretsmanager:${action}`,
    resource: id.startsWith('arn:') ? id : arn('secretsmanager', `secret:${id}`),
    context: {},
  };
};

/** A version is named behind the parameter's name, and IAM judges the parameter. */
const parameterCall = (action: string, input: Readonly<Record<string, unknown>>): AwsCall => ({
  action: `ssm:${action}`,
  resource: arn('ssm', `parameter/${String(input['Name']).replace(/^\//, '').replace(/:\d+$/, '')}`),
  context: {},
});

/**
 * Returns the questions to IAM for a request. None for a request that IAM does not judge, and for one that cannot be
 * read, which the service refuses.
 */
export const awsCalls = (request: ServedRequest): readonly AwsCall[] => {
  if (request.awsTarget === undefined) return objectCalls(request);
  const [service = '', action = ''] = request.awsTarget.split('.');
  let input: Readonly<Record<string, unknown>>;
  try {
    input = JSON.parse(request.body) as Readonly<Record<string, unknown>>;
  } catch {
    return [];
  }
  if (service.startsWith('DynamoDB_'))
    return tableCalls(action, input, (name) => arn('dynamodb', `table/${name}`));
  if (service === 'AmazonSQS') return [queueCall(action, input)];
  if (service === 'AWSEvents') return eventCalls(input);
  if (service === 'AmazonSSM') return [parameterCall(action, input)];
  if (service === 'secretsmanager') return [secretCall(action, input)];
  return [];
};
