import { createHash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * The files of an export: `manifest.json`, which is written last and lists the others; `table/NNNNN.jsonl.gz` with
 * items as DynamoDB writes them in JSON; and for each bucket `objects/BUCKET.jsonl.gz`, a line for each object, with
 * the bytes of each in a file of its own.
 */
export const formatVersion = 1;

const count = z.number().int().min(0);
const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const exportSchema = z.object({
  format: z.literal('gleaner-export'),
  v: z.number().int(),
  release: z.string(),
  exportedAt: z.iso.datetime(),
  table: z.object({
    items: count,
    files: z.array(z.object({ name: z.string(), items: count, sha256: digest })),
  }),
  buckets: z.record(z.string(), z.object({ objects: count, bytes: count, sha256: digest })),
});
export type ExportManifest = z.infer<typeof exportSchema>;

/** One object of a bucket. */
export const objectLineSchema = z.object({
  key: z.string(),
  size: count,
  sha256: digest,
  contentType: z.string().optional(),
});
export type ObjectLine = z.infer<typeof objectLineSchema>;

const bucketName = /^[a-z][a-z0-9-]{0,62}$/;

export const tableFile = (folder: string, name: string): string => join(folder, 'table', name);

/**
 * Returns the path of the list of a bucket's objects. The name comes from a given file, so it must not lead outside of
 * the folder.
 */
export const bucketFile = (folder: string, bucket: string): string => {
  if (!bucketName.test(bucket)) throw new Error(`"${bucket}" cannot be the name of a bucket in an export`);
  return join(folder, 'objects', `${bucket}.jsonl.gz`);
};

/**
 * Returns the file of an object's bytes: named by a hash of its key, which may be longer than a file's name, or lead
 * elsewhere.
 */
export const objectFile = (folder: string, bucket: string, key: string): string => {
  const name = createHash('sha256').update(key).digest('hex');
  return join(folder, 'objects', bucket, name.slice(0, 2), name);
};
