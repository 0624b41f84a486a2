import { itemBytes, readUnits, describeItem, writeUnits, type ItemJson } from './item-size.ts';

/** What one partition key took, or all keys of one kind together. */
export interface UnitsTaken {
  writes: number;
  writeUnits: number;
  reads: number;
  readUnits: number;
}

/** What a table was asked for. Write units of updates are known once the sizes of their items are. */
export interface TableTally {
  /** By action, and `<action> items` where a call carries several. */
  readonly calls: Record<string, number>;
  /** Calls that the table answered with an error: conditions that did not hold. */
  readonly refused: Record<string, number>;
  readonly partitions: Map<string, UnitsTaken>;
  readonly kinds: Map<string, UnitsTaken>;
  /** Bytes of items put, by kind. */
  readonly putBytes: Map<string, { count: number; bytes: number }>;
  /** Updates, deletions and checks by key (`PK|SK`): how many units of its size each took. */
  readonly updates: Map<string, { count: number; factor: number }>;
}

export const emptyTally = (): TableTally => ({
  calls: {},
  refused: {},
  partitions: new Map(),
  kinds: new Map(),
  putBytes: new Map(),
  updates: new Map(),
});

interface Written {
  readonly Item?: ItemJson;
  readonly Key?: ItemJson;
}
type Keys = readonly ItemJson[];
interface BatchRead {
  readonly Keys?: Keys;
  readonly ConsistentRead?: boolean;
}
type BatchWrites = readonly { readonly PutRequest?: Written; readonly DeleteRequest?: Written }[];
interface Request {
  readonly Key?: ItemJson;
  readonly Item?: ItemJson;
  readonly ConsistentRead?: boolean;
  readonly TransactItems?: readonly Readonly<Record<string, Written>>[];
  /** By table: keys to read, or a list of writes. */
  readonly RequestItems?: Readonly<Record<string, BatchRead | BatchWrites>>;
  readonly ExpressionAttributeValues?: ItemJson;
}
interface Answer {
  readonly Item?: ItemJson;
  readonly Items?: readonly ItemJson[];
  readonly Responses?: Readonly<Record<string, readonly ItemJson[]>>;
}

/** Stands for the partition of a query that names no key of the table. */
const indexName = '(index)';

/** What an item is, by its key: the kinds of `lib/store/table.ts`. */
export const itemKind = (partition: string, sort: string): string => {
  if (partition === indexName) return indexName;
  if (partition.startsWith('J#') && sort.startsWith('U#')) return 'page';
  if (partition.startsWith('J#')) return `job ${sort.split('#')[0]}`;
  return `${partition.split('#')[0]}# ${partition.startsWith('A#') ? '' : sort.split('#')[0]}`.trim();
};

const takenOf = (map: Map<string, UnitsTaken>, key: string): UnitsTaken => {
  const found = map.get(key) ?? { writes: 0, writeUnits: 0, reads: 0, readUnits: 0 };
  map.set(key, found);
  return found;
};

/** Pages' last versions have a partition each: only partitions that many writes go to are told apart. */
const isShared = (partition: string): boolean => partition.startsWith('J#') || partition.startsWith('H#');

const addTaken = (tally: TableTally, partition: string, sort: string, by: Partial<UnitsTaken>): void => {
  const all = [takenOf(tally.kinds, itemKind(partition, sort))];
  if (isShared(partition)) all.push(takenOf(tally.partitions, partition));
  for (const taken of all) {
    for (const [name, value] of Object.entries(by)) taken[name as keyof UnitsTaken] += value;
  }
};

