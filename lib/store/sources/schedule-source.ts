import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { itemVersion } from '../../keys/item-version.ts';
import { dueSourcesValue, openJobsIndex, sourceStateKey, type SourceName } from '../../keys/table-keys.ts';
import type { SourceState } from '../../source/source-state.ts';
import type { Table } from '../table.ts';

const { partition, sort } = openJobsIndex;

/**
 * Sets when a source is due next, or with null that it is not, on condition that its plan is the one that the caller
 * read. So if a manifest is applied and a run starts at the same time, neither undoes the other. Returns false if the
 * condition failed.
 *
 * @param next `plan` is what the due time is computed from (`planHash`): if it is unchanged, the due time stays.
 *   `isOver`: the source was removed or retired, so its failed runs are counted no more. If it comes back it runs, and
 *   is not left alone for failures of which no alert is open.
 */
export const scheduleSource = async (
  table: Table,
  name: SourceName,
  seen: Pick<SourceState, 'plan' | 'nextDueAt'>,
  next: {
    readonly plan: string | null;
    readonly dueAt: number | null;
    readonly manifest: string | null;
    readonly isOver?: boolean;
  },
): Promise<boolean> => {
  const isDue = next.dueAt !== null;
  const sets = [
    'v = :version',
    'team = :team',
    '#source = :source',
    ...(next.plan === null ? [] : ['#plan = :plan', 'manifest = :manifest']),
    ...(isDue ? ['nextDueAt = :due', '#partition = :sources', '#sort = :due'] : []),
    ...(next.isOver === true ? ['failedInRow = :none'] : []),
  ];
  const removed = [
    ...(next.plan === null ? ['#plan', 'manifest'] : []),
    ...(isDue ? [] : ['nextDueAt', '#partition', '#sort']),
    ...(next.isOver === true ? ['headOutcome', 'headCode'] : []),
  ];
  const conditions = [
    seen.plan === undefined ? 'attribute_not_exists(#plan)' : '#plan = :seenPlan',
    seen.nextDueAt === undefined ? 'attribute_not_exists(nextDueAt)' : 'nextDueAt = :seenDue',
  ];
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: sourceStateKey(name),
        UpdateExpression: `SET ${sets.join(', ')}${removed.length === 0 ? '' : ` REMOVE ${removed.join(', ')}`}`,
        ConditionExpression: conditions.join(' AND '),
        ExpressionAttributeNames: {
          '#source': 'source',
          '#plan': 'plan',
          '#partition': partition,
          '#sort': sort,
        },
        ExpressionAttributeValues: {
          ':team': name.team,
          ':source': name.source,
          ':version': itemVersion(sourceStateKey(name)),
          ...(next.plan === null ? {} : { ':plan': next.plan, ':manifest': next.manifest }),
          ...(isDue ? { ':due': next.dueAt, ':sources': dueSourcesValue } : {}),
          ...(next.isOver === true ? { ':none': 0 } : {}),
          ...(seen.plan === undefined ? {} : { ':seenPlan': seen.plan }),
          ...(seen.nextDueAt === undefined ? {} : { ':seenDue': seen.nextDueAt }),
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
};
