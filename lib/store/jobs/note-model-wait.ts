import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { waitingEvent } from '../../job/webhook-event.ts';
import type { Job, RunningJob } from '../../job/job.ts';
import { jobKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';
import { transactIf } from '../transact-if.ts';
import { outboxItem } from '../webhooks/outbox.ts';

type Waiting = NonNullable<Job['waiting']>;

const noteOn = (table: Table, job: string, waiting: Waiting, condition: string, before: number) => ({
  TableName: table.name,
  Key: jobKey(job),
  UpdateExpression: 'SET waiting = :waiting',
  ConditionExpression: `#status = :running AND (${condition})`,
  ExpressionAttributeNames: { '#status': 'status', '#code': 'code', '#until': 'until' },
  ExpressionAttributeValues: {
    ':running': 'running',
    ':waiting': waiting,
    ':code': waiting.code,
    ':before': before,
  },
});

/** Nothing is noted, or another reason, or a wait that ended before a moment. */
const isNew = 'attribute_not_exists(waiting) OR waiting.#code <> :code OR waiting.#until < :before';

/**
 * Notes on a running job that its pages begin to wait for a model, or wait for another reason than before. In the same
 * step it puts the event of that for the job's webhook. Condition: the wait is not noted yet, or the noted one ended
 * before `endedBy` (milliseconds since the epoch). So of many pages that begin to wait, one writes the note. Returns
 * whether this call did.
 */
export const noteModelWait = async (
  table: Table,
  job: Pick<RunningJob, 'id' | 'request' | 'ttl'>,
  waiting: Waiting,
  at: { readonly now: number; readonly endedBy: number },
): Promise<boolean> => {
  const event = waitingEvent(job, waiting, at.now);
  const put = event === null ? [] : [{ Put: { TableName: table.name, Item: outboxItem(job.id, event) } }];
  const items = [{ Update: noteOn(table, job.id, waiting, isNew, at.endedBy) }, ...put];
  return await transactIf(table, items);
};

/**
 * Notes on a running job that its pages still wait, and until when. Condition: the noted wait ends before `staleBy`
 * (milliseconds since the epoch), so that many pages that wait for the same write only once.
 */
export const prolongModelWait = async (
  table: Table,
  job: string,
  waiting: Waiting,
  staleBy: number,
): Promise<void> => {
  const stands = 'attribute_exists(waiting) AND waiting.#code = :code AND waiting.#until < :before';
  try {
    await table.documents.send(new UpdateCommand(noteOn(table, job, waiting, stands, staleBy)));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
