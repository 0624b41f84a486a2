import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { VersionItem } from '../../envelope/version-items.ts';
import { withoutMeter } from '../meter.ts';
import type { Table } from '../table.ts';

/** Whether an item only remembers a version: the last one of a page. */
export const isRemembrance = ({ SK }: VersionItem): boolean => SK === 'LATEST';

/**
 * Puts the items that remember pages' versions, once the pages have ended. This is apart from their transaction, in
 * which each item would cost twice. Another page of the job must still be open; otherwise a job that begins after this
 * one may not find the versions. If a worker dies between the two writes, the version before stays, so the next crawl
 * reports the same change once more; no change is missed. The units were counted before, with the pages' ends.
 */
export const putRemembrances = async (table: Table, items: readonly VersionItem[]): Promise<void> => {
  await withoutMeter(
    async () =>
      await Promise.all(
        items.map((item) => table.documents.send(new PutCommand({ TableName: table.name, Item: item }))),
      ),
  );
};
