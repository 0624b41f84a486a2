import * as s3 from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, s3Client } from './cloud-under-test.ts';

export const Bucket = 'pages';

/** An error of the SDK with this status. */
export const status = (httpStatusCode: number) => ({ $metadata: { httpStatusCode } });

export interface ObjectsUnderTest {
  readonly dataDir: string;
  readonly client: () => s3.S3Client;
  readonly cloudUrl: () => string;
  readonly put: (
    key: string,
    body: string | Uint8Array,
    more?: Partial<s3.PutObjectCommandInput>,
  ) => Promise<s3.PutObjectCommandOutput>;
  readonly get: (key: string, more?: Partial<s3.GetObjectCommandInput>) => Promise<string>;
  readonly list: (more: Partial<s3.ListObjectsV2CommandInput>) => Promise<s3.ListObjectsV2CommandOutput>;
}

/** A server with one bucket for the tests of one file. */
export const objectsUnderTest = (): ObjectsUnderTest => {
  const data = newDataDir();
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

  return {
    dataDir: data.path,
    client: () => client,
    cloudUrl: () => cloud.url,
    put: (Key, Body, more = {}) => client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ...more })),
    get: async (Key, more = {}) => {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key, ...more }));
      return (await Body?.transformToString()) ?? '';
    },
    list: (more) => client.send(new s3.ListObjectsV2Command({ Bucket, ...more })),
  };
};
