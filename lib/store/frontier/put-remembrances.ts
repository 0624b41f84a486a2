import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { VersionItem } from '../../envelope/version-items.ts';
import { Outage } from '../../outage.ts';
import { withoutMeter } from '../meter.ts';
import type { Table } from '../table.ts';
import { batchItemsMax, writeBatch } from '../write-batch.ts';

/** Whether an item only remembers a version: the last one of a page. */
export const isRemembrance = ({ SK }: VersionItem): boolean => SK === 'LATEST';

const triesMax = 7;

const putBatch = async ({ name, documents }: Table, items: readonly VersionItem[]): Promise<void> => {
  const left = await writeBatch(items, triesMax, async (batch) => {
    const puts = batch.map((Item) => ({ PutRequest: { Item } }));
    const answer = await documents.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }));
    return (answer.UnprocessedItems?.[name] ?? []).flatMap(({ PutRequest: put }) =>
      put?.Item === undefined ? [] : [put.Item as VersionItem],
    );
  });
  if (left.length > 0)
    throw new Outage(`DynamoDB left ${left.length} versions of pages unwritten ${triesMax} times`);
};

/**
 * Puts the items that remember pages' versions, once the pages have ended. This is apart from their transaction, in
 * which each item would cost twice. Another page of the job must still be open; otherwise a job that begins after this
 * one may not find the versions. If a worker dies between the two writes, or the table is out, the version before
 * stays, so the next crawl reports the same change once more; no change is missed. The units were counted before, with
 * the pages' ends. Of items with one key, the last is put: pages that differ in their options only may have one URL.
 *
 * @throws {Outage} when DynamoDB leaves items unwritten for about six seconds.
 */
export const putRemembrances = async (table: Table, items: readonly VersionItem[]): Promise<void> => {
  const left = [...new Map(items.map((item) => [item.PK, item])).values()];
  await withoutMeter(async () => {
    while (left.length > 0) await putBatch(table, left.splice(0, batchItemsMax));
  });
};
