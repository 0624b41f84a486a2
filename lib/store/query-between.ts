import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import type { Between } from '../keys/table-keys.ts';
import type { Table } from './table.ts';

/** Lists the items of a partition between two sort keys, in DynamoDB's own portions (1 MB). */
export async function* queryBetween(
  table: Table,
  partition: string,
  { from, to }: Between,
  {
    select,
    limit,
    consistent,
  }: { readonly select?: 'COUNT'; readonly limit?: number; readonly consistent: boolean },
): AsyncGenerator<QueryCommandOutput> {
  let start: QueryCommandOutput['LastEvaluatedKey'];
  do {
    const answer = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :partition AND SK BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
        ConsistentRead: consistent,
        ...(select === undefined ? {} : { Select: select }),
        ...(limit === undefined ? {} : { Limit: limit }),
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    yield answer;
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
}
