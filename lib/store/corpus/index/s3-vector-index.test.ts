import { S3VectorsClient } from '@aws-sdk/client-s3vectors';
import { expect, test } from 'vitest';
import { startFakeS3Vectors } from '../../../../test/corpus/fake-s3-vectors.ts';
import { emptyVectorBucket } from '../../account/empty-vector-bucket.ts';
import { packVector } from '../../../ingest/embed/vector.ts';
import { openS3VectorIndex } from './s3-vector-index.ts';

test('long vectors are put in as many calls as the 20 MiB of a request ask for, and none is missing', async () => {
  const fake = await startFakeS3Vectors();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new S3VectorsClient({ endpoint: fake.url, region: 'us-east-1', credentials });
  try {
    const vector = packVector(Array.from({ length: 3_072 }, (_, at) => Math.sin(at) - 0.1));
    const vectors = Array.from({ length: 500 }, (_, at) => ({ id: `passage-${at}`, vector }));
    await openS3VectorIndex(client, fake.bucket, 'main').put('embedder', vectors);
    expect(Object.values(fake.vectors())).toEqual([500]);
    await openS3VectorIndex(client, fake.bucket, 'main').put('embedder', []);
  } finally {
    client.destroy();
    await fake.close();
  }
});

test('a bucket of vectors is emptied of the indexes of every corpus, whether its name or its ARN is known', async () => {
  const fake = await startFakeS3Vectors();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new S3VectorsClient({ endpoint: fake.url, region: 'us-east-1', credentials });
  try {
    const fill = async (corpora: number) => {
      for (let at = 0; at < corpora; at += 1)
        await openS3VectorIndex(client, fake.bucket, `corpus-${at}`).put('embedder', [
          { id: 'passage', vector: packVector([1, 0]) },
        ]);
    };
    await fill(7);
    const arn = `arn:aws:s3vectors:us-east-1:123456789012:bucket/${fake.bucket}`;
    expect(await emptyVectorBucket(arn, client)).toBe(7);
    expect(fake.vectors()).toEqual({});
    await fill(1);
    expect(await emptyVectorBucket(fake.bucket, client)).toBe(1);
    expect(await emptyVectorBucket(fake.bucket, client)).toBe(0);
  } finally {
    client.destroy();
    await fake.close();
  }
});
