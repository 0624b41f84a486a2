import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { apiKeySchema, type ApiKey } from '../request/api-key.ts';
import { apiKeyKey, type Table } from './table.ts';

export const getApiKey = async (table: Table, id: string): Promise<ApiKey | null> => {
  const answer = await table.documents.send(new GetCommand({ TableName: table.name, Key: apiKeyKey(id) }));
  return answer.Item === undefined ? null : apiKeySchema.parse(answer.Item);
};

/** Stores a key, or stores it again: a fixed development key is put at every start. */
export const putApiKey = async (table: Table, key: ApiKey): Promise<void> => {
  await table.documents.send(
    new PutCommand({ TableName: table.name, Item: { ...apiKeyKey(key.id), ...key } }),
  );
};
