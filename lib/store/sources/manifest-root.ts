import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  dueSourcesValue,
  manifestRootKey,
  manifestVersionKey,
  openJobsIndex,
} from '../../keys/table-keys.ts';
import {
  emptyRoot,
  manifestRootSchema,
  type AppliedVersion,
  type ManifestRoot,
} from '../../source/applied-manifest.ts';
import type { Table } from '../table.ts';
import type { TransactItem } from './audit-chain.ts';

/** Reads what a team has applied and is in force now. */
export const getManifestRoot = async (table: Table, team: string): Promise<ManifestRoot> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: manifestRootKey(team), ConsistentRead: true }),
  );
  return answer.Item === undefined ? emptyRoot : manifestRootSchema.parse(answer.Item);
};

/**
 * Applies a version: the root and the log's entry in one step, on condition that the root has not changed since the
 * caller read it. Of two callers at the same time one succeeds; the other gets false, and nothing of its version is
 * applied. `audit` puts it on record in the same step. The root stays in the index of due items until the team's
 * sources know (`noteReconciled`).
 */
export const commitManifestRoot = async (
  table: Table,
  team: string,
  next: ManifestRoot,
  entry: AppliedVersion,
  audit: readonly TransactItem[],
): Promise<boolean> => {
  const isFirst = next.seq === 1;
  const { partition, sort } = openJobsIndex;
  const root = {
    TableName: table.name,
    Item: { ...manifestRootKey(team), ...next, [partition]: dueSourcesValue, [sort]: entry.at },
    ConditionExpression: isFirst ? 'attribute_not_exists(PK)' : 'seq = :seen',
    ...(isFirst ? {} : { ExpressionAttributeValues: { ':seen': next.seq - 1 } }),
  };
  const log = {
    TableName: table.name,
    Item: { ...manifestVersionKey(team, entry.name, entry.seq), ...entry },
    ConditionExpression: 'attribute_not_exists(PK)',
  };
  try {
    await table.documents.send(
      new TransactWriteCommand({ TransactItems: [{ Put: root }, { Put: log }, ...audit] }),
    );
    return true;
  } catch (error) {
    if (error instanceof TransactionCanceledException) return false;
    throw error;
  }
};

/** Removes the root from the index of due items, unless another version was applied since. */
export const noteReconciled = async (table: Table, team: string, seq: number): Promise<void> => {
  const { partition, sort } = openJobsIndex;
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: manifestRootKey(team),
        UpdateExpression: 'REMOVE #partition, #sort',
        ConditionExpression: 'seq = :seq',
        ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
        ExpressionAttributeValues: { ':seq': seq },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};

/** Puts the root back into that index, if there is one: the heartbeat then schedules sources that have no plan. */
export const askForReconciling = async (table: Table, team: string, now: number): Promise<void> => {
  const { partition, sort } = openJobsIndex;
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: manifestRootKey(team),
        UpdateExpression: 'SET #partition = :sources, #sort = :now',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
        ExpressionAttributeValues: { ':sources': dueSourcesValue, ':now': now },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
