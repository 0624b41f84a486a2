import { latestSchema, type Latest } from '../../envelope/latest.ts';
import { getItems } from './find-pages.ts';
import { type Table } from '../table.ts';
import { latestKey } from '../../keys/table-keys.ts';

/** Reads the last versions of these pages of a viewer, by page hash. It leaves out pages that were never seen. */
export const findLatest = async (
  table: Table,
  viewer: string,
  hashes: readonly string[],
): Promise<Map<string, Latest>> => {
  const items = await getItems(
    table,
    hashes.map((hash) => latestKey(viewer, hash)),
    { consistent: false },
  );
  return new Map(
    items.map((item) => [String(item['PK']).slice(`P#${viewer}#`.length), latestSchema.parse(item)]),
  );
};
