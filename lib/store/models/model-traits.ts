import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { modelTraitsSchema, type ModelTraits } from '../../extract/llm/model-traits.ts';
import { type Table } from '../table.ts';
import { modelTraitsKey } from '../../keys/table-keys.ts';

/** What was learned of a model, with the moment (milliseconds since the epoch) at which it is to be learned anew. */
export interface LearnedTraits {
  readonly traits: ModelTraits;
  readonly until: number;
}

/** What was learned of a model at a base URL, unless that is too long ago; null where nothing was. */
export const getModelTraits = async (
  table: Table,
  id: string,
  now: number,
): Promise<LearnedTraits | null> => {
  const { Item: item } = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: modelTraitsKey(id) }),
  );
  const until = Number(item?.['until'] ?? 0);
  // DynamoDB removes an item up to two days after its time.
  if (until <= now) return null;
  const parsed = modelTraitsSchema.safeParse(item);
  return parsed.success ? { traits: parsed.data, until } : null;
};

/** Keeps what was learned of a model. The last writer wins: it is evidence that any function gathers again. */
export const putModelTraits = async (
  table: Table,
  id: string,
  { traits, until }: LearnedTraits,
): Promise<void> => {
  await table.documents.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...modelTraitsKey(id), ...traits, until, ttl: Math.ceil(until / 1_000) },
    }),
  );
};
