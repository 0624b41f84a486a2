import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dueSourcesValue, openJobsIndex, teamSourcesPartition } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** Something of a team that is due: a source, or an applied manifest whose sources do not know it yet. */
export type Due = { readonly team: string; readonly source: string | null };

/**
 * Lists what is due by now, the longest due first. The index may be a moment late, so the caller reads the table
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
