import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { itemVersion, versionAttribute, writtenVersion } from '../keys/item-version.ts';
import type { TableKey } from '../keys/table-keys.ts';
import { Outage } from '../outage.ts';

/** What is read here of an item. */
interface Item {
  readonly PK?: unknown;
  readonly SK?: unknown;
  readonly [versionAttribute]?: unknown;
}

/** The parts of a document client's inputs and outputs that hold whole items. */
interface Carrier {
  readonly Item?: Item;
  readonly Items?: readonly Item[];
  readonly Responses?: Readonly<Record<string, readonly Item[]>>;
  readonly TransactItems?: readonly { readonly Put?: { readonly Item?: Item } }[];
  /** By table: of `BatchGet` the keys to read, of `BatchWrite` a list of puts and deletions. */
  readonly RequestItems?: Readonly<Record<string, object | Writes>>;
}

type Writes = readonly { readonly PutRequest?: { readonly Item: Item } }[];

const isListOfWrites = (asked: object | Writes): asked is Writes => Array.isArray(asked);

/** Says whether an item is one of a document client. Other calls, such as those of a backup, copy items as they are. */
const isDocument = (item: Item): item is Item & TableKey =>
  typeof item.PK === 'string' && typeof item.SK === 'string';

const stamp = (item: Item): Item =>
  isDocument(item) ? { ...item, [versionAttribute]: writtenVersion(item) } : item;

const stampBatches = (batches: NonNullable<Carrier['RequestItems']>): NonNullable<Carrier['RequestItems']> =>
  Object.fromEntries(
    Object.entries(batches).map(([table, writes]) => [
      table,
      isListOfWrites(writes)
        ? writes.map((each) =>
            each.PutRequest === undefined ? each : { PutRequest: { Item: stamp(each.PutRequest.Item) } },
          )
        : writes,
    ]),
  );

const stampItems = <Input extends object>(input: Input): Input => {
  const { Item, TransactItems, RequestItems } = input as Carrier;
  if (Item !== undefined) return { ...input, Item: stamp(Item) };
  if (RequestItems !== undefined) return { ...input, RequestItems: stampBatches(RequestItems) };
  if (TransactItems === undefined) return input;
  const stamped = TransactItems.map((each) =>
    each.Put?.Item === undefined ? each : { ...each, Put: { ...each.Put, Item: stamp(each.Put.Item) } },
  );
  return { ...input, TransactItems: stamped };
};

/** @throws {Outage} if a later release wrote the item: the message comes again, to a function of that release. */
const refuseLater = (item: Item): void => {
  if (!isDocument(item)) return;
  const written = Number(item[versionAttribute] ?? 0);
  const known = itemVersion(item);
  if (written <= known) return;
  const { PK, SK } = item;
  throw new Outage(`Cannot read ${PK} ${SK}: it has version ${written}, and this release reads ${known}`);
};

/**
 * Makes the client of a document client put each item with the version of its shape, and refuse items of a later
 * version than this release knows. While a deployment replaces one release by another, functions of both run; the older
 * one would misread them.
 */
export const withItemVersions = (client: DynamoDBClient): DynamoDBClient => {
  client.middlewareStack.add(
    (next) => async (call) => {
      const answer = await next({ ...call, input: stampItems(call.input) });
      const { Item, Items = [], Responses = {} } = answer.output as Carrier;
      if (Item !== undefined) refuseLater(Item);
      for (const item of [...Items, ...Object.values(Responses).flat()]) refuseLater(item);
      return answer;
    },
    { step: 'initialize', name: 'withItemVersions' },
  );
  return client;
};
