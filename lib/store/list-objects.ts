import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Objects } from './objects.ts';

/** Lists the keys under a prefix after `after`, in the order of S3, and whether there are more. */
export const listObjects = async (
  objects: Objects,
  {
    prefix,
    after,
    count,
  }: { readonly prefix: string; readonly after: string | undefined; readonly count: number },
): Promise<{ readonly keys: readonly string[]; readonly hasMore: boolean }> => {
  const answer = await objects.client.send(
    new ListObjectsV2Command({
      Bucket: objects.bucket,
      Prefix: prefix,
      MaxKeys: count,
      ...(after === undefined ? {} : { StartAfter: after }),
    }),
  );
  const keys = (answer.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
  return { keys, hasMore: answer.IsTruncated === true };
};
