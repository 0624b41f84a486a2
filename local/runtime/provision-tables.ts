import { setTimeout as sleep } from 'node:timers/promises';
import type { TablePlan } from '../template/stores.ts';
import { AwsRequestError, type AwsClient } from './aws-request.ts';

const target = 'DynamoDB_20120810';

const shapeOf = (table: Record<string, unknown>): string => {
  const indexes = (table['GlobalSecondaryIndexes'] ?? []) as { IndexName: string; KeySchema: unknown }[];
  const keys = (schema: unknown): string =>
    (schema as { AttributeName: string; KeyType: string }[])
      .map((it) => `${it.KeyType} ${it.AttributeName}`)
      .sort()
      .join(', ');
  return [
    keys(table['KeySchema']),
    ...indexes.map((index) => `${index.IndexName}: ${keys(index.KeySchema)}`).sort(),
  ].join('; ');
};

const waitUntilActive = async (client: AwsClient, name: string): Promise<Record<string, unknown>> => {
  for (;;) {
    const { Table: table } = await client.call(`${target}.DescribeTable`, { TableName: name });
    const description = table as Record<string, unknown>;
    if (description['TableStatus'] === 'ACTIVE') return description;
    await sleep(50);
  }
};

/**
 * Creates a table if it is missing. A second start leaves it unchanged.
 *
 * @throws {Error} when an existing table has other keys or indexes than the template: data is never converted.
 */
export const provisionTable = async (client: AwsClient, table: TablePlan): Promise<void> => {
  const { name, ttlAttribute: _ttl, ...shape } = table;
  try {
    await client.call(`${target}.CreateTable`, {
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      ...shape,
    });
  } catch (error) {
    if (!(error instanceof AwsRequestError && error.code === 'ResourceInUseException')) throw error;
  }
  const found = shapeOf(await waitUntilActive(client, name));
  const wanted = shapeOf(shape);
  if (found !== wanted) {
    throw new Error(
      `Cannot use the table ${name}: it was made with (${found}), the template wants (${wanted}). ` +
        'Give an empty directory with --data, or remove the old one.',
    );
  }
};
