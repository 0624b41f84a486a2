import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as s3 from '@aws-sdk/client-s3';
import * as sqs from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, s3Client, sqsClient } from './cloud-under-test.ts';

const data = newDataDir();
const Bucket = 'pages';
let cloud: Cloud;
let client: s3.S3Client;

beforeAll(async () => {
  cloud = await startCloud({ dataDir: data.path });
  client = s3Client(cloud.url);
  await client.send(new s3.CreateBucketCommand({ Bucket }));
});

afterAll(async () => {
  client.destroy();
  await cloud.close();
  data.remove();
});

const put = (Key: string, Body: string | Uint8Array, more: Partial<s3.PutObjectCommandInput> = {}) =>
  client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ...more }));

const get = async (Key: string, more: Partial<s3.GetObjectCommandInput> = {}): Promise<string> =>
  (await (await client.send(new s3.GetObjectCommand({ Bucket, Key, ...more }))).Body?.transformToString()) ??
  '';

const list = (more: Partial<s3.ListObjectsV2CommandInput>) =>
  client.send(new s3.ListObjectsV2Command({ Bucket, ...more }));

const status = (httpStatusCode: number) => ({ $metadata: { httpStatusCode } });

const bytesOf = (length: number): Buffer => Buffer.alloc(length, 'abcdefghij');

test('an object is a plain file under its bucket and key, and comes back with its headers', async () => {
  const body = '{"title":"Grüße"}';
  await put('jobs/1/page.json', body, {
    ContentType: 'application/json',
    CacheControl: 'no-store',
    ContentEncoding: 'identity',
    Metadata: { job: '1' },
  });
  expect(readFileSync(join(data.path, 's3/pages/jobs/1/page.json'), 'utf8')).toBe(body);
  expect(await get('jobs/1/page.json')).toBe(body);
  const head = await client.send(new s3.HeadObjectCommand({ Bucket, Key: 'jobs/1/page.json' }));
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

test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
  'a wrong %s is refused and stores nothing',
  async (name) => {
    const wrong = Buffer.alloc({ CRC32: 4, CRC32C: 4, CRC64NVME: 8, SHA1: 20, SHA256: 32 }[name]).toString(
      'base64',
    );
    const refused = put(`checked-${name}`, 'content', { [`Checksum${name}`]: wrong });
    await expect(refused).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(get(`checked-${name}`)).rejects.toThrow(s3.NoSuchKey);
  },
);

test.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)(
  "the SDK's own %s is accepted and given back",
  async (name) => {
    await put(`sum-${name}`, 'content', { ChecksumAlgorithm: name });
    const head = await client.send(
      new s3.HeadObjectCommand({ Bucket, Key: `sum-${name}`, ChecksumMode: 'ENABLED' }),
    );
    expect(head[`Checksum${name}`]).toBeTruthy();
    expect(await get(`sum-${name}`)).toBe('content');
  },
);

test('a wrong Content-MD5 is refused', async () => {
  await expect(put('md5', 'x', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' })).rejects.toMatchObject({
    name: 'BadDigest',
  });
});

test('a body in aws-chunks is stored without its framing, if the checksum in its trailer is right', async () => {
  const body = bytesOf(300_000);
  const upload = (key: string, sum: Buffer) =>
    fetch(`${cloud.url}/${Bucket}/${key}`, {
      method: 'PUT',
      headers: {
        'content-encoding': 'aws-chunked',
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'x-amz-decoded-content-length': String(body.length),
        'x-amz-trailer': 'x-amz-checksum-crc32',
      },
      body: `${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\nx-amz-checksum-crc32:${sum.toString('base64')}\r\n\r\n`,
    });
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  expect((await upload('chunked', sum)).status).toBe(200);
  expect(await get('chunked')).toBe(body.toString());
  const refused = await upload('chunked-wrong', Buffer.alloc(4));
  expect(await refused.text()).toContain('<Code>BadDigest</Code>');
  await expect(get('chunked-wrong')).rejects.toThrow(s3.NoSuchKey);
});

const oddKeys = [
  '../../escape',
  'a/../../../escape',
  './dot',
  'double//slash',
  '/leading',
  'folder/',
  'x'.repeat(1_024),
  `${'y'.repeat(300)}/long-name`,
  'space and + plus & amp <lt> "quote"',
  'ünïcödé/日本語/🦜',
  'back\\slash',
  'percent%2Fencoded',
  'nul\u0000byte',
  'new\nline',
  'con?query#hash',
];

test.each(oddKeys)('the key %j holds its own content and never leaves the data directory', async (key) => {
  const outside = readdirSync(join(data.path, '..')).includes('escape');
  await put(key, `content of ${key}`);
  expect(await get(key)).toBe(`content of ${key}`);
  expect(
    (await list({ Prefix: key, EncodingType: 'url' })).Contents?.map((it) =>
      decodeURIComponent(it.Key ?? ''),
    ),
  ).toContain(key);
  expect(
    readdirSync(data.path)
      .toSorted()
      .filter((it) => !it.startsWith('cloud.sqlite')),
  ).toEqual(['s3', 's3-encoded', 's3-temp', 's3-uploads']);
  expect(readdirSync(join(data.path, '..')).includes('escape')).toBe(outside);
  await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }));
  await expect(get(key)).rejects.toThrow(s3.NoSuchKey);
});

