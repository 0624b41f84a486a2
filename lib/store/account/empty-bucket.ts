import { DeleteObjectsCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

/**
 * Deletes every object of a bucket. Buckets here have no versions. Returns how many there were.
 *
 * @throws {Error} that names an object which S3 refuses to delete.
 */
export const emptyBucket = async (bucket: string, client: S3Client = new S3Client({})): Promise<number> => {
  let count = 0;
  for await (const { Contents: objects = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
    if (objects.length === 0) continue;
    const Objects = objects.map(({ Key }) => ({ Key }));
    const answer = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    );
    const [refused] = answer.Errors ?? [];
    if (refused !== undefined)
      throw new Error(
        `Cannot empty ${bucket}: ${refused.Key ?? ''}: ${refused.Message ?? refused.Code ?? ''}`,
      );
    count += Objects.length;
  }
  return count;
};
