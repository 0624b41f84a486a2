import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { extractSpecSchema, type ExtractSpec } from '../../request/extract-spec.ts';
import { type Table } from '../table.ts';
import { extractSpecKey } from '../../keys/table-keys.ts';

/** Longer than a job and all its redrives are kept. Every submission with the same spec renews it. */
const keptMs = 90 * 24 * 60 * 60 * 1_000;

/** Stores what a job extracts, under its hash. Repeating it only prolongs how long it is kept. */
export const putExtractSpec = async (
  table: Table,
  hash: string,
  spec: ExtractSpec,
  now: number,
): Promise<void> => {
  // As JSON: DynamoDB has no `undefined`, and its numbers differ from those of a schema.
  const Item = {
    ...extractSpecKey(hash),
    order: JSON.stringify(spec),
    ttl: Math.floor((now + keptMs) / 1_000),
  };
  await table.documents.send(new PutCommand({ TableName: table.name, Item }));
};

/** Reads what a job extracts; null if that is gone. */
export const getExtractSpec = async (table: Table, hash: string): Promise<ExtractSpec | null> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: extractSpecKey(hash), ConsistentRead: true }),
  );
  const text: unknown = answer.Item?.['order'];
  return typeof text === 'string' ? extractSpecSchema.parse(JSON.parse(text)) : null;
};
