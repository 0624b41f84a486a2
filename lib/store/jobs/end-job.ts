import { ConditionalCheckFailedException, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { triesMax } from '../../frontier/reserve.ts';
import { countMoves } from '../../job/counter-shards.ts';
import type { Job, JobOutcome } from '../../job/job.ts';
import { makeUnitsUpdate } from '../units-update.ts';
import { getShards } from './get-shards.ts';
import { drainUnits } from '../meter.ts';
import { type Table } from '../table.ts';
import { jobKey } from '../../keys/table-keys.ts';

/** The result of trying to end a job: `won` moved it; otherwise its present status, or `gone`. */
export type EndOutcome =
  | { readonly kind: 'won' }
  | {
      readonly kind: 'lost';
      readonly status: string;
      /** How the job ends, if it is over. */
      readonly outcome?: string | undefined;
      readonly open: number;
      readonly seeding: boolean;
      /**
       * Reserves and sitemaps that wait for room, if nothing else is open that could take it. Some may be
       * over by now.
       */
      readonly waiting: readonly string[];
    };

/** The request and the limit of the drained job. Without them, nothing at all may be open. */
export type Drained = Pick<Job, 'limit' | 'request'>;

/**
 * Counts the open pages of a job with shards. Zero only if there was a moment between the two reads when none was open.
 */
const openInShards = async (table: Table, job: string, shards: number): Promise<number> => {
  const { begun, ended } = countMoves(await getShards(table, job, shards));
  if (begun > ended) return begun - ended;
  return countMoves(await getShards(table, job, shards)).begun - ended;
};

/** Says what a call that did not end the job is told, from the item that it found. */
const lostTo = (item: Readonly<Record<string, AttributeValue>>): EndOutcome => {
  const open = Number(item['open']?.N ?? 0);
  return {
    kind: 'lost',
    status: item['status']?.S ?? 'gone',
    outcome: item['outcome']?.S,
    open,
    seeding: item['seeding'] !== undefined,
    waiting: open === Number(item['sitemapsOpen']?.N ?? 0) ? (item['reserves']?.SS ?? []) : [],
  };
};

/**
 * Moves a job from `running` to `finishing`, by the one conditional write that ends it. Exactly one writer wins. The
 * same write removes the caller's headers, which are no longer needed. Where they are kept beside the job's item, no
 * reader sees them from then on, and its conclusion removes them (`conclude-job.ts`).
 *
 * With `drained`, the conditions are: no page is open, no open sitemap or reserve can still bring one, and all first
 * pages have been admitted. None can bring one once the limit is delivered, or as many pages were tried as may be.
 * Without `drained`, everything open is abandoned: `abandoned` is the number of open pages, taken in the same write, so
 * `admitted = finished + abandoned` holds.
 *
 * For a job with shards, the finished pages of all shards are read first, and then the admitted pages of all shards. If
 * the sums are equal, the job is drained: neither number ever falls, and no more pages are finished than admitted, so
 * at some moment in between no page was open. Without an open page none is ever admitted. The number of its abandoned
 * pages is known when its shards are closed (`closing`).
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
): Promise<EndOutcome> => {
  if (shards !== undefined && end.drained !== false) {
    const open = await openInShards(table, job, shards);
    if (open > 0) return { kind: 'lost', status: 'running', open, seeding: false, waiting: [] };
  }
  const alone = shards === undefined;
  // A map admits one page, and its sitemaps are its purpose.
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
    return lostTo(error.Item ?? {});
  }
};