test('a key and the folder of its name, and keys that differ only in case, are objects of their own', async () => {
  const keys = ['tree/node', 'tree/node/leaf', 'tree', 'tree/NODE'];
  for (const key of keys) await put(key, key);
  for (const key of keys) expect(await get(key)).toBe(key);
  for (const key of keys) await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key }));
  expect(existsSync(join(data.path, 's3/pages/tree'))).toBe(false);
  await put('tree', 'a file where a folder was');
  expect(readFileSync(join(data.path, 's3/pages/tree'), 'utf8')).toBe('a file where a folder was');
});

test('a key of more than 1,024 bytes is refused', async () => {
  await expect(put('z'.repeat(1_025), 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' });
});

test('a range is that part of the content', async () => {
  await put('range', '0123456789');
  expect(await get('range', { Range: 'bytes=2-4' })).toBe('234');
  expect(await get('range', { Range: 'bytes=-2' })).toBe('89');
  await expect(get('range', { Range: 'bytes=10-' })).rejects.toMatchObject({ name: 'InvalidRange' });
});

test('listing goes through all keys once in the order of their UTF-8 bytes', async () => {
  const keys = ['list/a', 'list/b', 'list/Z', 'list/é', 'list/\u{FF5E}', 'list/\u{1F99C}'];
  for (const key of keys) await put(key, 'x');
  const found: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await list({ Prefix: 'list/', MaxKeys: 2, ...(ContinuationToken && { ContinuationToken }) });
    expect(page.KeyCount).toBeLessThanOrEqual(2);
    found.push(...(page.Contents ?? []).map((it) => it.Key ?? ''));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(found).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  expect((await list({ Prefix: 'list/', StartAfter: 'list/b' })).Contents?.map((it) => it.Key)).toEqual(
    found.slice(3),
  );
});

test('a delimiter rolls keys up into prefixes, also across pages', async () => {
  for (const folder of ['a', 'b', 'c'])
    for (let index = 0; index < 70; index += 1) await put(`roll/${folder}/${index}`, 'x');
  await put('roll/b.txt', 'x');
  const found: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await list({
      Prefix: 'roll/',
      Delimiter: '/',
      MaxKeys: 1,
      ...(ContinuationToken && { ContinuationToken }),
    });
    found.push(
      ...(page.CommonPrefixes ?? []).map((it) => it.Prefix ?? ''),
      ...(page.Contents ?? []).map((it) => it.Key ?? ''),
    );
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  expect(found).toEqual(['roll/a/', 'roll/b.txt', 'roll/b/', 'roll/c/']);
});

test('objects are copied with their headers, and deleted many at once', async () => {
  await put('from here', 'x', { ContentType: 'text/plain' });
  await client.send(
    new s3.CopyObjectCommand({
      Bucket,
      Key: 'to',
      CopySource: `${Bucket}/${encodeURIComponent('from here')}`,
    }),
  );
  expect((await client.send(new s3.HeadObjectCommand({ Bucket, Key: 'to' }))).ContentType).toBe('text/plain');
  const Objects = ['from here', 'to', 'was never there'].map((Key) => ({ Key }));
  const { Deleted } = await client.send(new s3.DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  expect(Deleted).toHaveLength(3);
  await expect(get('to')).rejects.toThrow(s3.NoSuchKey);
});

test('parts become one object when they are completed, not before', async () => {
  const Key = 'multi/part';
  const { UploadId } = await client.send(
    new s3.CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'text/x' }),
  );
  const bodies = [bytesOf(5 * 1_048_576), Buffer.from('the end')];
  const Parts: s3.CompletedPart[] = [];
  for (const [index, Body] of bodies.entries()) {
    const part = { Bucket, Key, UploadId, PartNumber: index + 1 };
    const { ETag } = await client.send(new s3.UploadPartCommand({ ...part, Body }));
    Parts.push({ PartNumber: part.PartNumber, ETag });
  }
  await expect(get(Key)).rejects.toThrow(s3.NoSuchKey);
  expect((await client.send(new s3.ListPartsCommand({ Bucket, Key, UploadId }))).Parts).toHaveLength(2);
  const done = await client.send(
    new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
  );
  expect(done.ETag).toMatch(/^"[\da-f]{32}-2"$/);
  expect((await get(Key)).endsWith('the end')).toBe(true);
  expect(await get(Key)).toHaveLength(5 * 1_048_576 + 7);
  expect(readdirSync(join(data.path, 's3-uploads'))).toEqual([]);
});

test('an upload that is aborted leaves nothing', async () => {
  const target = { Bucket, Key: 'aborted' };
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(target));
  await client.send(new s3.UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'x' }));
  await client.send(new s3.AbortMultipartUploadCommand({ ...target, UploadId }));
  await expect(client.send(new s3.ListPartsCommand({ ...target, UploadId }))).rejects.toMatchObject({
    name: 'NoSuchUpload',
  });
  expect(readdirSync(join(data.path, 's3-uploads'))).toEqual([]);
});

