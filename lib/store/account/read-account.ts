import { BudgetsClient, DescribeBudgetsCommand } from '@aws-sdk/client-budgets';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  GetAccountSettingsCommand,
  GetFunctionConfigurationCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { readStack } from './read-stack.ts';

/** The answer of an account to a question, or why there was none. */
export type Answered<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly why: string;
      /** What was thrown. */
      readonly error?: unknown;
    };

/** The facts of an account that decide whether a stack in it works, and whether its owner gets alarms. */
export interface AccountFacts {
  readonly stack: string;
  readonly stands: boolean;
  /** Version of the package that the stack was deployed from. */
  readonly version: string | undefined;
  readonly concurrency: Answered<number>;
  readonly subscribers: Answered<readonly { readonly endpoint: string; readonly isConfirmed: boolean }[]>;
  readonly budgets: Answered<number>;
  readonly table: string;
  readonly isTableProtected: Answered<boolean>;
  /** Whether the table outlives the stack. */
  readonly keepsData: boolean;
}

const answered = async <Value>(ask: () => Promise<Value>): Promise<Answered<Value>> => {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    return { ok: false, why: (error as Error).message, error };
  }
};

/** Reads how many concurrent executions Lambda allows the account in this region: 10 in a new one. */
export const readConcurrency = async (): Promise<number> => {
  const settings = await new LambdaClient({}).send(new GetAccountSettingsCommand({}));
  return settings.AccountLimit?.ConcurrentExecutions ?? 0;
};

/**
 * Reads the facts of an account that the doctor needs. Changes nothing; each question can fail separately.
 *
 * @throws {Error} when CloudFormation does not answer whether there is a stack.
 */
export const readAccount = async (stack: string): Promise<AccountFacts> => {
  const standing = await readStack(stack);
  const byType = (type: string): string =>
    standing?.find((it) => it.type === type && it.physicalId !== '')?.physicalId ?? '';
  const [table, topic] = [byType('AWS::DynamoDB::Table'), byType('AWS::SNS::Topic')];
  const account = topic.split(':')[4] ?? '';
  const heartbeat = standing?.find(
    ({ logicalId, type }) => type === 'AWS::Lambda::Function' && logicalId.startsWith('Heartbeat'),
  );
  const version = await answered(async () => {
    const found = await new LambdaClient({}).send(
      new GetFunctionConfigurationCommand({ FunctionName: heartbeat?.physicalId ?? '' }),
    );
    return found.Description?.split(' ').at(-1);
  });
  return {
    stack,
    stands: standing !== null,
    version: version.ok ? version.value : undefined,
    concurrency: await answered(readConcurrency),
    subscribers: await answered(async () => {
      const answer = await new SNSClient({}).send(new ListSubscriptionsByTopicCommand({ TopicArn: topic }));
      return (answer.Subscriptions ?? []).map(({ Endpoint = '', SubscriptionArn = '' }) => ({
        endpoint: Endpoint,
        // SNS shows `PendingConfirmation` for the ARN until then.
        isConfirmed: SubscriptionArn.startsWith('arn:'),
      }));
    }),
    budgets: await answered(async () => {
      // The Budgets API is called in one region, whatever the stack's.
      const client = new BudgetsClient({ region: 'us-east-1' });
      const answer = await client.send(new DescribeBudgetsCommand({ AccountId: account }));
      return answer.Budgets?.length ?? 0;
    }),
    table,
    isTableProtected: await answered(async () => {
      const answer = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: table }));
      return answer.Table?.DeletionProtectionEnabled === true;
    }),
    keepsData: standing?.some(({ type, isKept }) => type === 'AWS::DynamoDB::Table' && isKept) === true,
  };
};
