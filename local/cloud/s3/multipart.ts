import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AwsError } from '../aws-error.ts';
import { readText } from '../read-text.ts';
import { commitObject } from './commit-object.ts';
import { header, type S3, type S3Action, type S3Request } from './context.ts';
import { keptHeaders } from './object-headers.ts';
import { checksumHeaders, requireBucket } from './object-row.ts';
import { checkKey } from './put-object.ts';
import { receiveBody } from './receive-body.ts';
import { childElements, document, leaf, parseXml, tag, childText } from './xml.ts';

interface UploadRow {
  id: string;
  bucket: string;
  key: string;
  headers: string;
}

interface PartRow {
  number: number;
  file: string;
  size: number;
  etag: string;
  modified_ms: number;
}

/** Every part except the last has at least 5 MiB (S3 user guide, "multipart upload limits"). */
const partBytesMin = 5 * 1_048_576;

const requireUpload = ({ db }: S3, { bucket, key, query }: S3Request): UploadRow => {
  const id = query.get('uploadId') ?? '';
  const row = db.get<UploadRow>(
    'SELECT * FROM uploads WHERE id = ? AND bucket = ? AND key = ?',
    id,
    bucket,
    key,
  );
  if (!row) throw new AwsError('NoSuchUpload', 'The specified upload does not exist.', 404, { UploadId: id });
  return row;
};

const removeUpload = ({ db, files }: S3, id: string): void => {
  db.transaction(() => {
    db.run('DELETE FROM parts WHERE upload = ?', id);
    db.run('DELETE FROM uploads WHERE id = ?', id);
  });
  rmSync(join(files.root, `s3-uploads/${id}`), { recursive: true, force: true });
};

export const createUpload: S3Action = ({ db, now }, request) => {
  checkKey(request);
  const { bucket, key } = request;
  requireBucket(db, bucket);
  const id = randomUUID();
  db.run(
    'INSERT INTO uploads VALUES (?, ?, ?, ?, ?)',
    id,
    bucket,
    key,
    JSON.stringify(keptHeaders(request)),
    now(),
  );
  const body = leaf('Bucket', bucket) + leaf('Key', key) + leaf('UploadId', id);
  return { status: 200, body: document('InitiateMultipartUploadResult', body) };
};

export const uploadPart: S3Action = async (s3, request) => {
  const { id } = requireUpload(s3, request);
  const number = Number(request.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new AwsError('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  }
  const file = `s3-uploads/${id}/${number}-${randomUUID()}`;
  s3.files.makeFolders(file);
  const part = await receiveBody(s3, request, file);
  requireUpload(s3, request);
  const before = s3.db.get<PartRow>('SELECT * FROM parts WHERE upload = ? AND number = ?', id, number);
  s3.db.run(
    'INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?)',
    id,
    number,
    file,
    part.size,
    part.md5,
    s3.now(),
  );
  if (before) rmSync(join(s3.files.root, before.file), { force: true });
  return { status: 200, headers: { etag: `"${part.md5}"`, ...checksumHeaders(part.checksum) } };
};

const chosenParts = (s3: S3, id: string, xml: string): PartRow[] => {
  const wanted = childElements(parseXml(xml), 'Part').map((it) => ({
    number: Number(childText(it, 'PartNumber')),
    etag: (childText(it, 'ETag') ?? '').replaceAll('"', ''),
  }));
  if (wanted.length === 0) throw new AwsError('MalformedXML', 'You must specify at least one part');
  if (wanted.some(({ number }, index) => index > 0 && number <= (wanted[index - 1]?.number ?? 0))) {
    throw new AwsError('InvalidPartOrder', 'The list of parts was not in ascending order.');
  }
  return wanted.map(({ number, etag }, index) => {
    const part = s3.db.get<PartRow>('SELECT * FROM parts WHERE upload = ? AND number = ?', id, number);
    if (part?.etag !== etag)
      throw new AwsError('InvalidPart', `The part ${number} could not be found, or its ETag is another.`);
    if (index < wanted.length - 1 && part.size < partBytesMin) {
      throw new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    }
    return part;
  });
};

export const completeUpload: S3Action = async (s3, request) => {
  const upload = requireUpload(s3, request);
  const parts = chosenParts(s3, upload.id, await readText(request.body));
  const temp = s3.files.newTempFile();
  const path = join(s3.files.root, temp);
  const md5 = createHash('md5');
  try {
    for (const part of parts) {
      md5.update(Buffer.from(part.etag, 'hex'));
      await pipeline(
        createReadStream(join(s3.files.root, part.file)),
        createWriteStream(path, { flags: 'a' }),
      );
    }
    requireUpload(s3, request);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  const etag = `${md5.digest('hex')}-${parts.length}`;
  commitObject(s3, {
    bucket: upload.bucket,
    key: upload.key,
    temp,
    size: parts.reduce((sum, { size }) => sum + size, 0),
    etag,
    headers: JSON.parse(upload.headers) as Record<string, string>,
    checksum: null,
    event: 'ObjectCreated:CompleteMultipartUpload',
    ifMatch: header(request, 'if-match'),
    ifNoneMatch: header(request, 'if-none-match'),
  });
  removeUpload(s3, upload.id);
  const body =
    leaf('Location', `/${upload.bucket}/${upload.key}`) +
    leaf('Bucket', upload.bucket) +
    leaf('Key', upload.key) +
    leaf('ETag', `"${etag}"`);
  return { status: 200, body: document('CompleteMultipartUploadResult', body) };
};

export const abortUpload: S3Action = (s3, request) => {
  removeUpload(s3, requireUpload(s3, request).id);
  return { status: 204 };
};

export const listParts: S3Action = (s3, request) => {
  const { id, bucket, key } = requireUpload(s3, request);
  const rows = s3.db.all<PartRow>('SELECT * FROM parts WHERE upload = ? ORDER BY number', id);
  const parts = rows.map((it) =>
    tag(
      'Part',
      leaf('PartNumber', it.number) +
        leaf('LastModified', new Date(it.modified_ms).toISOString()) +
        leaf('ETag', `"${it.etag}"`) +
        leaf('Size', it.size),
    ),
  );
  const head = leaf('Bucket', bucket) + leaf('Key', key) + leaf('UploadId', id) + leaf('IsTruncated', false);
  return { status: 200, body: document('ListPartsResult', head + parts.join('')) };
};
