import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { openJobsIndex } from '../../../lib/keys/table-keys.ts';
import { meets, updated } from './expressions.ts';
import type { Item, Names } from './read-expression.ts';

interface Write extends Names {
  readonly Key?: Item;
  readonly Item?: Item;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ReturnValues?: string;
  readonly ReturnValuesOnConditionCheckFailure?: string;
}
type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

interface Query extends Names {
  readonly IndexName?: string;
  readonly KeyConditionExpression: string;
  readonly FilterExpression?: string;
  readonly ProjectionExpression?: string;
  readonly ExclusiveStartKey?: Item;
  readonly Limit?: number;
  readonly ScanIndexForward?: boolean;
  readonly Select?: string;
}

const keyOf = ({ PK, SK }: Item): { readonly PK: string; readonly SK: string } => ({
  PK: String(PK),
  SK: String(SK),
});

/** As a document client writes and reads it: without what is undefined, and nobody else's. */
const kept = (value: Item): Item => {
  const without = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map((one) => without(one));
    if (typeof part !== 'object' || part === null || part instanceof Set || part instanceof Uint8Array)
      return part;
    const entries = Object.entries(part).filter(([, one]) => one !== undefined);
    return Object.fromEntries(entries.map(([name, one]) => [name, without(one)]));
  };
  return structuredClone(without(value)) as Item;
};

const project = (
  item: Item,
  { ProjectionExpression, ...names }: Names & { ProjectionExpression?: string },
): Item =>
  ProjectionExpression === undefined
    ? structuredClone(item)
    : structuredClone(
        Object.fromEntries(
          ProjectionExpression.split(/,\s*/)
            .map((name) => (name.startsWith('#') ? (names.ExpressionAttributeNames?.[name] ?? name) : name))
            .flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
        ),
      );

const inError = (item: Item | undefined, { ReturnValuesOnConditionCheckFailure: wanted }: Write) =>
  item === undefined || wanted !== 'ALL_OLD' ? {} : { Item: marshall(item) };

/** Items by partition and sort key, and the index of those that are to be looked at. */
const openItems = () => {
  const partitions = new Map<string, Map<string, Item>>();
  const indexed = new Map<string, Item>();
  const find = (key: Item): Item | undefined => {
    const { PK, SK } = keyOf(key);
    return partitions.get(PK)?.get(SK);
  };
  const keep = (key: Item, item: Item | undefined): void => {
    const { PK, SK } = keyOf(key);
    const partition = partitions.get(PK) ?? new Map<string, Item>();
    partitions.set(PK, partition);
    if (item === undefined) partition.delete(SK);
    else partition.set(SK, item);
    const isIndexed = item?.[openJobsIndex.partition] !== undefined && item[openJobsIndex.sort] !== undefined;
    if (item !== undefined && isIndexed) indexed.set(`${PK}\n${SK}`, item);
    else indexed.delete(`${PK}\n${SK}`);
  };
  const list = (query: Query): Item[] => {
    if (query.IndexName !== undefined)
      return [...indexed.values()].toSorted(
        (a, b) => Number(a[openJobsIndex.sort]) - Number(b[openJobsIndex.sort]),
      );
    const [, name = ''] = /^PK = (:\w+)/.exec(query.KeyConditionExpression) ?? [];
    const found = partitions.get(String(query.ExpressionAttributeValues?.[name])) ?? new Map<string, Item>();
    return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  };
  return { partitions, find, keep, list };
};

