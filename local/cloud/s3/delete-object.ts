import { AwsError } from '../aws-error.ts';
import { readText } from '../read-text.ts';
import { removeObject } from './commit-object.ts';
import type { S3Action } from './context.ts';
import { requireBucket } from './object-row.ts';
import { childElements, document, leaf, parseXml, tag, childText } from './xml.ts';

export const deleteObject: S3Action = (s3, { bucket, key }) => {
  removeObject(s3, bucket, key);
  return { status: 204 };
};

/** Removes up to 1,000 objects. */
export const deleteObjects: S3Action = async (s3, request) => {
  requireBucket(s3.db, request.bucket);
  const wanted = parseXml(await readText(request.body));
  const keys = childElements(wanted, 'Object').map((it) => childText(it, 'Key') ?? '');
  if (keys.length === 0 || keys.length > 1_000 || keys.includes('')) {
    throw new AwsError('MalformedXML', 'The XML you provided must name 1 to 1,000 objects.');
  }
  for (const key of keys) removeObject(s3, request.bucket, key);
  const quiet = childText(wanted, 'Quiet') === 'true';
  const deleted = quiet ? '' : keys.map((key) => tag('Deleted', leaf('Key', key))).join('');
  return { status: 200, body: document('DeleteResult', deleted) };
};
