import type { AwsCall } from './judged-call.ts';

/** A request of S3's REST protocol, and its outcome. */
export interface ObjectRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly copySource: string | undefined;
  readonly status: number;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Returns the action on an object for a method; parts of an upload are written with the permission of the whole (S3,
 * "Multipart upload API and permissions").
 */
const objectAction = (method: string, query: URLSearchParams): string | undefined => {
  if (query.has('tagging')) return method === 'GET' ? 'GetObjectTagging' : 'PutObjectTagging';
  if (method === 'GET' || method === 'HEAD')
    return query.has('uploadId') ? 'ListMultipartUploadParts' : 'GetObject';
  if (method === 'PUT' || method === 'POST') return 'PutObject';
  if (method === 'DELETE') return query.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject';
  return undefined;
};

/** Returns the questions to IAM for a request to S3. */
export const objectCalls = ({ method, target, copySource, status }: ObjectRequest): readonly AwsCall[] => {
  const [path = '', search = ''] = target.split(/\?(.*)/s);
  const [, bucket = '', ...parts] = path.split('/');
  const key = decode(parts.join('/'));
  const query = new URLSearchParams(search);
  const bucketArn = `arn:aws:s3:::${bucket}`;
  const prefix = query.get('prefix');
  const list = (context: AwsCall['context']): AwsCall => ({
    action: 's3:ListBucket',
    resource: bucketArn,
    context,
  });
  if (bucket === '') return [];
  if (key === '') {
    const lists = method === 'GET' && query.has('list-type');
    return lists ? [list(prefix === null ? {} : { 's3:prefix': prefix })] : [];
  }
  const action = objectAction(method, query);
  if (action === undefined) return [];
  const call: AwsCall = { action: `s3:${action}`, resource: `${bucketArn}/${key}`, context: {} };
  const copied: AwsCall[] =
    copySource === undefined
      ? []
      : [
          {
            action: 's3:GetObject',
            resource: `arn:aws:s3:::${decode(copySource).replace(/^\//, '')}`,
            context: {},
          },
        ];
  // A caller without permission to list the bucket gets 403 for a missing object ("GetObject", Permissions).
  const absent = action === 'GetObject' && status === 404 ? [list({})] : [];
  return [call, ...copied, ...absent];
};
