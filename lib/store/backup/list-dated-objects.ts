import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { BackupStores } from './backup-stores.ts';

/** An object of a bucket, and when it was written (milliseconds since the epoch): a bucket's rules count from then. */
export interface DatedObject {
  readonly key: string;
  readonly writtenAt: number;
}

/** Lists the objects of a bucket that begin with a prefix, with their times, up to a thousand at a time. */
export async function* listDatedObjects(
  { objects }: BackupStores,
  bucket: string,
  prefix: string,
): AsyncGenerator<readonly DatedObject[]> {
  const wanted = { Bucket: bucket, Prefix: prefix };
  for await (const { Contents: found = [] } of paginateListObjectsV2({ client: objects }, wanted))
    yield found.flatMap(({ Key: key, LastModified: at }) =>
      key === undefined ? [] : [{ key, writtenAt: at?.getTime() ?? 0 }],
    );
}
