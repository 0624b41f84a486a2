import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';

/** Makes DynamoDB refuse every request to delete a table. Its data and its capacity are not touched. */
export const protectTable = async (table: string): Promise<void> => {
  const client = new DynamoDBClient({});
  try {
    await client.send(new UpdateTableCommand({ TableName: table, DeletionProtectionEnabled: true }));
  } finally {
    client.destroy();
  }
};
