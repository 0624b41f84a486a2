import { GetCommand, TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { apiKeySchema, type ApiKey } from '../../request/keys/api-key.ts';
import { type Table } from '../table.ts';
import { apiKeyKey, teamKeyKey } from '../../keys/table-keys.ts';

type Update = NonNullable<NonNullable<TransactWriteCommandInput['TransactItems']>[number]['Update']>;

export const getApiKey = async (table: Table, id: string): Promise<ApiKey | null> => {
  const answer = await table.documents.send(new GetCommand({ TableName: table.name, Key: apiKeyKey(id) }));
  return answer.Item === undefined ? null : apiKeySchema.parse(answer.Item);
};

/**
 * Makes the update that puts a key onto its team's list, or changes it there, and sets `more`. Keys older than the list
 * are added when they are next used or revoked.
 */
export const listing = (
  table: Table,
  key: ApiKey,
  more: Readonly<Record<string, number>>,
): Update & { UpdateExpression: string } => {
  const { hmac: _hmac, revokedAt: _revokedAt, ...facts } = key;
  const kept = Object.entries(facts).map(([name, value]) => ({ name, value, isKept: true }));
  const set = Object.entries(more).map(([name, value]) => ({ name, value, isKept: false }));
  const all = [...kept, ...set];
  const sets = all.map(
    ({ name, isKept }) => `#${name} = ${isKept ? `if_not_exists(#${name}, :${name})` : `:${name}`}`,
  );
  return {
    TableName: table.name,
    Key: teamKeyKey(key.team, key.id),
    UpdateExpression: `SET ${sets.join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(all.map(({ name }) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(all.map(({ name, value }) => [`:${name}`, value])),
  };
};

/** Stores a key and lists it. Harmless to repeat: a fixed development key is put at every start. */
export const putApiKey = async (table: Table, key: ApiKey): Promise<void> => {
  const { hmac: _hmac, ...listed } = key;
  await table.documents.send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: table.name, Item: { ...apiKeyKey(key.id), ...key } } },
        { Put: { TableName: table.name, Item: { ...teamKeyKey(key.team, key.id), ...listed } } },
      ],
    }),
  );
};
