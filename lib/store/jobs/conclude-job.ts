import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { endEvent } from '../../job/webhook-event.ts';
import type { FieldCounts } from '../../envelope/extract-spending.ts';
import type { EndNotes, Job, JobOutcome } from '../../job/job.ts';
import { makeUnitsUpdate } from '../units-update.ts';
import { webhookEnds } from '../webhooks/webhook-lease.ts';
import { drainUnits, transactionUnits } from '../meter.ts';
import { openJobRemoval } from '../keys/open-jobs-of-keys.ts';
import { type Table } from '../table.ts';
import { usageAddition } from '../keys/usage.ts';
import { jobKey, jobSpecKey, openJobsIndex, ttlAttribute } from '../../keys/table-keys.ts';

/**
 * - `concluded`: this call did it.
 * - `over`: another `finish-job` was first, or a model's answer was counted since the job was read.
 * - `conflict`: nothing was written, because another job of the same key ended at the same moment; try again.
 */
export type Conclusion = 'concluded' | 'over' | 'conflict';

/**
 * By how much pages change the counters of their job after it had ended: those that were delivered, of which each was
 * abandoned, and first pages that had not been admitted, which are abandoned.
 */
export interface LatePages extends FieldCounts {
  readonly admitted: number;
  readonly done: number;
  readonly finished: number;
  readonly unchanged: number;
  readonly abandoned: number;
}

/** What of a job's usage grows after its end, when an answer that a model gave before is counted. */
const spent = ['inputTokens', 'outputTokens', 'microdollars', 'unpriced'] as const;

/** Makes the condition that the job's item has spent what `job` says, so that its usage counts all of it. */
const spentAsRead = (job: Job) => ({
  condition: spent
    .map((name) => (job[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}`))
    .join(' AND '),
  names: Object.fromEntries(spent.map((name) => [`#${name}`, name])),
  values: Object.fromEntries(
    spent.flatMap((name) => (job[name] === undefined ? [] : [[`:${name}`, job[name]]])),
  ),
});

/** Makes the part of the update that sets what the pages tell. */
const setNotes = (notes: EndNotes) => {
  const told = Object.entries(notes).filter(([, value]) => value !== undefined);
  return {
    set: told.map(([name]) => `, #${name} = :${name}`).join(''),
    names: Object.fromEntries(told.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(told.map(([name, value]) => [`:${name}`, value])),
  };
};

/** Makes what is kept beside the job expire with it, without the caller's headers, if there is such an item. */
const partsExpiry = (table: Table, { id, apart }: Job, ttl: number) =>
  apart === undefined
    ? []
    : [
        {
          Update: {
            TableName: table.name,
            Key: jobSpecKey(id),
            UpdateExpression: 'SET #ttl = :ttl REMOVE #request.#scrape.#sealed',
            ExpressionAttributeNames: {
              '#ttl': ttlAttribute,
              '#request': 'request',
              '#scrape': 'scrape',
              '#sealed': 'sealedHeaders',
            },
            ExpressionAttributeValues: { ':ttl': ttl },
          },
        },
      ];

/**
 * Moves a job from `finishing` to its outcome and out of the index of open jobs, once its results are written. The same
 * step counts its usage for its key and, if it has a webhook, puts the event of its end into the outbox. `late`
 * counts pages that ended after the job had (`end-late.ts`, `put-unseeded.ts`); `job` counts them already, its item
 * does so from now on.
 */
export const concludeJob = async (
  table: Table,
  job: Job,
  end: {
    readonly outcome: JobOutcome;
    readonly code?: string;
    readonly late?: LatePages;
    readonly notes?: EndNotes;
  },
  at: { readonly now: number; readonly ttl: number },
): Promise<Conclusion> => {
  const { request } = job;
  const ends =
    request.webhook === undefined
      ? []
      : webhookEnds(table, job.id, endEvent({ request, ttl: at.ttl }, end.outcome, at.now), at);
  const counts = [
    usageAddition(table, job, end.outcome, at.now),
    ...openJobRemoval(table, job),
    ...partsExpiry(table, job, at.ttl),
  ];
  const drained = drainUnits(transactionUnits(1 + counts.length + ends.length));
  const { late } = end;
  const notes = setNotes(end.notes ?? {});
  const { add, names, values } = makeUnitsUpdate({ ...drained.units, ...late });
  const asRead = spentAsRead(job);
  const update = {
    TableName: table.name,
    Key: jobKey(job.id),
    UpdateExpression:
      `SET #status = :outcome, outcome = :outcome, completedAt = :now, #ttl = ` +
      `:ttl${end.code === undefined ? '' : ', code = :code'}` +
      `${notes.set} REMOVE #openJob${add}`,
    ConditionExpression: `#status = :finishing AND ${asRead.condition}`,
    ExpressionAttributeNames: {
      '#status': 'status',
      '#ttl': 'ttl',
      '#openJob': openJobsIndex.partition,
      ...asRead.names,
      ...notes.names,
      ...names,
    },
    ExpressionAttributeValues: {
      ':outcome': end.outcome,
      ...(end.code === undefined ? {} : { ':code': end.code }),
      ...notes.values,
      ':now': at.now,
      ':ttl': at.ttl,
      ':finishing': 'finishing',
      ...asRead.values,
      ...values,
    },
  };
  try {
    await table.documents.send(
      new TransactWriteCommand({ TransactItems: [{ Update: update }, ...counts, ...ends] }),
    );
    return 'concluded';
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    drained.restore();
    const codes = error.CancellationReasons?.map(({ Code }) => Code) ?? [];
    if (codes[0] === 'ConditionalCheckFailed') return 'over';
    if (codes.includes('TransactionConflict')) return 'conflict';
    throw error;
  }
};