const presigned = (atMs: number, seconds: number): string => {
  const date = new Date(atMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `${cloud.url}/${Bucket}/signed?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=${date}&X-Amz-Expires=${seconds}&X-Amz-SignedHeaders=host&X-Amz-Signature=0&x-id=GetObject`;
};

test('a presigned URL works until its time is over', async () => {
  await put('signed', 'for you');
  expect(await (await fetch(presigned(Date.now(), 60))).text()).toBe('for you');
  const late = await fetch(presigned(Date.now() - 61_000, 60));
  expect(late.status).toBe(403);
  expect(await late.text()).toContain('Request has expired');
});

test('a sub-resource that is not run is refused and touches no object', async () => {
  await put('tagged', 'the body');
  const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] };
  const refused = [
    () => client.send(new s3.PutObjectTaggingCommand({ Bucket, Key: 'tagged', Tagging })),
    () => client.send(new s3.GetObjectTaggingCommand({ Bucket, Key: 'tagged' })),
    () =>
      client.send(
        new s3.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
      ),
    () => put('tagged', 'other', { Tagging: 'a=b' }),
  ];
  for (const it of refused)
    await expect(it()).rejects.toMatchObject({ name: 'NotImplemented', ...status(501) });
  expect(await get('tagged')).toBe('the body');
});

test('a service that is not run is refused with its name and action', async () => {
  const headers = {
    authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/scheduler/aws4_request',
  };
  const answer = await fetch(`${cloud.url}/schedules/nightly`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(501);
  expect(await answer.text()).toContain('scheduler POST /schedules/nightly');
});

test('only loopback is served, and only under a loopback name', async () => {
  expect(cloud.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const code = await new Promise((done, fail) => {
    request(cloud.url, { headers: { host: 'evil.example' } }, (answer) => done(answer.resume().statusCode))
      .on('error', fail)
      .end();
  });
  expect(code).toBe(403);
});

test('buckets are made once, listed, and deleted when they are empty', async () => {
  const own = { Bucket: 'other-bucket' };
  await client.send(new s3.CreateBucketCommand(own));
  await client.send(new s3.CreateBucketCommand(own));
  await client.send(new s3.PutObjectCommand({ ...own, Key: 'x', Body: 'x' }));
  await expect(client.send(new s3.DeleteBucketCommand(own))).rejects.toMatchObject({
    name: 'BucketNotEmpty',
  });
  await client.send(new s3.DeleteObjectCommand({ ...own, Key: 'x' }));
  expect((await client.send(new s3.ListBucketsCommand({}))).Buckets?.map((it) => it.Name)).toContain(
    own.Bucket,
  );
  await client.send(new s3.DeleteBucketCommand(own));
  await expect(client.send(new s3.HeadBucketCommand(own))).rejects.toMatchObject(status(404));
  await expect(client.send(new s3.PutObjectCommand({ ...own, Key: 'x', Body: 'x' }))).rejects.toThrow(
    'bucket',
  );
});

test('an object that is created is told to the queues whose filter it fits', async () => {
  const queues = sqsClient(cloud.url);
  const own = { Bucket: 'announced' };
  await client.send(new s3.CreateBucketCommand(own));
  const { QueueUrl = '' } = await queues.send(new sqs.CreateQueueCommand({ QueueName: 'created' }));
  const rules = [
    { Name: 'prefix' as const, Value: 'envelopes/' },
    { Name: 'suffix' as const, Value: '.json' },
  ];
  const configuration = {
    QueueConfigurations: [
      {
        QueueArn: 'arn:aws:sqs:us-east-1:000000000000:created',
        Events: ['s3:ObjectCreated:*' as const],
        Filter: { Key: { FilterRules: rules } },
      },
    ],
  };
  await client.send(
    new s3.PutBucketNotificationConfigurationCommand({ ...own, NotificationConfiguration: configuration }),
  );
  const stated = await client.send(new s3.GetBucketNotificationConfigurationCommand(own));
  expect(stated.QueueConfigurations?.[0]?.Filter?.Key?.FilterRules).toEqual(rules);
  for (const Key of ['other/a.json', 'envelopes/a.txt', 'envelopes/one two+é.json']) {
    await client.send(new s3.PutObjectCommand({ ...own, Key, Body: 'x' }));
  }
  const { Messages = [] } = await queues.send(
    new sqs.ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
  );
  queues.destroy();
  expect(Messages).toHaveLength(1);
  const { Records } = JSON.parse(Messages[0]?.Body ?? '') as { Records: unknown[] };
  expect(Records).toMatchObject([
    {
      eventSource: 'aws:s3',
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'announced' }, object: { key: 'envelopes/one+two%2B%C3%A9.json', size: 1 } },
    },
  ]);
});
