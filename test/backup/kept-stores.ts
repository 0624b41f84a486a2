import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { gunzipSync } from 'node:zlib';
import type { ErasureCertificate } from '../../cli/erase/certificate.ts';
import { eraseStores } from '../../cli/erase/erase-stores.ts';
import type { ErasureSelection } from '../../cli/erase/wanted.ts';
import type { BackupStores } from '../../lib/store/backup/backup-stores.ts';
import { listWholeBucket } from '../../lib/store/backup/copy-object.ts';
import { readWhole } from '../../lib/store/backup/edit-object.ts';
import { scanItems } from '../../lib/store/backup/scan-items.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';

/** Stores of a pipeline, and the same as an operator's command reaches them. */
export interface KeptStores {
  readonly stores: PipelineStores;
  readonly whole: BackupStores;
  stop(): Promise<void>;
}

export const startKeptStores = async (): Promise<KeptStores> => {
  const stores = await startStores();
  const at = await stores.table.documents.config.endpoint?.();
  const items = new DynamoDBClient({
    endpoint: `http://${at?.hostname}:${at?.port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { client: objects } = stores.sources;
  await objects.send(new CreateBucketCommand({ Bucket: 'corpora' }));
  const names = ['envelopes', 'results', 'sources', 'corpora'];
  const buckets = Object.fromEntries(names.map((name) => [name, name]));
  return {
    stores,
    whole: { items, objects, table: stores.table.name, buckets },
    stop: async () => {
      items.destroy();
      await stores.stop();
    },
  };
};

/** An attribute in one order of names, with bytes as text, those that are zipped unzipped. */
const inOrder = (_name: string, value: unknown): unknown => {
  if (value instanceof Uint8Array)
    return (value[0] === 0x1f ? gunzipSync(value) : Buffer.from(value)).toString('latin1');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** Everything that the stack keeps, by its name: items as JSON, objects as their bytes. */
export const readEverything = async (whole: BackupStores): Promise<Map<string, string>> => {
  const all = new Map<string, string>();
  for await (const items of scanItems(whole))
    for (const item of items) all.set(`${item['PK']?.S} ${item['SK']?.S}`, JSON.stringify(item, inOrder));
  for (const [role, bucket] of Object.entries(whole.buckets))
    for await (const keys of listWholeBucket(whole, bucket))
      for (const key of keys) {
        const bytes = Buffer.from((await readWhole(whole, { bucket, key }))?.bytes ?? []);
        all.set(`${role}/${key}`, (key.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1'));
      }
  return all;
};

/** Names of all that has a text in its name or content. */
export const findNaming = async (whole: BackupStores, text: string): Promise<string[]> =>
  [...(await readEverything(whole))]
    .filter(([name, content]) => name.includes(text) || content.includes(text))
    .map(([name]) => name);

export const eraseFrom = async (
  from: BackupStores,
  wanted: ErasureSelection,
  isDry = false,
): Promise<ErasureCertificate> => {
  const options = { isDry, isAccount: false, now: Date.now, tell: () => {} };
  const erased = await eraseStores(from, wanted, options);
  if (erased.kind === 'open-jobs') throw new Error(`open: ${erased.jobs.join(', ')}`);
  return erased.certificate;
};

/** Stores whose machine dies at its n-th change; nothing is changed after. */
export const dyingStores = (whole: BackupStores, n: number): BackupStores => {
  let left = n;
  const dying = <Client extends DynamoDBClient | BackupStores['objects']>(client: Client): Client =>
    new Proxy(client, {
      get: (target, name) =>
        name !== 'send'
          ? (Reflect.get(target, name) as unknown)
          : async (command: object) => {
              const isChange = /^(?:Put|Delete|Update|Batch|Transact)/.test(command.constructor.name);
              if (isChange && (left -= 1) < 0) throw new Error('killed');
              const send = target.send.bind(target) as (command: object) => Promise<unknown>;
              return await send(command);
            },
    });
  return { ...whole, items: dying(whole.items), objects: dying(whole.objects) };
};

/** The id of a job that a submission made. */
export const submittedJob = (submitted: object): string => {
  const { job } = submitted as { job?: { id: string } };
  if (job === undefined) throw new Error(JSON.stringify(submitted));
  return job.id;
};
