import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { modelCapabilitiesSchema, type ModelCapabilities } from '../../extract/llm/model-capabilities.ts';
import { type Table } from '../table.ts';
import { modelCapabilitiesKey } from '../../keys/table-keys.ts';

/** What was learned of a model, and until when that is valid (milliseconds since the epoch). */
export interface LearnedCapabilities {
  readonly capabilities: ModelCapabilities;
  readonly until: number;
}

/** Reads what was learned of a model at a base URL; null if nothing was, or too long ago. */
export const getModelCapabilities = async (
  table: Table,
  id: string,
  now: number,
): Promise<LearnedCapabilities | null> => {
  const { Item: item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: modelCapabilitiesKey(id) }),
  );
  const until = Number(item?.['until'] ?? 0);
  // DynamoDB removes an item up to two days after its time.
  if (until <= now) return null;
  const parsed = modelCapabilitiesSchema.safeParse(item);
  return parsed.success ? { capabilities: parsed.data, until } : null;
};

/** Stores what was learned of a model. The last writer wins: any function can learn it again. */
export const putModelCapabilities = async (
  table: Table,
  id: string,
  { capabilities, until }: LearnedCapabilities,
): Promise<void> => {
  await table.documents.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...modelCapabilitiesKey(id), ...capabilities, until, ttl: Math.ceil(until / 1_000) },
    }),
  );
};
