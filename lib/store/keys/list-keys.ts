import { listedKeySchema, type ListedKey } from '../../request/keys/api-key.ts';
import { queryBetween } from '../query-between.ts';
import { type Table } from '../table.ts';
import { teamKeys, teamPartition } from '../../keys/table-keys.ts';

/** Lists the keys of a team, including revoked ones, the oldest first. */
export const listKeys = async (table: Table, team: string): Promise<ListedKey[]> => {
  const found: ListedKey[] = [];
  for await (const { Items } of queryBetween(table, teamPartition(team), teamKeys, { consistent: true })) {
    found.push(...(Items ?? []).map((item) => listedKeySchema.parse(item)));
  }
  return found.sort((a, b) => a.createdAt - b.createdAt);
};
