import { NoSuchKey, S3ServiceException } from '@aws-sdk/client-s3';

interface StoredObject {
  readonly body: Uint8Array;
  readonly etag: string;
  readonly type: string | undefined;
  readonly writtenAt: number;
}

const refusal = (name: string, httpStatusCode: number): S3ServiceException =>
  new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });

/** Opens empty buckets: what they hold, and the calls that they carry out. */
export const openMemoryObjects = () => {
  const objects = new Map<string, StoredObject>();
  let written = 0;
  interface Place {
    readonly Bucket: string;
    readonly Key: string;
  }
  const placeOf = ({ Bucket, Key }: Place): string => `${Bucket}/${Key}`;
  const find = (place: Place): StoredObject => {
    const found = objects.get(placeOf(place));
    if (found === undefined) throw new NoSuchKey({ $metadata: { httpStatusCode: 404 }, message: place.Key });
    return found;
  };
  const calls: Readonly<Record<string, (input: never) => object>> = {
    PutObjectCommand: (
      put: Place & {
        Body: string | Uint8Array;
        IfNoneMatch?: string;
        IfMatch?: string;
        ContentType?: string;
      },
    ) => {
      const before = objects.get(placeOf(put));
      const isRefused =
        (put.IfNoneMatch !== undefined && before !== undefined) ||
        (put.IfMatch !== undefined && before?.etag !== put.IfMatch);
      if (isRefused) throw refusal('PreconditionFailed', 412);
      written += 1;
      const etag = `"${written}"`;
      const body = Buffer.from(put.Body);
      objects.set(placeOf(put), { body, etag, type: put.ContentType, writtenAt: Date.now() });
      return { ETag: etag };
    },
    GetObjectCommand: (place: Place) => {
      const { body, etag, type, writtenAt } = find(place);
      return {
        ETag: etag,
        ContentType: type,
        LastModified: new Date(writtenAt),
        Body: { transformToByteArray: async () => await Promise.resolve(body) },
      };
    },
    ListObjectsV2Command: (asked: {
      Bucket: string;
      Prefix?: string;
      MaxKeys?: number;
      StartAfter?: string;
    }) => {
      const { Bucket, Prefix = '', MaxKeys = 1_000, StartAfter = '' } = asked;
      const keys = [...objects.keys()]
        .filter((place) => place.startsWith(`${Bucket}/${Prefix}`))
        .map((place) => place.slice(Bucket.length + 1))
        .filter((key) => key > StartAfter)
        .toSorted();
      return {
        Contents: keys.slice(0, MaxKeys).map((Key) => ({ Key })),
        IsTruncated: keys.length > MaxKeys,
      };
    },
    DeleteObjectCommand: (place: Place) => {
      objects.delete(placeOf(place));
      return {};
    },
  };
  return { objects, calls };
};
