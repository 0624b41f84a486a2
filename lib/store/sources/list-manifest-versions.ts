import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { manifestVersionKey } from '../../keys/table-keys.ts';
import { appliedVersionSchema, type AppliedVersion } from '../../source/applied-manifest.ts';
import type { Table } from '../table.ts';

/** Lists the versions of a manifest that were applied, the last one first. */
export const listManifestVersions = async (
  table: Table,
  team: string,
  name: string,
  count: number,
): Promise<AppliedVersion[]> => {
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :log',
      ExpressionAttributeValues: { ':log': manifestVersionKey(team, name, 0).PK },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: count,
    }),
  );
  return (answer.Items ?? []).map((item) => appliedVersionSchema.parse(item));
};
