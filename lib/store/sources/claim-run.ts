import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { itemVersion } from '../../keys/item-version.ts';
import { dueSourcesValue, openJobsIndex, sourceStateKey, type SourceName } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** What a run that starts changes on its source. */
export interface RunClaim {
  readonly name: SourceName;
  /** The due time that the caller saw; undefined if there was none. */
  readonly seenDueAt: number | undefined;
  /** When it is due next; null if that is not known. */
  readonly nextDueAt: number | null;
  /** The open run that the caller saw. It is over by now, or is ended for this one. */
  readonly seenRun: string | undefined;
  readonly now: number;
}

/**
 * Makes the items that go into the transaction that puts the job: the source gets this open run and no other, and its
 * next due time. So a due time has one run, however many heartbeats see it.
 */
export const runClaimItems = (table: Table, job: string, claim: RunClaim): Items => {
  const { name, seenDueAt, nextDueAt, seenRun, now } = claim;
  const { partition, sort } = openJobsIndex;
  const isDue = nextDueAt !== null;
  const conditions = [
    seenRun === undefined ? 'attribute_not_exists(openRun)' : 'openRun = :seenRun',
    seenDueAt === undefined ? 'attribute_not_exists(nextDueAt)' : 'nextDueAt = :seenDue',
  ];
  const update = {
    TableName: table.name,
    Key: sourceStateKey(name),
    UpdateExpression: `SET v = :version, openRun = :job, openRunAt = :now, team = :team, #source = :source${
      isDue
        ? ', nextDueAt = :due, #partition = :sources, #sort = :due'
        : ' REMOVE nextDueAt, #partition, #sort'
    }`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { '#source': 'source', '#partition': partition, '#sort': sort },
    ExpressionAttributeValues: {
      ':job': job,
      ':now': now,
      ':team': name.team,
      ':source': name.source,
      ':version': itemVersion(sourceStateKey(name)),
      ...(isDue ? { ':due': nextDueAt, ':sources': dueSourcesValue } : {}),
      ...(seenRun === undefined ? {} : { ':seenRun': seenRun }),
      ...(seenDueAt === undefined ? {} : { ':seenDue': seenDueAt }),
    },
  };
  return [{ Update: update }];
};
