import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dueSourcesValue, openJobsIndex, teamSourcesPartition } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** Something of a team that is due: a source, or what it has applied and its sources were not told of. */
export type Due = { readonly team: string; readonly source: string | null };

/**
 * What is due by now, the longest due first. The index may be a moment behind: whoever acts looks at the table
 * itself.
 */
export const listDueSources = async (table: Table, now: number, count: number): Promise<Due[]> => {
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: openJobsIndex.name,
      KeyConditionExpression: '#partition = :sources AND #sort <= :now',
      ExpressionAttributeNames: { '#partition': openJobsIndex.partition, '#sort': openJobsIndex.sort },
      ExpressionAttributeValues: { ':sources': dueSourcesValue, ':now': now },
      Limit: count,
    }),
  );
  return (answer.Items ?? []).map((item) => {
    const [team, place] = [String(item['PK']).slice(teamSourcesPartition('').length), String(item['SK'])];
    return { team, source: place === 'MANIFESTS' ? null : place.slice('SOURCE#'.length) };
  });
};
