import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { cellCounters, sumOfCells, type Cell } from '../../job/cells.ts';
import { sumOfUnits } from '../../job/units.ts';
import { billUpdate } from '../bill-update.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/**
 * Writes what a job's closed cells say together onto the job, and what it abandoned: from now on its item says it all. Whoever
 * repeats it changes nothing. Units that were counted in cells are added to those that the item has already.
 */
export const putTotals = async (table: Table, job: string, cells: readonly Cell[]): Promise<void> => {
  const sums = sumOfCells(cells);
  const { add, names, values } = billUpdate(sumOfUnits(cells));
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `SET ${cellCounters.map((name) => `#${name} = :${name}`).join(', ')}, abandoned = :abandoned REMOVE closing${add}`,
        ConditionExpression: 'attribute_exists(closing)',
        ExpressionAttributeNames: {
          ...Object.fromEntries(cellCounters.map((name) => [`#${name}`, name])),
          ...names,
        },
        ExpressionAttributeValues: {
          ...Object.fromEntries(cellCounters.map((name) => [`:${name}`, sums[name]])),
          ':abandoned': sums.admitted - sums.finished,
          ...values,
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
