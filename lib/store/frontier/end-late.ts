import type { ContentPage, EndFacts } from '../../frontier/page.ts';
import { jobKey, pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';
import { transactIf } from '../transact-if.ts';
import type { FrontierPut } from './frontier-put.ts';

/** An open page, as it was read. */
type OpenPage = Pick<ContentPage, 'job' | 'hash' | 'envelopeKey'> & {
  readonly state: 'admitted' | 'fetched';
};

/** What a page becomes whose job was over. */
export interface LateEnd {
  /** `done`: it is delivered. `fetched`: `finish-job` delivers it, with what it answers by itself. */
  readonly to: 'done' | 'fetched';
  readonly facts: EndFacts;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Items that change with it. */
  readonly puts: readonly FrontierPut[];
  /** The caller is a worker, which may deliver a page only while the job waits for that (`await-late-pages.ts`). */
  readonly ifAwaited?: true;
}

/** Makes the condition that a page is still as it was read. */
const asRead = ({ state, envelopeKey }: OpenPage) => {
  // Only an answer that came meanwhile (`settle-late.ts`) changes a fetched page without ending it.
  const isAnswered =
    state === 'admitted'
      ? ''
      : ` AND ${envelopeKey === undefined ? 'attribute_not_exists(envelopeKey)' : 'envelopeKey = :read'}`;
  return {
    condition: `#state = :from${isAnswered}`,
    values: {
      ':from': state,
      ...(state === 'fetched' && envelopeKey !== undefined ? { ':read': envelopeKey } : {}),
    },
  };
};

const jobWaits = (table: Table, job: string, now: number) => ({
  TableName: table.name,
  Key: jobKey(job),
  ConditionExpression: '#status = :finishing AND latePagesUntil > :now',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':finishing': 'finishing', ':now': now },
});

/**
 * Moves a page on that was open when its job was over, with the items that change with it: as delivered (`late`), or as
 * fetched. The job counted it as abandoned; the write that concludes the job counts what was delivered as done instead.
 * Condition: the page is still as it was read. So each page ends once, however often the job is finished, and
 * whether its worker or `finish-job` comes first. Returns false if it has ended or was answered since.
 *
 * A worker's condition is also that the job waits for its pages. A `finish-job` of the release before does not, and
 * would tell of a page as it had read it.
 */
export const endLate = async (
  table: Table,
  page: OpenPage,
  { to, facts, at, puts, ifAwaited }: LateEnd,
): Promise<boolean> => {
  const marks = to === 'done' ? { late: true, finishedAt: at } : { touchedAt: at };
  const attributes = Object.entries({ ...facts, ...marks }).filter(([, value]) => value !== undefined);
  const { condition, values } = asRead(page);
  const ofPage = {
    TableName: table.name,
    Key: pageKey(page.job, page.hash),
    UpdateExpression:
      `SET #state = :to${attributes.map((_, index) => `, #a${index} = :a${index}`).join('')} ` +
      'REMOVE askingUntil, reserved',
    ConditionExpression: condition,
    ExpressionAttributeNames: {
      '#state': 'state',
      ...Object.fromEntries(attributes.map(([name], index) => [`#a${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':to': to,
      ...values,
      ...Object.fromEntries(attributes.map(([, value], index) => [`:a${index}`, value])),
    },
  };
  const awaited = ifAwaited === true ? [{ ConditionCheck: jobWaits(table, page.job, at) }] : [];
  const others = puts.map((Item) => ({ Put: { TableName: table.name, Item } }));
  return await transactIf(table, [{ Update: ofPage }, ...awaited, ...others]);
};
