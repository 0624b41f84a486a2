import { latestSchema, type Latest } from '../../envelope/latest.ts';
import { getItems } from './find-pages.ts';
import { type Table } from '../table.ts';
import { latestKey } from '../../keys/table-keys.ts';

/** The last versions of these pages within a scope, by page hash. Pages that were never seen are left out. */
export const findLatest = async (
  table: Table,
  scope: string,
  hashes: readonly string[],
): Promise<Map<string, Latest>> => {
  const items = await getItems(
    table,
    hashes.map((hash) => latestKey(scope, hash)),
    { consistent: false },
  );
  return new Map(
    items.map((item) => [String(item['PK']).slice(`P#${scope}#`.length), latestSchema.parse(item)]),
  );
};
