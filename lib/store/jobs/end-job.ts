import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { triesMax } from '../../frontier/reserve.ts';
import { countMoves } from '../../job/counter-shards.ts';
import type { Job, JobOutcome } from '../../job/job.ts';
import { makeUnitsUpdate } from '../units-update.ts';
import { getShards } from './get-shards.ts';
import { drainUnits } from '../meter.ts';
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
      /**
       * What waits for places, where nothing else is open that could take them: reserves and sitemaps, some
       * over by now.
       */
      readonly waiting: readonly string[];
    };

/** What the drained job was asked for and its limit. Without them, nothing at all may be open. */
export type Drained = Pick<Job, 'limit' | 'request'>;

/** Pages that are open in a job with shards; zero only if at some moment between the two readings none was. */
const openInShards = async (table: Table, job: string, shards: number): Promise<number> => {
  const { begun, ended } = countMoves(await getShards(table, job, shards));
  if (begun > ended) return begun - ended;
  return countMoves(await getShards(table, job, shards)).begun - ended;
};

/**
 * Moves a job from `running` to `finishing`: the one conditional write by which it is over. Exactly one writer
 * wins. The same write removes the caller's headers, which are no longer needed.
 *
 * With `drained`, on condition that no page is open, that no sitemap and no reserve is which could still bring
 * one, and that the first pages have all been admitted. Once the limit is delivered, or as many pages were
 * tried as may be, none could. Without, whatever is open is abandoned: `abandoned` is the open pages, taken in
 * the same write, so `admitted = finished + abandoned` holds.
 *
 * A job with shards is drained if what was finished in all shards, read first, is what was admitted in all
 * shards, read after that: neither ever falls, and no more is finished than was admitted, so at some moment in
 * between no page was open, and without an open page none is ever admitted. What it abandons is known when its
 * shards are closed (`closing`).
 */
export const writeJobEnd = async (
  table: Table,
  { id: job, cells: shards }: Pick<Job, 'id' | 'cells'>,
  end: {
    readonly outcome: JobOutcome;
    readonly code?: string;
    readonly drained: Drained | boolean;
    readonly now: number;
  },
): Promise<EndAnswer> => {
  if (shards !== undefined && end.drained !== false) {
    const open = await openInShards(table, job, shards);
    if (open > 0) return { kind: 'lost', status: 'running', open, seeding: false, waiting: [] };
  }
  const alone = shards === undefined;
  // A map admits one page, and its sitemaps are what it is for.
  const limit =
    typeof end.drained === 'object' && alone && end.drained.request.map === undefined
      ? end.drained.limit
      : null;
  const noPageOpen =
    limit === null
      ? '#open = :none'
      : '(#open = :none OR (#open = sitemapsOpen AND (done >= :limit OR admitted >= :tries)))';
  const drained = drainUnits(1);
  const { add, names, values } = makeUnitsUpdate(drained.units);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: jobKey(job),
        UpdateExpression: `SET #status = :finishing, outcome = :outcome, endedAt = :now, ${
          alone
            ? 'abandoned = #open - if_not_exists(sitemapsOpen, :none)'
            : 'abandoned = :none, closing = :yes'
        }${end.code === undefined ? '' : ', code = :code'} REMOVE #request.#scrape.#sealed${add}`,
        ConditionExpression: `#status = :running${
          end.drained === false
            ? ''
            : ` AND attribute_not_exists(seeding)${alone ? ` AND ${noPageOpen}` : ''}`
        }${alone ? ' AND attribute_not_exists(cells)' : ''}`,
        ExpressionAttributeNames: {
          '#status': 'status',
          '#request': 'request',
          '#scrape': 'scrape',
          '#sealed': 'sealedHeaders',
          ...(alone ? { '#open': 'open' } : {}),
          ...names,
        },
        ExpressionAttributeValues: {
          ':running': 'running',
          ':finishing': 'finishing',
          ':outcome': end.outcome,
          ':now': end.now,
          ':none': 0,
          ...(limit === null ? {} : { ':limit': limit, ':tries': triesMax(limit) }),
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
    drained.restore();
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
