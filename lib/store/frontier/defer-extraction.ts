import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Failure } from '../../failure.ts';
import type { ContentPage } from '../../frontier/page.ts';
import type { EndCounts } from '../../job/end-counts.ts';
import type { Units } from '../../job/units.ts';
import { drainUnits } from '../meter.ts';
import { type Table } from '../table.ts';
import { jobKey, pageKey } from '../../keys/table-keys.ts';

type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

const tries = 5;

/** Makes the change of the job: what the page cost before it was put off. */
const jobUpdate = (table: Table, job: string, counts: EndCounts & Units): Items => {
  const spent = Object.entries(counts).filter(([, by]) => by !== 0);
  if (spent.length === 0) return [];
  return [
    {
      Update: {
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `ADD ${spent.map((_, index) => `#c${index} :c${index}`).join(', ')}`,
        ConditionExpression: '#status = :running',
        ExpressionAttributeNames: {
          '#status': 'status',
          ...Object.fromEntries(spent.map(([name], index) => [`#c${index}`, name])),
        },
        ExpressionAttributeValues: {
          ':running': 'running',
          ...Object.fromEntries(spent.map(([, by], index) => [`:c${index}`, by])),
        },
      },
    },
  ];
};

/**
 * Notes on a fetched page that no model could be asked about it now, and when that is tried again. In the same step it
 * counts the page's cost until then on the job, and gives back what was reserved. Returns false when the page is over,
 * when another worker put it off, or, if anything was spent, when the job is over.
 */
export const deferExtraction = async (
  table: Table,
  page: Pick<ContentPage, 'job' | 'hash' | 'deferrals'>,
  deferral: {
    readonly failure: Failure;
    readonly notBefore: number;
    readonly now: number;
    readonly counts: EndCounts;
    readonly waited: NonNullable<ContentPage['waited']>;
    /** Names the worker: its cost is counted once (`count-once.ts`). */
    readonly writer: string;
  },
): Promise<boolean> => {
  const { deferrals = 0 } = page;
  // Many pages wait for the same keys at once. So the job's item, where they would conflict, is only written if
  // anything was spent.
  const hasSpent = Object.values(deferral.counts).some((by) => by !== 0);
  const drained = hasSpent ? drainUnits() : null;
  const items: Items = [
    {
      Update: {
        TableName: table.name,
        Key: pageKey(page.job, page.hash),
        UpdateExpression:
          'SET deferrals = :next, code = :code, message = :message, notBefore = :notBefore, touchedAt = ' +
          ':now, waited = :waited, waitingSince = if_not_exists(waitingSince, :now) REMOVE askingUntil, reserved' +
          (hasSpent ? ' ADD countedBy :writers' : ''),
        ConditionExpression:
          '#state = :fetched AND ' +
          (deferrals === 0 ? 'attribute_not_exists(deferrals)' : 'deferrals = :deferrals'),
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':fetched': 'fetched',
          ...(deferrals === 0 ? {} : { ':deferrals': deferrals }),
          ':next': deferrals + 1,
          ':code': deferral.failure.code,
          ':message': deferral.failure.message,
          ':notBefore': deferral.notBefore,
          ':now': deferral.now,
          ':waited': deferral.waited,
          ...(hasSpent ? { ':writers': new Set([deferral.writer]) } : {}),
        },
      },
    },
    ...(drained === null ? [] : jobUpdate(table, page.job, { ...deferral.counts, ...drained.units })),
  ];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) {
        drained?.restore();
        return false;
      }
      if (attempt === tries) throw error;
    }
  }
};
