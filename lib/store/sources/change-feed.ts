import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { changeEntryKey, changeFeedPartition } from '../../keys/table-keys.ts';
import { feedEntrySchema, type FeedEntry } from '../../source/source-run.ts';
import type { Table } from '../table.ts';

/** Lists entries of a team's feed from a number on, in order; or the entries up to it, the newest first. */
export const listFeed = async (
  table: Table,
  team: string,
  from: number,
  count: number,
  order: 'oldest' | 'newest' = 'oldest',
): Promise<FeedEntry[]> => {
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression:
        order === 'oldest' ? 'PK = :feed AND SK >= :from' : 'PK = :feed AND SK <= :from',
      ExpressionAttributeValues: {
        ':feed': changeFeedPartition(team),
        ':from': changeEntryKey(team, from).SK,
      },
      ScanIndexForward: order === 'oldest',
      ConsistentRead: true,
      Limit: count,
    }),
  );
  return (answer.Items ?? []).map((item) => feedEntrySchema.parse(item));
};
