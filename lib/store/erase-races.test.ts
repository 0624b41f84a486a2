import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { startTestTable } from '../../test/harness/table.ts';
import { editItem } from './backup/edit-item.ts';
import { readWhole, writeWhole } from './backup/edit-object.ts';
import { putItems } from './backup/put-items.ts';

test('what somebody else writes while an item is edited is edited as well, and not taken back', async () => {
  const store = await startTestTable();
  const stores = { items: store.client, table: store.table.name, objects: new S3Client({}), buckets: {} };
  const key = { PK: 'S#team', SK: 'SOURCE#a' };
  const put = async (url: string) =>
    await putItems(stores, [{ PK: { S: key.PK }, SK: { S: key.SK }, url: { S: url } }]);
  try {
    await put('first');
    const seen: string[] = [];
    const edits: Promise<void>[] = [];
    await editItem(stores, key, (item) => {
      const url = item['url']?.S ?? '';
      seen.push(url);
      return { ...item, url: { S: `${url} edited` } };
    });
    for (const name of ['a', 'b'])
      edits.push(editItem(stores, key, (item) => ({ ...item, url: { S: `${item['url']?.S} ${name}` } })));
    await Promise.all(edits);
    expect(seen).toEqual(['first']);
    let last = '';
    await editItem(stores, key, (item) => {
      last = item['url']?.S ?? '';
      return item;
    });
    expect(['first edited a b', 'first edited b a']).toContain(last);
  } finally {
    stores.objects.destroy();
    await store.stop();
  }
});

test('of two who write an object anew upon what they read one succeeds, and the other is told', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-erase-'));
  const cloud = await startCloud({ dataDir });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const objects = new S3Client({
    endpoint: cloud.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
  });
  const place = { bucket: 'envelopes', key: 'list.json' };
  try {
    await objects.send(new CreateBucketCommand({ Bucket: place.bucket }));
    expect(await writeWhole({ objects }, place, '[]', {})).toBe(true);
    const read = await readWhole({ objects }, place);
    const write = async (text: string) => await writeWhole({ objects }, place, text, { etag: read?.etag });
    expect((await Promise.all([write('[1]'), write('[2]')])).toSorted()).toEqual([false, true]);
  } finally {
    objects.destroy();
    await cloud.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
