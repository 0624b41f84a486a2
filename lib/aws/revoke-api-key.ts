import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { apiKeyKey, type Table } from './table.ts';

/** Marks a key as revoked; false when there is none of that id. Functions stop accepting it within their cache's minute. */
export const revokeApiKey = async (table: Table, id: string, now: number): Promise<boolean> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: apiKeyKey(id),
        UpdateExpression: 'SET revokedAt = :now',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':now': now },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
