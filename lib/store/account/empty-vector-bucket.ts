import { S3VectorsClient } from '@aws-sdk/client-s3vectors';
import { deleteIndexes } from '../corpus/index/s3-vector-index.ts';

/**
 * Deletes every index of a bucket of vectors, with its vectors: AWS deletes no bucket of vectors that has one. Returns
 * how many there were.
 *
 * @param bucket its name or its ARN, which CloudFormation has as its id.
 */
export const emptyVectorBucket = async (
  bucket: string,
  client: Pick<S3VectorsClient, 'send'> = new S3VectorsClient({}),
): Promise<number> => await deleteIndexes(client, bucket.slice(bucket.lastIndexOf('/') + 1));
