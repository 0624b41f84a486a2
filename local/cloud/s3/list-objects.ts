import { AwsError } from '../aws-error.ts';
import type { Database } from '../database.ts';
import type { S3Action } from './context.ts';
import { requireBucket } from './object-row.ts';
import { document, leaf, tag } from './xml.ts';

interface ListedObject {
  key: string;
  size: number;
  etag: string;
  modified_ms: number;
}

type Entry = { readonly prefix: string } | { readonly object: ListedObject };

/**
 * The greatest code point: of the keys that begin with a prefix, none sorts after the prefix followed by this, except
 * that text itself.
 */
const last = '\u{10FFFF}';

/**
 * Returns entries after `after` in the order of UTF-8 bytes. A common prefix is one entry; one look into the index
 * skips everything below it.
 */
const entriesAfter = function* (
  db: Database,
  bucket: string,
  prefix: string,
  delimiter: string,
  after: string,
): Generator<Entry> {
  let from = after;
  let seen = '';
  for (;;) {
    const rows = db.all<ListedObject>(
      `SELECT key, size, etag, modified_ms FROM objects
       WHERE bucket = ? AND key > ? AND key >= ? AND key <= ? ORDER BY key LIMIT ?`,
      bucket,
      from,
      prefix,
      prefix + last.repeat(4),
      delimiter === '' ? 1_001 : 64,
    );
    if (rows.length === 0) return;
    let skipped = false;
    for (const object of rows) {
      from = object.key;
      if (!object.key.startsWith(prefix)) continue;
      const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
      if (end < 0) {
        yield { object };
        continue;
      }
      const common = object.key.slice(0, end + delimiter.length);
      if (common !== seen && !(after.startsWith(common) && after > common)) yield { prefix: common };
      seen = common;
      if (from < common + last) {
        from = common + last;
        skipped = true;
        break;
      }
    }
    if (!skipped && rows.length < 64) return;
  }
};

const numberOf = (value: string | null): number => {
  if (value === null || value === '') return 1_000;
  if (!/^\d{1,9}$/.test(value))
    throw new AwsError('InvalidArgument', 'Provided max-keys not an integer or within integer range');
  return Math.min(1_000, Number(value));
};

/** Answers ListObjectsV2. The continuation token is the last entry of the page before. */
export const serveListObjects: S3Action = (s3, { bucket, query }) => {
  requireBucket(s3.db, bucket);
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after') ?? '';
  const resumed = token === null ? null : Buffer.from(token, 'base64url').toString('utf8');
  const max = numberOf(query.get('max-keys'));
  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (text: string): string => text;

  const entries: Entry[] = [];
  let truncated = false;
  if (max > 0) {
    for (const entry of entriesAfter(s3.db, bucket, prefix, delimiter, resumed ?? startAfter)) {
      truncated = entries.length === max;
      if (truncated) break;
      entries.push(entry);
    }
  }
  const final = entries.at(-1);
  const resumeAt = final && ('prefix' in final ? final.prefix + last : final.object.key);
  const contents = entries.flatMap((it) =>
    'object' in it
      ? [
          tag(
            'Contents',
            leaf('Key', encode(it.object.key)) +
              leaf('LastModified', new Date(it.object.modified_ms).toISOString()) +
              leaf('ETag', `"${it.object.etag}"`) +
              leaf('Size', it.object.size) +
              leaf('StorageClass', 'STANDARD'),
          ),
        ]
      : [],
  );
  const prefixes = entries.flatMap((it) =>
    'prefix' in it ? [tag('CommonPrefixes', leaf('Prefix', encode(it.prefix)))] : [],
  );
  const body = [
    leaf('Name', bucket),
    leaf('Prefix', encode(prefix)),
    delimiter === '' ? '' : leaf('Delimiter', encode(delimiter)),
    leaf('MaxKeys', max),
    leaf('KeyCount', entries.length),
    leaf('IsTruncated', truncated),
    query.get('encoding-type') === 'url' ? leaf('EncodingType', 'url') : '',
    token === null ? '' : leaf('ContinuationToken', token),
    startAfter === '' ? '' : leaf('StartAfter', encode(startAfter)),
    truncated && resumeAt !== undefined
      ? leaf('NextContinuationToken', Buffer.from(resumeAt).toString('base64url'))
      : '',
    ...contents,
    ...prefixes,
  ];
  return { status: 200, body: document('ListBucketResult', body.join('')) };
};
