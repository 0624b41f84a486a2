import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { sourcePartition, sourceRunKey, type SourceName } from '../../keys/table-keys.ts';
import { sourceRunSchema, type SourceRunRecord } from '../../source/source-run.ts';
import type { Table } from '../table.ts';

/** Notes a run that was skipped, and why. Harmless to repeat. */
export const noteSkippedRun = async (table: Table, name: SourceName, run: SourceRunRecord): Promise<void> => {
  await table.documents.send(
    new PutCommand({ TableName: table.name, Item: { ...sourceRunKey(name, run.endedAt, run.job), ...run } }),
  );
};

/**
 * Lists runs of a source, the last one first: those that ended by `until` (milliseconds since the epoch). `cursor`
 * leads on.
 */
export const listSourceRuns = async (
  table: Table,
  name: SourceName,
  asked: {
    readonly count: number;
    readonly cursor?: string | undefined;
    readonly until?: number | undefined;
  },
): Promise<{ readonly runs: readonly SourceRunRecord[]; readonly cursor: string | null }> => {
  const until = asked.until === undefined ? 'RUN#~' : `RUN#${new Date(asked.until).toISOString()}#~`;
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :source AND SK BETWEEN :first AND :until',
      ExpressionAttributeValues: { ':source': sourcePartition(name), ':first': 'RUN#', ':until': until },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: asked.count,
      ...(asked.cursor === undefined
        ? {}
        : { ExclusiveStartKey: { PK: sourcePartition(name), SK: `RUN#${asked.cursor}` } }),
    }),
  );
  const last = answer.LastEvaluatedKey?.['SK'] as string | undefined;
  return {
    runs: (answer.Items ?? []).map((item) => sourceRunSchema.parse(item)),
    cursor: last === undefined ? null : last.slice('RUN#'.length),
  };
};
