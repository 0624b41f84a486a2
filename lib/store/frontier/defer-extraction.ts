import type { Failure } from '../../failure.ts';
import type { ContentPage } from '../../frontier/page.ts';
import type { EndCounts } from '../../job/end-counts.ts';
import type { Units } from '../../job/units.ts';
import { drainUnits } from '../meter.ts';
import { type Table } from '../table.ts';
import { transactIf, type TransactItems } from '../transact-if.ts';
import { makeUnitsUpdate } from '../units-update.ts';
import { jobKey, pageKey } from '../../keys/table-keys.ts';

/** Makes the change of the job: what the page cost before it was put off. */
const jobUpdate = (table: Table, job: string, counts: EndCounts & Units): TransactItems => {
  const spent = makeUnitsUpdate(counts);
  if (spent.add === '') return [];
  return [
    {
      Update: {
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: spent.add.trim(),
        ConditionExpression: '#status = :running',
        ExpressionAttributeNames: { '#status': 'status', ...spent.names },
        ExpressionAttributeValues: { ':running': 'running', ...spent.values },
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
  const items: TransactItems = [
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
  const isWritten = await transactIf(table, items);
  if (!isWritten) drained?.restore();
  return isWritten;
};
