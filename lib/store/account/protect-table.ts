import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';

/** Makes DynamoDB refuse every request to delete a table. Its data and its capacity are not touched. */
export const protectTable = async (table: string): Promise<void> => {
  const client = new DynamoDBClient({});
  try {
    await client.send(new UpdateTableCommand({ TableName: table, DeletionProtectionEnabled: true }));
  } finally {
    client.destroy();
  }
};

/** Whether DynamoDB refuses every request to delete a table. One that does not exist is not protected. */
export const isTableProtected = async (table: string): Promise<boolean> => {
  const client = new DynamoDBClient({});
  try {
    const { Table: found } = await client.send(new DescribeTableCommand({ TableName: table }));
    return found?.DeletionProtectionEnabled === true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  } finally {
    client.destroy();
  }
};
