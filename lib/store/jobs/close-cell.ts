import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { cellSchema, type Cell } from '../../job/cells.ts';
import { type Table } from '../table.ts';
import { cellKey } from '../../keys/table-keys.ts';

/** Closes a cell of a job that is over: nothing is counted in it any more. Answers its last word, the same each time. */
export const closeCell = async (table: Table, job: string, cell: number): Promise<Cell> => {
  const answer = await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: cellKey(job, cell),
      UpdateExpression: 'SET #status = :closed',
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':closed': 'closed' },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return cellSchema.parse(answer.Attributes);
};
