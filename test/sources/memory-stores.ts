import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { NoSuchKey, S3ServiceException } from '@aws-sdk/client-s3';
import { sourceRunKey, type SourceName } from '../../lib/keys/table-keys.ts';
import type { Objects } from '../../lib/store/objects.ts';
import type { Table } from '../../lib/store/table.ts';

/**
 * A table and a bucket in memory, for the calls that the chain of a source is made of: fast enough for ten thousand
 * histories. Each call is one atomic step, as at AWS; what they cannot do they refuse. That they answer as the
 * emulators do, which are held against DynamoDB, `memory-stores.test.ts` checks.
 */
type Item = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

interface Write {
  readonly Key?: Item;
  readonly Item?: Item;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Values;
}

/** A call as an SDK's client gets it. */
export interface StoreCall {
  readonly name: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- inputs of many commands
  readonly input: any;
}

/** Acts around a call: may wait before it, break it off, or lose its answer. */
export type Around = (call: StoreCall, act: (call: StoreCall) => unknown) => Promise<unknown>;

const placeOf = ({ PK, SK }: Item): string => `${String(PK)}\n${String(SK)}`;

const nameOf = ({ ExpressionAttributeNames: names = {} }: Write, name: string): string => names[name] ?? name;

const valueOf = ({ ExpressionAttributeValues: values = {} }: Write, name: string): unknown => {
  if (!(name in values)) throw new Error(`No value of ${name}`);
  return values[name];
};

/** `attribute_not_exists(a)`, `attribute_exists(a)`, `a = :b`, `a <> :b`, joined by AND or by OR. */
const holds = (write: Write, item: Item | undefined): boolean => {
  const { ConditionExpression: condition } = write;
  if (condition === undefined) return true;
  const joiner = condition.includes(' OR ') ? ' OR ' : ' AND ';
  const met = condition.split(joiner).map((part) => {
    const [, not, name = ''] = /^attribute_(not_)?exists\((\S+)\)$/.exec(part) ?? [];
    if (name !== '') return (item?.[nameOf(write, name)] === undefined) === (not !== undefined);
    const [, left = '', sign, right = ''] = /^(\S+) (=|<>) (:\S+)$/.exec(part) ?? [];
    if (sign === undefined) throw new Error(`Cannot judge the condition ${part}`);
    return (item?.[nameOf(write, left)] === valueOf(write, right)) === (sign === '=');
  });
  return joiner === ' OR ' ? met.some(Boolean) : met.every(Boolean);
};

/** `SET a = :b, …` and `REMOVE a, …`. */
const updated = (write: Write, before: Item | undefined): Item => {
  const item: Record<string, unknown> = { ...before, ...write.Key };
  const [, sets = '', removes = ''] =
    /^(?:SET (.+?))?(?: ?REMOVE (.+))?$/.exec(write.UpdateExpression ?? '') ?? [];
  for (const part of sets.split(', ').filter((text) => text !== '')) {
    const [, name = '', value = ''] = /^(\S+) = (:\S+)$/.exec(part) ?? [];
    if (name === '') throw new Error(`Cannot make the update ${part}`);
    item[nameOf(write, name)] = valueOf(write, value);
  }
  for (const name of removes.split(', ').filter((text) => text !== '')) delete item[nameOf(write, name)];
  return item;
};

/** Equal items are equal texts, whatever the order of their attributes. */
const textOf = (item: Item): string =>
  JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Lets others go on, so many times. */
export const hops = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await Promise.resolve();
};

