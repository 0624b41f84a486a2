import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { ContentPage, EndFacts } from '../../frontier/page.ts';
import { pageKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';
import type { FrontierPut } from './frontier-put.ts';

const tries = 5;

/**
 * Ends a page that was fetched but not extracted when its job was over, as delivered (`late`), with the items that
 * change with it. The job counted it as abandoned; the write that concludes the job counts it as done instead.
 * Condition: the page is still as it was fetched, so each page ends once, however often the job is finished. Returns
 * false if it has ended.
 */
export const endFetched = async (
  table: Table,
  page: Pick<ContentPage, 'job' | 'hash'>,
  end: { readonly facts: EndFacts; readonly at: number; readonly puts: readonly FrontierPut[] },
): Promise<boolean> => {
  const attributes = Object.entries({ ...end.facts, late: true, finishedAt: end.at }).filter(
    ([, value]) => value !== undefined,
  );
  const ofPage = {
    TableName: table.name,
    Key: pageKey(page.job, page.hash),
    UpdateExpression:
      `SET #state = :done${attributes.map((_, index) => `, #a${index} = :a${index}`).join('')} ` +
      'REMOVE askingUntil, reserved',
    ConditionExpression: '#state = :fetched',
    ExpressionAttributeNames: {
      '#state': 'state',
      ...Object.fromEntries(attributes.map(([name], index) => [`#a${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':fetched': 'fetched',
      ':done': 'done',
      ...Object.fromEntries(attributes.map(([, value], index) => [`:a${index}`, value])),
    },
  };
  const TransactItems = [
    { Update: ofPage },
    ...end.puts.map((Item) => ({ Put: { TableName: table.name, Item } })),
  ];
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(new TransactWriteCommand({ TransactItems }));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      if (error.CancellationReasons?.[0]?.Code === 'ConditionalCheckFailed') return false;
      if (attempt === tries) throw error;
    }
  }
};
