import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { pageSchema, type EndState, type Page } from '../../frontier/page.ts';
import { pageBuckets, pagesPartition } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** Which pages of a job are listed: those that ended in these states and, if a time is given, within it. */
interface EndedPagesWanted {
  readonly states: readonly EndState[];
  /** Milliseconds since the epoch, both included. Old pages do not say when they ended. */
  readonly within?: { readonly from: number; readonly to: number };
}

/**
 * Lists pages of a job that have ended, in the order of the table. The table filters them: it reads every page, in
 * slices of 1 MB, and is paid for that, but sends only what is wanted. Each slice is one portion, and may be empty, so
 * that a caller can count them. Consistent.
 */
export async function* listEndedPages(
  table: Table,
  job: string,
  { states, within }: EndedPagesWanted,
): AsyncGenerator<Page[]> {
  const named = Object.fromEntries(states.map((state, at) => [`:s${at}`, state]));
  const ofState = `#state IN (${Object.keys(named).join(', ')})`;
  for (const bucket of pageBuckets) {
    let after: QueryCommandOutput['LastEvaluatedKey'];
    do {
      const answer = await table.documents.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'PK = :partition',
          FilterExpression:
            within === undefined ? ofState : `${ofState} AND finishedAt BETWEEN :from AND :to`,
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: {
            ...named,
            ':partition': pagesPartition(job, bucket),
            ...(within === undefined ? {} : { ':from': within.from, ':to': within.to }),
          },
          ConsistentRead: true,
          ...(after === undefined ? {} : { ExclusiveStartKey: after }),
        }),
      );
      yield (answer.Items ?? []).map((item) => pageSchema.parse(item));
      after = answer.LastEvaluatedKey;
    } while (after !== undefined);
  }
}
