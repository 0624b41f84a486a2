import type { TableKey } from './table-keys.ts';

/**
 * The attribute of an item that names the version of its shape, as `v` does in a message. A release reads every version
 * up to its own. An item without it was written before items had versions, or an update made it.
 */
export const versionAttribute = 'v';

/** Items whose shape has changed by more than an optional field, with the version that they are written in now. */
const changedShapes: readonly {
  readonly partition: string;
  readonly sort: string;
  readonly version: number;
  /** The attribute that is new; an item without it is written as version 1, which the release before reads. */
  readonly since?: string;
}[] = [
  // Version 1 held the whole request, with every default filled in.
  { partition: 'J#', sort: 'META', version: 2, since: 'apart' },
  // Version 1 allowed languages of up to 40 characters; version 2 had no tier `remote`.
  { partition: 'J#', sort: 'U#', version: 3 },
];

const changedShape = ({ PK, SK }: TableKey) =>
  changedShapes.find(({ partition, sort }) => PK.startsWith(partition) && SK.startsWith(sort));

/** Returns the latest version of items with such a key. `test/upgrade/shapes.ts` keeps what each means. */
export const itemVersion = (key: TableKey): number => changedShape(key)?.version ?? 1;

/** Returns the version in which this item is written: the earliest that has all of it. */
export const writtenVersion = (item: TableKey): number => {
  const { since, version = 1 } = changedShape(item) ?? {};
  return since === undefined || since in item ? version : 1;
};
