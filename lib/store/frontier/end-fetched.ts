import type { ContentPage, EndFacts } from '../../frontier/page.ts';
import { pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';
import { transactIf } from '../transact-if.ts';
import type { FrontierPut } from './frontier-put.ts';

/**
 * Ends a page that was fetched but not extracted when its job was over, as delivered (`late`), with the items that
 * change with it. The job counted it as abandoned; the write that concludes the job counts it as done instead.
 * Condition: the page is still as it was read, so each page ends once, however often the job is finished, and an answer
 * that came meanwhile (`settle-late.ts`) is not lost. Returns false if it has ended or was answered since.
 */
export const endFetched = async (
  table: Table,
  page: Pick<ContentPage, 'job' | 'hash' | 'envelopeKey'>,
  end: { readonly facts: EndFacts; readonly at: number; readonly puts: readonly FrontierPut[] },
): Promise<boolean> => {
  const attributes = Object.entries({ ...end.facts, late: true, finishedAt: end.at }).filter(
    ([, value]) => value !== undefined,
  );
  const isAsRead =
    page.envelopeKey === undefined ? 'attribute_not_exists(envelopeKey)' : 'envelopeKey = :read';
  const ofPage = {
    TableName: table.name,
    Key: pageKey(page.job, page.hash),
    UpdateExpression:
      `SET #state = :done${attributes.map((_, index) => `, #a${index} = :a${index}`).join('')} ` +
      'REMOVE askingUntil, reserved',
    ConditionExpression: `#state = :fetched AND ${isAsRead}`,
    ExpressionAttributeNames: {
      '#state': 'state',
      ...Object.fromEntries(attributes.map(([name], index) => [`#a${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':fetched': 'fetched',
      ':done': 'done',
      ...(page.envelopeKey === undefined ? {} : { ':read': page.envelopeKey }),
      ...Object.fromEntries(attributes.map(([, value], index) => [`:a${index}`, value])),
    },
  };
  return await transactIf(table, [
    { Update: ofPage },
    ...end.puts.map((Item) => ({ Put: { TableName: table.name, Item } })),
  ]);
};
