import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { type Table } from '../table.ts';
import { teamPartition, type Between } from '../../keys/table-keys.ts';

/** Answers of one query for what a team has between two sort keys, in DynamoDB's own portions (1 MB). */
export async function* queryTeam(
  table: Table,
  team: string,
  between: Between,
  options: { readonly select?: 'COUNT'; readonly consistent: boolean },
): AsyncGenerator<QueryCommandOutput> {
  let start: Record<string, unknown> | undefined;
  do {
    const answer = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :team AND SK BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':team': teamPartition(team),
          ':from': between.from,
          ':to': between.to,
        },
        ConsistentRead: options.consistent,
        ...(options.select === undefined ? {} : { Select: options.select }),
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    yield answer;
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
}
