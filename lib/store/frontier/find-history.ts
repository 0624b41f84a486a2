import { historyEntrySchema, type HistoryEntry } from '../../envelope/history.ts';
import { getItems } from './find-pages.ts';
import { type Table } from '../table.ts';
import { trackedKey } from '../../keys/table-keys.ts';

/** Reads the last entry of a page's history, consistently. */
export const findHistory = async (
  table: Table,
  viewer: string,
  hash: string,
): Promise<HistoryEntry | undefined> => {
  const [item] = await getItems(table, [trackedKey(viewer, hash)], { consistent: true });
  return item === undefined ? undefined : historyEntrySchema.parse(item);
};