/** The stores, and what they hold. */
export const memoryStores = (around: Around) => {
  const items = new Map<string, Item>();
  const byPartition = new Map<string, Set<string>>();
  const objects = new Map<string, Uint8Array>();

  const put = (write: Write): void => {
    const key = write.Key ?? write.Item ?? {};
    const item = write.Item ?? updated(write, items.get(placeOf(key)));
    const place = placeOf(key);
    items.set(place, structuredClone(item));
    const partition = byPartition.get(String(key['PK'])) ?? new Set<string>();
    byPartition.set(String(key['PK']), partition.add(place));
  };
  const isMet = (write: Write): boolean => holds(write, items.get(placeOf(write.Key ?? write.Item ?? {})));
  const transact = (input: { TransactItems: readonly Readonly<Record<string, Write>>[] }): object => {
    const writes = input.TransactItems.flatMap((each) => Object.values(each));
    const met = writes.map((write) => isMet(write));
    if (!met.every(Boolean))
      throw new TransactionCanceledException({
        $metadata: {},
        message: 'cancelled',
        CancellationReasons: met.map((is) => ({ Code: is ? 'None' : 'ConditionalCheckFailed' })),
      });
    for (const write of writes) put(write);
    return {};
  };
  const query = (
    input: Write & { KeyConditionExpression: string; Limit?: number; ScanIndexForward?: boolean },
  ) => {
    const [, partition = '', range = ''] =
      /^PK = (:\S+) AND SK (.+)$/.exec(input.KeyConditionExpression) ?? [];
    const [, first, second] = /^(?:BETWEEN )?(?:>= |<= )?(:\S+)(?: AND (:\S+))?$/.exec(range) ?? [];
    if (first === undefined) throw new Error(`Cannot query ${input.KeyConditionExpression}`);
    const bound = String(valueOf(input, first));
    const until = second === undefined ? null : String(valueOf(input, second));
    const found = [...(byPartition.get(String(valueOf(input, partition))) ?? [])]
      .map((place) => items.get(place) ?? {})
      .filter(({ SK }) =>
        until !== null
          ? String(SK) >= bound && String(SK) <= until
          : range.startsWith('>=')
            ? String(SK) >= bound
            : String(SK) <= bound,
      )
      .toSorted((a, b) => (String(a['SK']) < String(b['SK']) ? -1 : 1));
    if (input.ScanIndexForward === false) found.reverse();
    return { Items: structuredClone(found.slice(0, input.Limit)) };
  };
  const write = (input: Write): object => {
    if (!isMet(input)) throw new ConditionalCheckFailedException({ $metadata: {}, message: 'refused' });
    put(input);
    return {};
  };
  const calls: Readonly<Record<string, (input: never) => unknown>> = {
    GetCommand: ({ Key }: { Key: Item }) => ({ Item: structuredClone(items.get(placeOf(Key))) }),
    PutCommand: write,
    UpdateCommand: write,
    TransactWriteCommand: transact,
    QueryCommand: query,
    PutObjectCommand: ({
      Key,
      Body,
      IfNoneMatch,
    }: {
      Key: string;
      Body: string | Uint8Array;
      IfNoneMatch?: string;
    }) => {
      if (IfNoneMatch !== undefined && objects.has(Key))
        throw new S3ServiceException({
          name: 'PreconditionFailed',
          $fault: 'client',
          $metadata: { httpStatusCode: 412 },
        });
      objects.set(Key, Buffer.from(Body));
      return {};
    },
    GetObjectCommand: ({ Key }: { Key: string }) => {
      const body = objects.get(Key);
      if (body === undefined) throw new NoSuchKey({ $metadata: {}, message: Key });
      return { Body: { transformToByteArray: async () => await Promise.resolve(body) } };
    },
  };
  /** One atomic step. */
  const carryOut = (call: StoreCall): unknown => {
    const act = calls[call.name];
    if (act === undefined) throw new Error(`Cannot carry out ${call.name}`);
    return act(call.input as never);
  };
  const send = async (command: {
    readonly constructor: { readonly name: string };
    readonly input: object;
  }) => {
    return await around({ name: command.constructor.name, input: command.input }, carryOut);
  };
  const client = { send } as never;
  const table: Table = { documents: client, name: 'gleaner' };
  const bucket: Objects = { client, bucket: 'sources' };
  return {
    table,
    bucket,
    objects,
    carryOut,
    /** Runs of a source that did not come to be. */
    skippedRuns: (name: SourceName): { startedAt: number; endedAt: number; code: string }[] => {
      const { PK } = sourceRunKey(name, 0, '');
      return [...(byPartition.get(PK) ?? [])]
        .map((place) => items.get(place) ?? {})
        .filter(({ outcome }) => outcome === 'skipped')
        .map(({ startedAt, endedAt, code }) => ({
          startedAt: Number(startedAt),
          endedAt: Number(endedAt),
          code: String(code),
        }));
    },
    /** Everything that they hold, as one text. */
    image: (): string =>
      [
        ...[...items].map(([place, item]) => `${place} ${textOf(item)}`).toSorted(),
        ...[...objects].map(([key, body]) => `${key} ${Buffer.from(body).toString('base64')}`).toSorted(),
      ].join('\n'),
  };
};
