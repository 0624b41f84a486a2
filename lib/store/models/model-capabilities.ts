import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { modelCapabilitiesSchema, type ModelCapabilities } from '../../extract/llm/model-capabilities.ts';
import { type Table } from '../table.ts';
import { modelCapabilitiesKey } from '../../keys/table-keys.ts';

/** What was learned of a model, with the moment (milliseconds since the epoch) at which it is to be learned anew. */
export interface LearnedCapabilities {
  readonly capabilities: ModelCapabilities;
  readonly until: number;
}

/** What was learned of a model at a base URL, unless that is too long ago; null where nothing was. */
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

/** Keeps what was learned of a model. The last writer wins: it is evidence that any function gathers again. */
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
