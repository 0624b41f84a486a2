import { TransactionCanceledException, type CancellationReason } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { drainUnits, transactionUnits } from '../meter.ts';
import type { Table } from '../table.ts';
import {
  childPut,
  jobUpdate,
  pageItem,
  scopeUpdate,
  type FrontierWrite,
  type Items,
} from './frontier-items.ts';
import { quotaIn, type QuotaInJob } from './quota-in.ts';

export type FrontierOutcome =
  | { readonly kind: 'applied' }
  | {
      readonly kind: 'cancelled';
      /** The job's state when its condition failed. */
      readonly job?: QuotaInJob & { readonly status: string };
      /** True if the page was not in the expected state; `pageToken` names the writer that finished it. */
      readonly pageMoved: boolean;
      readonly pageToken?: string;
      /** Children that exist already, each with the name of the writer that put it. */
      readonly existing: ReadonlyMap<string, string | undefined>;
      /** Another transaction or throttling interfered: the same write may succeed in a moment. */
      readonly conflict: boolean;
    };

/** Whether the condition of this item failed. */
export const isRefused = (reason: CancellationReason | undefined): boolean =>
  reason?.Code === 'ConditionalCheckFailed';

const explain = (write: FrontierWrite, reasons: readonly CancellationReason[]): FrontierOutcome => {
  const [job, ...rest] = reasons;
  const page = write.page === undefined ? undefined : rest.shift();
  const existing = new Map<string, string | undefined>();
  for (const [index, child] of write.children.entries()) {
    if (isRefused(rest[index])) existing.set(child.hash, rest[index]?.Item?.['by']?.S);
  }
  const pageToken = page?.Item?.['finishedBy']?.S;
  return {
    kind: 'cancelled',
    ...(isRefused(job)
      ? { job: { status: job?.Item?.['status']?.S ?? 'gone', ...quotaIn(write, job?.Item) } }
      : {}),
    pageMoved: isRefused(page),
    ...(pageToken === undefined ? {} : { pageToken }),
    existing,
    conflict: reasons.some((reason) => reason.Code !== 'None' && reason.Code !== 'ConditionalCheckFailed'),
  };
};

/** True if an earlier try of this writer was applied although its answer was lost. */
const wasApplied = ({ token }: FrontierWrite, answer: FrontierOutcome): boolean =>
  answer.kind === 'cancelled' &&
  (answer.pageToken === token || [...answer.existing.values()].includes(token));

/**
 * The one transaction that changes the frontier. In a single step, or not at all:
 * - the page moves on, on condition that it is still in the state in which it was found (if `page.to` is absent, only
 *   this condition is checked);
 * - each child is put, on condition that it does not exist;
 * - the job's counters change by exactly that, on condition that the job is running and has room for the children.
 *
 * Because the counters change together with the items, no crash, duplicate or race can make them disagree, and `limit`
 * cannot be exceeded: delivered pages and pages that may still be delivered are never more than that. The number of
 * pages that ended without content is the one last seen, which is never too high. If the write is cancelled, the answer
 * says why; the caller removes the cause and tries again.
 *
 * Sitemaps and their portions are counted in `open`, so that the job is not drained before they are over. They are
 * counted apart from pages, in `sitemaps` and `sitemapsOpen`, and take no room of `limit`.
 *
 * It does not rely on `ClientRequestToken`: DynamoDB forgets it after ten minutes, and a message may come back later.
 * Instead every written item carries `token`, so a writer whose answer was lost finds its own name on the items.
 *
 * The use of paid services since the last such write is counted in the same step (`meter.ts`), on the job or the shard.
 * Its counters are separate from those of the protocol, which are neither read nor changed for it.
 *
 * Makes one try. Throws only if DynamoDB itself failed (outage, malformed request).
 */
export const writeFrontier = async (table: Table, write: FrontierWrite): Promise<FrontierOutcome> => {
  const others: Items = [
    ...pageItem(table, write),
    ...write.children.map((child) => childPut(table, write, child)),
    ...[...(write.puts ?? []), ...(write.stamped?.(write.now) ?? [])].map((item) => ({
      Put: { TableName: table.name, Item: item },
    })),
    ...scopeUpdate(table, write),
  ];
  const drained = drainUnits(transactionUnits(1 + others.length));
  const metered = { ...write, counts: { ...write.counts, ...drained.units } };
  const answer = await tryWrite(table, metered, [jobUpdate(table, metered), ...others]);
  // After an error it is not known whether this was counted; it must not be counted twice.
  if (answer.kind === 'cancelled' && !wasApplied(write, answer)) drained.restore();
  return answer;
};

const tryWrite = async (table: Table, write: FrontierWrite, items: Items): Promise<FrontierOutcome> => {
  try {
    await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
    return { kind: 'applied' };
  } catch (error) {
    if (error instanceof TransactionCanceledException) {
      const reasons = error.CancellationReasons ?? [];
      // The content is too large or not valid, and will be the next time: waiting does not help.
      const invalid = reasons.find(({ Code }) => Code === 'ValidationError');
      if (invalid !== undefined)
        throw new TypeError(`Cannot write the frontier: ${invalid.Message ?? ''}`, { cause: error });
      return explain(write, reasons);
    }
    if (error instanceof Error && error.name === 'TransactionInProgressException') {
      return { kind: 'cancelled', pageMoved: false, existing: new Map(), conflict: true };
    }
    throw error;
  }
};