/** Opens an empty table: its items by partition and sort key, and the calls that it carries out. */
export const openMemoryTable = () => {
  const { partitions, find, keep, list } = openItems();
  const isMet = (write: Write): boolean =>
    meets(find(write.Key ?? write.Item ?? {}), write.ConditionExpression, write);
  const apply = (kind: WriteKind, write: Write): Item | undefined => {
    if (kind === 'ConditionCheck') return undefined;
    const key = write.Key ?? write.Item ?? {};
    const before = find(key);
    const after =
      kind === 'Put'
        ? write.Item
        : kind === 'Delete'
          ? undefined
          : updated({ ...(before ?? write.Key) }, write.UpdateExpression, write);
    keep(key, after === undefined ? undefined : kept(after));
    const told = write.ReturnValues === 'ALL_OLD' ? before : find(key);
    return told === undefined ? undefined : structuredClone(told);
  };
  const one =
    (kind: WriteKind) =>
    (write: Write): object => {
      if (!isMet(write)) {
        const found = inError(find(write.Key ?? write.Item ?? {}), write);
        throw new ConditionalCheckFailedException({ $metadata: {}, message: 'refused', ...found });
      }
      return { Attributes: apply(kind, write) };
    };
  const transact = ({
    TransactItems,
  }: {
    readonly TransactItems: readonly Readonly<Record<WriteKind, Write>>[];
  }) => {
    const writes = TransactItems.flatMap((each) => Object.entries(each) as [WriteKind, Write][]);
    const places = writes.map(([, write]) => JSON.stringify(keyOf(write.Key ?? write.Item ?? {})));
    if (new Set(places).size < places.length || places.length > 100)
      throw new Error(`A transaction has each item once, and at most 100: ${places.join(', ')}`);
    const met = writes.map(([, write]) => isMet(write));
    if (!met.every(Boolean)) {
      const CancellationReasons = writes.map(([, write], at) =>
        met[at] === true
          ? { Code: 'None' }
          : { Code: 'ConditionalCheckFailed', ...inError(find(write.Key ?? write.Item ?? {}), write) },
      );
      throw new TransactionCanceledException({ $metadata: {}, message: 'cancelled', CancellationReasons });
    }
    for (const [kind, write] of writes) apply(kind, write);
    return {};
  };
  const query = (asked: Query): object => {
    const { KeyConditionExpression, FilterExpression, ExclusiveStartKey, Limit, Select, IndexName } = asked;
    const all = list(asked).filter((item) => meets(item, KeyConditionExpression, asked));
    if (asked.ScanIndexForward === false) all.reverse();
    const start = ExclusiveStartKey === undefined ? null : JSON.stringify(keyOf(ExclusiveStartKey));
    const from = start === null ? 0 : all.findIndex((item) => JSON.stringify(keyOf(item)) === start) + 1;
    const looked = all.slice(from, Limit === undefined ? undefined : from + Limit);
    const last = from + looked.length < all.length ? looked.at(-1) : undefined;
    const found = looked.filter((item) => meets(item, FilterExpression, asked));
    const { partition, sort } = openJobsIndex;
    const shown = ({ PK, SK, [partition]: open, [sort]: at }: Item): Item => ({
      PK,
      SK,
      [partition]: open,
      [sort]: at,
    });
    return {
      Count: found.length,
      ...(Select === 'COUNT'
        ? {}
        : { Items: found.map((item) => project(IndexName === undefined ? item : shown(item), asked)) }),
      ...(last === undefined
        ? {}
        : { LastEvaluatedKey: IndexName === undefined ? keyOf(last) : shown(last) }),
    };
  };
  const calls: Readonly<Record<string, (input: never) => object>> = {
    GetCommand: (asked: { readonly Key: Item } & Names) => {
      const item = find(asked.Key);
      return item === undefined ? {} : { Item: project(item, asked) };
    },
    PutCommand: one('Put'),
    UpdateCommand: one('Update'),
    DeleteCommand: one('Delete'),
    TransactWriteCommand: transact,
    QueryCommand: query,
    BatchGetCommand: ({
      RequestItems,
    }: {
      readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly Item[] } & Names>>;
    }) => ({
      Responses: Object.fromEntries(
        Object.entries(RequestItems).map(([name, asked]) => [
          name,
          asked.Keys.flatMap((key) => {
            const item = find(key);
            return item === undefined ? [] : [project(item, asked)];
          }),
        ]),
      ),
    }),
    BatchWriteCommand: ({
      RequestItems,
    }: {
      readonly RequestItems: Readonly<
        Record<string, readonly { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]>
      >;
    }) => {
      for (const { PutRequest: put, DeleteRequest: gone } of Object.values(RequestItems).flat()) {
        if (put !== undefined) apply('Put', put);
        if (gone !== undefined) apply('Delete', gone);
      }
      return {};
    },
  };
  return { partitions, calls };
};
