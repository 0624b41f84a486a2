import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { triesMax } from '../../frontier/reserve.ts';
import { movesOf } from '../../job/cells.ts';
import type { Job, Outcome } from '../../job/job.ts';
import { billUpdate } from '../bill-update.ts';
import { getCells } from './get-cells.ts';
import { takeBill } from '../meter.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/** What an end that was tried found: `won` moved the job; otherwise the status it stands in, or `gone`. */
export type EndAnswer =
  | { readonly kind: 'won' }
  | {
      readonly kind: 'lost';
      readonly status: string;
      readonly open: number;
      readonly seeding: boolean;
      /** What waits for places, where nothing else is open that could take them: reserves and sitemaps, some over by now. */
      readonly waiting: readonly string[];
    };

/** The job that is to be drained: its limit, and of what. Where that is not said, nothing at all may be open. */
export type Drained = Pick<Job, 'limit' | 'request'>;

/** Pages that are open in a job with cells; zero only if at some moment between the two readings none was. */
const openInCells = async (table: Table, job: string, cells: number): Promise<number> => {
  const { begun, ended } = movesOf(await getCells(table, job, cells));
  if (begun > ended) return begun - ended;
  return movesOf(await getCells(table, job, cells)).begun - ended;
};

/**
 * Moves a job from `running` to `finishing`: the one conditional write by which it is over. Exactly one writer wins.
 *
 * With `drained`, on condition that no page is open, that no sitemap and no reserve is which could still bring one, and that the first
 * pages have all been admitted. Once the limit is delivered, or as many pages were tried as may be, none could. Without, whatever
 * is open is abandoned: `abandoned` is the open pages, taken in the same write, so `admitted = finished + abandoned` holds.
 *
 * A job with cells is drained if what was finished in all cells, read first, is what was admitted in all cells, read after
 * that: neither ever falls, and no more is finished than was admitted, so at some moment in between no page was open, and
 * without an open page none is ever admitted. What it abandons is known when its cells are closed (`closing`).
 */
export const endJob = async (
  table: Table,
  { id: job, cells }: Pick<Job, 'id' | 'cells'>,
  end: {
    readonly outcome: Outcome;
    readonly code?: string;
    readonly drained: Drained | boolean;
    readonly now: number;
  },
): Promise<EndAnswer> => {
  if (cells !== undefined && end.drained !== false) {
    const open = await openInCells(table, job, cells);
    if (open > 0) return { kind: 'lost', status: 'running', open, seeding: false, waiting: [] };
  }
  const alone = cells === undefined;
  // A map admits one page, and its sitemaps are what it is for.
  const satisfied =
    typeof end.drained === 'object' && alone && end.drained.request.map === undefined
      ? end.drained.limit
      : null;
  const noPageOpen =
    satisfied !== null
      ? '(#open = :none OR (#open = sitemapsOpen AND (done >= :limit OR admitted >= :tries)))'
      : '#open = :none';
  const bill = takeBill();
  const { add, names, values } = billUpdate(bill.units);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `SET #status = :finishing, outcome = :outcome, endedAt = :now, ${
          alone
            ? 'abandoned = #open - if_not_exists(sitemapsOpen, :none)'
            : 'abandoned = :none, closing = :yes'
        }${end.code === undefined ? '' : ', code = :code'}${add}`,
        ConditionExpression: `#status = :running${
          end.drained !== false
            ? ` AND attribute_not_exists(seeding)${alone ? ` AND ${noPageOpen}` : ''}`
            : ''
        }${alone ? ' AND attribute_not_exists(cells)' : ''}`,
        ExpressionAttributeNames: { '#status': 'status', ...(alone ? { '#open': 'open' } : {}), ...names },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':finishing': 'finishing',
          ':outcome': end.outcome,
          ':now': end.now,
          ':none': 0,
          ...(satisfied === null ? {} : { ':limit': satisfied, ':tries': triesMax(satisfied) }),
          ...(alone ? {} : { ':yes': true }),
          ...(end.code === undefined ? {} : { ':code': end.code }),
          ...values,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { kind: 'won' };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    bill.giveBack();
    const open = Number(error.Item?.['open']?.N ?? 0);
    return {
      kind: 'lost',
      status: error.Item?.['status']?.S ?? 'gone',
      open,
      seeding: error.Item?.['seeding'] !== undefined,
      waiting:
        open === Number(error.Item?.['sitemapsOpen']?.N ?? 0) ? (error.Item?.['reserves']?.SS ?? []) : [],
    };
  }
};