const addWrite = (tally: TableTally, { Item, Key }: Written, factor: number): void => {
  const key = Item ?? Key;
  const [partition, sort] = [describeItem(key, 'PK'), describeItem(key, 'SK')];
  if (Item === undefined) {
    const id = `${partition}|${sort}`;
    const before = tally.updates.get(id) ?? { count: 0, factor: 0 };
    tally.updates.set(id, { count: before.count + 1, factor: before.factor + factor });
    return;
  }
  const bytes = itemBytes(Item);
  addTaken(tally, partition, sort, { writes: 1, writeUnits: factor * writeUnits(bytes) });
  const kind = itemKind(partition, sort);
  const put = tally.putBytes.get(kind) ?? { count: 0, bytes: 0 };
  tally.putBytes.set(kind, { count: put.count + 1, bytes: put.bytes + bytes });
};

const addRead = (tally: TableTally, key: ItemJson | undefined, bytes: number, consistent: boolean): void =>
  addTaken(tally, describeItem(key, 'PK'), describeItem(key, 'SK'), {
    reads: 1,
    readUnits: readUnits(bytes, consistent),
  });

const addQuery = (tally: TableTally, request: Request, items: readonly ItemJson[]): void => {
  const asked = request.ExpressionAttributeValues;
  const partition = Object.keys(asked ?? {})
    .map((name) => describeItem(asked, name))
    .find((value) => value.includes('#'));
  const bytes = items.reduce((total, item) => total + itemBytes(item), 0);
  addTaken(tally, partition ?? indexName, describeItem(items[0], 'SK'), {
    reads: 1,
    readUnits: readUnits(bytes, request.ConsistentRead === true),
  });
};

const count = (counts: Record<string, number>, name: string, by = 1): void => {
  counts[name] = (counts[name] ?? 0) + by;
};

/** Whether an answer's items are needed: writes are counted by what was asked. */
export const readsItems = (action: string): boolean => /^(?:GetItem|BatchGetItem|Query|Scan)$/.test(action);

/** Adds one call of the table, with its answer where `readsItems`. */
export const tallyCall = (
  tally: TableTally,
  action: string,
  request: Request,
  answer: Answer | null,
): void => {
  count(tally.calls, action);
  const consistent = request.ConsistentRead === true;
  if (action === 'TransactWriteItems') {
    const writes = (request.TransactItems ?? []).flatMap((item) => Object.values(item));
    count(tally.calls, 'TransactWriteItems items', writes.length);
    // Two underlying writes for each item ("Amazon DynamoDB Transactions: How it works", capacity management).
    for (const write of writes) addWrite(tally, write, 2);
  } else if (/^(?:Put|Update|Delete)Item$/.test(action)) addWrite(tally, request, 1);
  else if (action === 'BatchWriteItem') {
    const writes = (Object.values(request.RequestItems ?? {}) as BatchWrites[]).flat();
    count(tally.calls, 'BatchWriteItem items', writes.length);
    for (const { PutRequest, DeleteRequest } of writes) addWrite(tally, PutRequest ?? DeleteRequest ?? {}, 1);
  } else if (action === 'GetItem') {
    addRead(tally, request.Key, answer?.Item === undefined ? 0 : itemBytes(answer.Item), consistent);
  } else if (action === 'BatchGetItem') {
    for (const [table, { Keys: keys = [], ConsistentRead = false }] of Object.entries(
      (request.RequestItems ?? {}) as Readonly<Record<string, BatchRead>>,
    )) {
      count(tally.calls, 'BatchGetItem items', keys.length);
      // The answer may be projected; each item here is below 4 KB, so one is as many units as the other.
      const largest = Math.max(0, ...(answer?.Responses?.[table] ?? []).map(itemBytes));
      for (const key of keys) addRead(tally, key, Math.min(largest, 4_096), ConsistentRead);
    }
  } else if (action === 'Query') addQuery(tally, request, answer?.Items ?? []);
};

/** Adds what updates took, now that the sizes of their items are known. */
export const addUpdates = (tally: TableTally, sizes: ReadonlyMap<string, number>): void => {
  for (const [id, { count: writes, factor }] of tally.updates) {
    const [partition = '', sort = ''] = id.split('|');
    addTaken(tally, partition, sort, { writes, writeUnits: factor * writeUnits(sizes.get(id) ?? 0) });
  }
  tally.updates.clear();
};
