import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { itemVersion } from '../../keys/item-version.ts';
import { type Table } from '../table.ts';
import { sourceStateKey, type SourceName } from '../../keys/table-keys.ts';

/** Counts runs of a source that failed since the last success. */
const countFailedRuns = async (table: Table, source: SourceName): Promise<number> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: sourceStateKey(source), ConsistentRead: true }),
  );
  return Number(answer.Item?.['failedInRow'] ?? 0);
};

/**
 * Notes how a run of a source ended, and returns how many in a row have failed by now. To note the last run twice
 * changes nothing.
 */
export const noteRun = async (
  table: Table,
  source: SourceName,
  run: {
    readonly job: string;
    readonly failed: boolean;
    readonly now: number;
    readonly code?: string | undefined;
  },
): Promise<number> => {
  try {
    const answer = await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sourceStateKey(source),
        UpdateExpression:
          `SET v = :version, lastRun = :job, lastRunAt = :now, failedInRow ` +
          `= ${run.failed ? 'if_not_exists(failedInRow, :none) + :one' : ':none'}` +
          (run.failed ? ', lastFailure = :why' : ''),
        ConditionExpression: 'attribute_not_exists(lastRun) OR lastRun <> :job',
        ExpressionAttributeValues: {
          ':job': run.job,
          ':now': run.now,
          ':none': 0,
          ':version': itemVersion(sourceStateKey(source)),
          ...(run.failed
            ? {
                ':one': 1,
                ':why': {
                  job: run.job,
                  at: run.now,
                  ...(run.code === undefined ? {} : { code: run.code }),
                },
              }
            : {}),
        },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Number(answer.Attributes?.['failedInRow'] ?? 0);
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return await countFailedRuns(table, source);
  }
};
