import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { extractOrderSchema, type ExtractOrder } from '../../request/extract-order.ts';
import { type Table } from '../table.ts';
import { extractOrderKey } from '../../keys/table-keys.ts';

/** Longer than a job and all redrives of it are kept; every submission that asks for the same renews it. */
const keptMs = 90 * 24 * 60 * 60 * 1_000;

/** Keeps what a job extracts, under its hash. Repeating it changes nothing but how long it is kept. */
export const putExtractOrder = async (
  table: Table,
  hash: string,
  order: ExtractOrder,
  now: number,
): Promise<void> => {
  // As JSON: DynamoDB has no `undefined`, and its numbers are not quite those of a schema.
  const Item = {
    ...extractOrderKey(hash),
    order: JSON.stringify(order),
    ttl: Math.floor((now + keptMs) / 1_000),
  };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
};

/** What a job extracts; null where that is gone. */
export const getExtractOrder = async (table: Table, hash: string): Promise<ExtractOrder | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: extractOrderKey(hash), ConsistentRead: true }),
  );
  const text: unknown = answer.Item?.['order'];
  return typeof text === 'string' ? extractOrderSchema.parse(JSON.parse(text)) : null;
};
