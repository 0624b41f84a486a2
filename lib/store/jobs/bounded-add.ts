import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { jobKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** A counter of a job's item, what is added to it, and the most that it may be then; undefined for no bound. */
export interface BoundedCounter {
  readonly name: string;
  readonly by: number;
  readonly most: number | undefined;
}

/**
 * Makes the update that adds to counters of a job's item. Condition: the job is running, and no counter passes its
 * bound. Returns null if an addition alone does. An update that is refused tells the item.
 */
export const boundedAdd = (
  table: Table,
  job: string,
  counters: readonly BoundedCounter[],
): (UpdateCommandInput & { readonly UpdateExpression: string }) | null => {
  const bounded = counters.flatMap(({ name, by, most }, at) =>
    most === undefined ? [] : [{ name, value: `:left${at}`, left: most - by }],
  );
  if (bounded.some(({ left }) => left < 0)) return null;
  return {
    TableName: table.name,
    Key: jobKey(job),
    UpdateExpression: `ADD ${counters.map(({ name }, at) => `${name} :by${at}`).join(', ')}`,
    ConditionExpression: [
      '#status = :running',
      ...bounded.map(({ name, value }) => `(attribute_not_exists(${name}) OR ${name} <= ${value})`),
    ].join(' AND '),
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':running': 'running',
      ...Object.fromEntries(counters.map(({ by }, at) => [`:by${at}`, by])),
      ...Object.fromEntries(bounded.map(({ value, left }) => [value, left])),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
};
