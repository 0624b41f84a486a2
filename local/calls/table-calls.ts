import type { AwsCall } from './judged-call.ts';

interface Value {
  readonly S?: string;
}
type Item = Readonly<Record<string, Value>>;

/** The parameters of a read, a write, or one part of a batch or transaction. */
interface Request {
  readonly TableName: string;
  readonly IndexName?: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
}

const partitionAttribute = 'PK';

const partitionIn = (item: Item | undefined): string[] => {
  const value = item?.[partitionAttribute]?.S;
  return value === undefined ? [] : [value];
};

/**
 * Returns the value of the partition key in a query: the table's, or the index's, whose attribute has a name of its
 * own.
 */
const queried = ({ IndexName, ...request }: Request): string[] => {
  const equalities = [...(request.KeyConditionExpression ?? '').matchAll(/([#\w]+)\s*=\s*(:\w+)/g)].map(
    ([, name = '', value = '']) => ({
      name: request.ExpressionAttributeNames?.[name] ?? name,
      value: request.ExpressionAttributeValues?.[value]?.S,
    }),
  );
  const found = equalities.find(({ name }) => IndexName !== undefined || name === partitionAttribute);
  return found?.value === undefined ? [] : [found.value];
};

/**
 * The actions of the parts of a transaction, which has no permission of its own (DynamoDB, "Using IAM with
 * transactions").
 */
const transactionActions = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
} as const;

type Tables = Readonly<Record<string, unknown>>;

/** Returns the questions to IAM for a request to DynamoDB; `dynamodb:LeadingKeys` are the partitions that it names. */
export const tableCalls = (
  action: string,
  input: Readonly<Record<string, unknown>>,
  arn: (table: string) => string,
): readonly AwsCall[] => {
  const call = (name: string, table: string, keys: readonly string[], enclosing?: string): AwsCall => ({
    action: `dynamodb:${name}`,
    resource: arn(table),
    context: {
      ...(keys.length === 0 ? {} : { 'dynamodb:LeadingKeys': keys }),
      ...(enclosing === undefined ? {} : { 'dynamodb:EnclosingOperation': enclosing }),
    },
  });

  if (action === 'TransactWriteItems' || action === 'TransactGetItems') {
    const parts = (input['TransactItems'] ?? []) as readonly Partial<
      Record<keyof typeof transactionActions, Request>
    >[];
    return parts.flatMap((part) =>
      Object.entries(part).map(([kind, request]) =>
        call(
          transactionActions[kind as keyof typeof transactionActions],
          request.TableName,
          partitionIn(request.Key ?? request.Item),
          action,
        ),
      ),
    );
  }
  if (action === 'BatchGetItem') {
    return Object.entries((input['RequestItems'] ?? {}) as Tables).map(([table, asked]) => {
      const { Keys } = asked as { readonly Keys: readonly Item[] };
      return call(action, table, [...new Set(Keys.flatMap(partitionIn))]);
    });
  }
  if (action === 'BatchWriteItem') {
    return Object.entries((input['RequestItems'] ?? {}) as Tables).map(([table, asked]) => {
      const writes = asked as readonly { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[];
      const keys = writes.flatMap((it) => partitionIn(it.PutRequest?.Item ?? it.DeleteRequest?.Key));
      return call(action, table, [...new Set(keys)]);
    });
  }
  const request = input as unknown as Request;
  if (request.TableName === undefined) return [];
  const table =
    request.IndexName === undefined ? request.TableName : `${request.TableName}/index/${request.IndexName}`;
  const keys = action === 'Query' ? queried(request) : partitionIn(request.Key ?? request.Item);
  return [call(action, table, keys)];
};
