import { sourceRunKey, type SourceName } from '../../lib/keys/table-keys.ts';
import type { Objects } from '../../lib/store/objects.ts';
import type { Table } from '../../lib/store/table.ts';
import type { Item } from '../harness/memory/read-expression.ts';
import { openMemoryCloud, type CloudCall } from '../harness/memory/memory-cloud.ts';

/** A call as an SDK's client gets it. */
export type StoreCall = CloudCall;

/** Acts around a call: may wait before it, break it off, or lose its answer. */
export type Around = (call: StoreCall, act: (call: StoreCall) => unknown) => Promise<unknown>;

/** Equal items are equal texts, whatever the order of their attributes. */
const textOf = (item: Item): string =>
  JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Lets others go on, so many times. */
export const hops = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await Promise.resolve();
};

const bucketName = 'sources';

/** A table and a bucket in memory, for the calls that the chain of a source is made of, and what they hold. */
export const memoryStores = (around: Around) => {
  const { partitions, objects, carryOut } = openMemoryCloud();
  const send = async (command: { readonly constructor: { readonly name: string }; readonly input: object }) =>
    await around({ name: command.constructor.name, input: command.input }, carryOut);
  const client = { send } as never;
  const table: Table = { documents: client, name: 'gleaner' };
  const bucket: Objects = { client, bucket: bucketName };
  return {
    table,
    bucket,
    objects: {
      get: (key: string): Uint8Array | undefined => objects.get(`${bucketName}/${key}`)?.body,
      set: (key: string, body: Uint8Array): void =>
        void carryOut({ name: 'PutObjectCommand', input: { Bucket: bucketName, Key: key, Body: body } }),
    },
    carryOut,
    /** Runs of a source that did not come to be. */
    skippedRuns: (name: SourceName): { startedAt: number; endedAt: number; code: string }[] => {
      const { PK } = sourceRunKey(name, 0, '');
      return [...(partitions.get(PK)?.values() ?? [])]
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
        ...[...partitions.values()].flatMap((items) => [...items.values()].map(textOf)).toSorted(),
        ...[...objects].map(([key, { body }]) => `${key} ${Buffer.from(body).toString('base64')}`).toSorted(),
      ].join('\n'),
  };
};
