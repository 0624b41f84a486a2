import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as s3 from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { Bucket, status, objectsUnderTest } from './objects-under-test.ts';

const { client, put, get, dataDir } = objectsUnderTest();

test('an object is a plain file under its bucket and key, and comes back with its headers', async () => {
  const body = '{"title":"Grüße"}';
  await put('jobs/1/page.json', body, {
    ContentType: 'application/json',
    CacheControl: 'no-store',
    ContentEncoding: 'identity',
    Metadata: { job: '1' },
  });
  expect(readFileSync(join(dataDir, 's3/pages/jobs/1/page.json'), 'utf8')).toBe(body);
  expect(await get('jobs/1/page.json')).toBe(body);
  const head = await client().send(new s3.HeadObjectCommand({ Bucket, Key: 'jobs/1/page.json' }));
  expect(head).toMatchObject({
    ContentType: 'application/json',
    CacheControl: 'no-store',
    ContentEncoding: 'identity',
    Metadata: { job: '1' },
    ContentLength: Buffer.byteLength(body),
    ETag: `"${createHash('md5').update(body).digest('hex')}"`,
  });
});

test('of many writers with If-None-Match: * exactly one wins', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => put('once', `writer ${index}`, { IfNoneMatch: '*' })),
  );
  const winners = tries.flatMap((it, index) => (it.status === 'fulfilled' ? [index] : []));
  expect(winners).toHaveLength(1);
  expect(await get('once')).toBe(`writer ${winners[0]}`);
  await expect(put('once', 'x', { IfNoneMatch: '*' })).rejects.toMatchObject(status(412));
});

test('If-Match writes only over the version that it names', async () => {
  const { ETag } = await put('versioned', 'one');
  await put('versioned', 'two', { IfMatch: ETag });
  await expect(put('versioned', 'three', { IfMatch: ETag })).rejects.toMatchObject(status(412));
  await expect(put('never-there', 'x', { IfMatch: ETag })).rejects.toMatchObject(status(404));
  expect(await get('versioned')).toBe('two');
});

test('a conditional read of what has not changed is 304', async () => {
  const { ETag } = await put('cached', 'x');
  await expect(get('cached', { IfNoneMatch: ETag })).rejects.toMatchObject(status(304));
  await expect(get('cached', { IfMatch: '"0"' })).rejects.toMatchObject(status(412));
});

test('a range is that part of the content', async () => {
  await put('range', '0123456789');
  expect(await get('range', { Range: 'bytes=2-4' })).toBe('234');
  expect(await get('range', { Range: 'bytes=-2' })).toBe('89');
  await expect(get('range', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' });
});

test('objects are copied with their headers, and deleted many at once', async () => {
  await put('from here', 'x', { ContentType: 'text/plain' });
  await client().send(
    new s3.CopyObjectCommand({
      Bucket,
      Key: 'to',
      CopySource: `${Bucket}/${encodeURIComponent('from here')}`,
    }),
  );
  expect((await client().send(new s3.HeadObjectCommand({ Bucket, Key: 'to' }))).ContentType).toBe(
    'text/plain',
  );
  const Objects = ['from here', 'to', 'was never there'].map((Key) => ({ Key }));
  const { Deleted } = await client().send(new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  expect(Deleted).toHaveLength(3);
  await expect(get('to')).rejects.toThrow(s3.NoSuchKey);
});

test('a read gets one version whole, however it is overwritten or deleted meanwhile', async () => {
  const versions = ['a', 'b', 'c'].map((it, index) => it.repeat(1_000_000 + index));
  await put('torn', versions[0] ?? '');
  const reading = new AbortController();
  const writing = (async () => {
    for (let index = 0; !reading.signal.aborted; index += 1) await put('torn', versions[index % 3] ?? '');
  })();
  for (let round = 0; round < 15; round += 1) expect(versions.includes(await get('torn'))).toBe(true);
  reading.abort();
  await writing;
  const { Body } = await client().send(new s3.GetObjectCommand({ Bucket, Key: 'torn' }));
  await client().send(new s3.DeleteObjectCommand({ Bucket, Key: 'torn' }));
  expect(versions.includes((await Body?.transformToString()) ?? '')).toBe(true);
});
