import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as s3 from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { Bucket, objectsUnderTest } from './objects-under-test.ts';

const { client, cloudUrl, put, get, dataDir } = objectsUnderTest();

const bytesOf = (length: number): Buffer => Buffer.alloc(length, 'abcdefghij');

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
    const head = await client().send(
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
    fetch(`${cloudUrl()}/${Bucket}/${key}`, {
      method: 'PUT',
      headers: {
        'content-encoding': 'aws-chunked',
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'x-amz-decoded-content-length': String(body.length),
        'x-amz-trailer': 'x-amz-checksum-crc32',
      },
      body:
        `${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\nx-amz-checksum-crc32:` +
        `${sum.toString('base64')}\r\n\r\n`,
    });
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  expect((await upload('chunked', sum)).status).toBe(200);
  expect(await get('chunked')).toBe(body.toString());
  const refused = await upload('chunked-wrong', Buffer.alloc(4));
  expect(await refused.text()).toContain('<Code>BadDigest</Code>');
  await expect(get('chunked-wrong')).rejects.toThrow(s3.NoSuchKey);
});

test('parts become one object when they are completed, not before', async () => {
  const Key = 'multi/part';
  const { UploadId } = await client().send(
    new s3.CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'text/x' }),
  );
  const bodies = [bytesOf(5 * 1_048_576), Buffer.from('the end')];
  const Parts: s3.CompletedPart[] = [];
  for (const [index, Body] of bodies.entries()) {
    const part = { Bucket, Key, UploadId, PartNumber: index + 1 };
    const { ETag } = await client().send(new s3.UploadPartCommand({ ...part, Body }));
    Parts.push({ PartNumber: part.PartNumber, ETag });
  }
  await expect(get(Key)).rejects.toThrow(s3.NoSuchKey);
  expect((await client().send(new s3.ListPartsCommand({ Bucket, Key, UploadId }))).Parts).toHaveLength(2);
  const done = await client().send(
    new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
  );
  expect(done.ETag).toMatch(/^"[\da-f]{32}-2"$/);
  expect((await get(Key)).endsWith('the end')).toBe(true);
  expect(await get(Key)).toHaveLength(5 * 1_048_576 + 7);
  expect(readdirSync(join(dataDir, 's3-uploads'))).toEqual([]);
});

test('an upload that is aborted leaves nothing', async () => {
  const target = { Bucket, Key: 'aborted' };
  const { UploadId } = await client().send(new s3.CreateMultipartUploadCommand(target));
  await client().send(new s3.UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'x' }));
  await client().send(new s3.AbortMultipartUploadCommand({ ...target, UploadId }));
  await expect(client().send(new s3.ListPartsCommand({ ...target, UploadId }))).rejects.toMatchObject({
    name: 'NoSuchUpload',
  });
  expect(readdirSync(join(dataDir, 's3-uploads'))).toEqual([]);
});
