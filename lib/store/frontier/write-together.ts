import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { drainUnits, transactionUnits } from '../meter.ts';
import type { Table } from '../table.ts';
import { childPut, jobUpdate, pageItem, type FrontierWrite } from './frontier-items.ts';
import { isRefused } from './write-frontier.ts';

/** The end of one of several pages, as in a write of its own, under its own token. */
export type TogetherStep = Pick<
  FrontierWrite,
  'children' | 'counts' | 'unions' | 'puts' | 'stamped' | 'token'
> & {
  readonly page: NonNullable<FrontierWrite['page']>;
};

export type TogetherOutcome =
  | { readonly kind: 'applied' }
  | {
      readonly kind: 'cancelled';
      /** The job is over, or has no room for all of the children. */
      readonly jobRefused: boolean;
      /** Steps, by their index, whose pages have moved. */
      readonly moved: ReadonlySet<number>;
      /** Children that exist already. */
      readonly existing: ReadonlySet<string>;
    };

type Unions = NonNullable<FrontierWrite['unions']>;

const unionOf = (steps: readonly TogetherStep[]): Unions => {
  const all = new Map<string, Set<string>>();
  for (const [name, members] of steps.flatMap(({ unions = {} }) => Object.entries(unions)))
    all.set(name, new Set([...(all.get(name) ?? []), ...members]));
  return Object.fromEntries(all);
};

/**
 * Ends several pages of a job in one transaction. It has the effect of `writeFrontier` for each of them, one after the
 * other, with the same conditions, or no effect at all. The job's counters, which all of them change, are written once.
 *
 * Also returns `applied` if an earlier try of the same call was applied and its answer lost: the pages carry our token.
 */
export const writeTogether = async (
  table: Table,
  about: Pick<FrontierWrite, 'job' | 'shard' | 'shards' | 'limit' | 'lost' | 'now' | 'ttl'>,
  steps: readonly TogetherStep[],
): Promise<TogetherOutcome> => {
  const children = steps.flatMap((step) => step.children);
  const whole = { ...about, token: '', children, unions: unionOf(steps), counts: {} };
  const parts = steps.map((step) => {
    const write = { ...about, ...step };
    return {
      page: pageItem(table, write),
      children: step.children.map((child) => childPut(table, write, child)),
      puts: [...(step.puts ?? []), ...(step.stamped?.(about.now) ?? [])].map((item) => ({
        Put: { TableName: table.name, Item: item },
      })),
    };
  });
  const others = [
    ...parts.flatMap((part) => part.page),
    ...parts.flatMap((part) => part.children),
    ...parts.flatMap((part) => part.puts),
  ];
  const drained = drainUnits(transactionUnits(1 + others.length));
  const units = { children: [], counts: drained.units, token: '' };
  const items = [jobUpdate(table, whole, [...steps, units]), ...others];
  try {
    await table.documents.send(new TransactWriteCommand({ TransactItems: items }));
    return { kind: 'applied' };
  } catch (error) {
    const isBusy = error instanceof Error && error.name === 'TransactionInProgressException';
    if (!isBusy && !(error instanceof TransactionCanceledException)) throw error;
    const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
    const invalid = reasons.find(({ Code }) => Code === 'ValidationError');
    if (invalid !== undefined)
      throw new TypeError(`Cannot write the frontier: ${invalid.Message ?? ''}`, { cause: error });
    const [job, ...rest] = reasons;
    const isOurs = steps.some(({ token }, index) => rest[index]?.Item?.['finishedBy']?.S === token);
    if (isOurs) return { kind: 'applied' };
    drained.restore();
    return {
      kind: 'cancelled',
      jobRefused: isRefused(job),
      moved: new Set(steps.flatMap((_, index) => (isRefused(rest[index]) ? [index] : []))),
      existing: new Set(
        children.flatMap(({ hash }, index) => (isRefused(rest[steps.length + index]) ? [hash] : [])),
      ),
    };
  }
};
