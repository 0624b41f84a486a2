import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { VersionItem } from '../../envelope/version-items.ts';
import { withoutMeter } from '../meter.ts';
import type { Table } from '../table.ts';

/** Whether an item only remembers a version: the last one of a page. */
export const isRemembrance = ({ SK }: VersionItem): boolean => SK === 'LATEST';

/**
 * Puts what is remembered of a page's version, once the page has ended: apart from its transaction, in which each
 * would cost twice. Another page of the job must still be open, or a job that begins after this one may not find it. A
 * worker that dies between the two leaves the version before in place, so the next crawl tells of the same change once
 * more; never is a change passed over that no job has told. Its units are counted with the page's end, which is
 * before.
 */
export const putRemembrances = async (table: Table, items: readonly VersionItem[]): Promise<void> => {
  await withoutMeter(
    async () =>
      await Promise.all(
        items.map((item) => table.documents.send(new PutCommand({ TableName: table.name, Item: item }))),
      ),
  );
};
