import { request } from 'node:http';
import * as s3 from '@aws-sdk/client-s3';
import * as sqs from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { sqsClient } from './cloud-under-test.ts';
import { Bucket, status, objectsUnderTest } from './objects-under-test.ts';

const { client, cloudUrl, put, get } = objectsUnderTest();

const presigned = (atMs: number, seconds: number): string => {
  const date = new Date(atMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return (
    `${cloudUrl()}/${Bucket}/signed?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=${date}&X-Amz-Expires=` +
    `${seconds}&X-Amz-SignedHeaders=host&X-Amz-Signature=0&x-id=GetObject`
  );
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
  const refused = [
    () => client().send(new s3.PutObjectAclCommand({ Bucket, Key: 'tagged', ACL: 'private' })),
    () => client().send(new s3.GetObjectAclCommand({ Bucket, Key: 'tagged' })),
    () =>
      client().send(
        new s3.PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
      ),
    () => put('tagged', 'other', { ObjectLockMode: 'GOVERNANCE' }),
  ];
  for (const it of refused)
    await expect(it()).rejects.toMatchObject({ name: 'NotImplemented', ...status(501) });
  expect(await get('tagged')).toBe('the body');
});

test('tags come with an object or later, go with its copies, and go with what replaces it', async () => {
  const tags = async (Key: string) =>
    (await client().send(new s3.GetObjectTaggingCommand({ Bucket, Key }))).TagSet;
  await put('tags', 'one', { Tagging: 'a=b&c=d%20e' });
  const first = [
    { Key: 'a', Value: 'b' },
    { Key: 'c', Value: 'd e' },
  ];
  expect(await tags('tags')).toEqual(first);
  const head = await client().send(new s3.HeadObjectCommand({ Bucket, Key: 'tags' }));
  const Tagging = { TagSet: [{ Key: 'only', Value: 'this' }] };
  await client().send(new s3.CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/tags` }));
  await client().send(new s3.PutObjectTaggingCommand({ Bucket, Key: 'tags', Tagging }));
  expect([await tags('tags'), await tags('copy')]).toEqual([Tagging.TagSet, first]);
  // The object itself is the one that was put.
  const after = await client().send(new s3.HeadObjectCommand({ Bucket, Key: 'tags' }));
  expect([after.ETag, after.LastModified]).toEqual([head.ETag, head.LastModified]);
  await put('tags', 'two');
  expect(await tags('tags')).toEqual([]);
  await expect(put('tags', 'x', { Tagging: 'a=1&a=2' })).rejects.toMatchObject({ name: 'InvalidTag' });
  await expect(tags('never-there')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('a service that is not run is refused with its name and action', async () => {
  const headers = {
    authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/scheduler/aws4_request',
  };
  const answer = await fetch(`${cloudUrl()}/schedules/nightly`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(501);
  expect(await answer.text()).toContain('scheduler POST /schedules/nightly');
});

test('only loopback is served, and only under a loopback name', async () => {
  expect(cloudUrl()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const code = await new Promise((done, fail) => {
    request(cloudUrl(), { headers: { host: 'evil.example' } }, (answer) => done(answer.resume().statusCode))
      .on('error', fail)
      .end();
  });
  expect(code).toBe(403);
});

test('buckets are made once, listed, and deleted when they are empty', async () => {
  const own = { Bucket: 'other-bucket' };
  await client().send(new s3.CreateBucketCommand(own));
  await client().send(new s3.CreateBucketCommand(own));
  await client().send(new s3.PutObjectCommand({ ...own, Key: 'x', Body: 'x' }));
  await expect(client().send(new s3.DeleteBucketCommand(own))).rejects.toMatchObject({
    name: 'BucketNotEmpty',
  });
  await client().send(new s3.DeleteObjectCommand({ ...own, Key: 'x' }));
  expect((await client().send(new s3.ListBucketsCommand({}))).Buckets?.map((it) => it.Name)).toContain(
    own.Bucket,
  );
  await client().send(new s3.DeleteBucketCommand(own));
  await expect(client().send(new s3.HeadBucketCommand(own))).rejects.toMatchObject(status(404));
  await expect(client().send(new s3.PutObjectCommand({ ...own, Key: 'x', Body: 'x' }))).rejects.toThrow(
    'bucket',
  );
});

test('an object that is created is told to the queues whose filter it fits', async () => {
  const queues = sqsClient(cloudUrl());
  const own = { Bucket: 'announced' };
  await client().send(new s3.CreateBucketCommand(own));
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
  await client().send(
    new s3.PutBucketNotificationConfigurationCommand({ ...own, NotificationConfiguration: configuration }),
  );
  const stated = await client().send(new s3.GetBucketNotificationConfigurationCommand(own));
  expect(stated.QueueConfigurations?.[0]?.Filter?.Key?.FilterRules).toEqual(rules);
  for (const Key of ['other/a.json', 'envelopes/a.txt', 'envelopes/one two+é.json']) {
    await client().send(new s3.PutObjectCommand({ ...own, Key, Body: 'x' }));
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
