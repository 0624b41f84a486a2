import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { cellCounters, sumOfCells, type Cell } from '../job/cells.ts';
import { jobKey, type Table } from './table.ts';

/**
 * Writes what a job's closed cells say together onto the job, and what it abandoned: from now on its item says it all. Whoever
 * repeats it writes the same.
 */
export const putTotals = async (table: Table, job: string, cells: readonly Cell[]): Promise<void> => {
  const sums = sumOfCells(cells);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `SET ${cellCounters.map((name) => `#${name} = :${name}`).join(', ')}, abandoned = :abandoned REMOVE closing`,
        ConditionExpression: 'attribute_exists(closing)',
        ExpressionAttributeNames: Object.fromEntries(cellCounters.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(cellCounters.map((name) => [`:${name}`, sums[name]])),
          ':abandoned': sums.admitted - sums.finished,
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
