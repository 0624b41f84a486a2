import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { sourceStateKey, teamSources, teamSourcesPartition, type SourceName } from '../../keys/table-keys.ts';
import { noState, sourceStateSchema, type SourceState } from '../../source/source-state.ts';
import { queryBetween } from '../query-between.ts';
import type { Table } from '../table.ts';

/** Reads what is known of a source now. */
export const getSourceState = async (table: Table, name: SourceName): Promise<SourceState> => {
  const answer = await table.documents.send(
    new GetCommand({ TableName: table.name, Key: sourceStateKey(name), ConsistentRead: true }),
  );
  return answer.Item === undefined ? noState : sourceStateSchema.parse(answer.Item);
};

/** Reads what is known of all sources of a team, by id, including sources that no manifest lists any more. */
export const listSourceStates = async (table: Table, team: string): Promise<Map<string, SourceState>> => {
  const states = new Map<string, SourceState>();
  for await (const { Items } of queryBetween(table, teamSourcesPartition(team), teamSources, {
    consistent: true,
  })) {
    for (const item of Items ?? [])
      states.set(String(item['SK']).slice(teamSources.from.length), sourceStateSchema.parse(item));
  }
  return states;
};
