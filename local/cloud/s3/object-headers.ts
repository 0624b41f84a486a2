import { notImplemented } from '../aws-error.ts';
import { header, type S3Request } from './context.ts';
import { checkTags, tagsHeader } from './object-tags.ts';

const contentHeaders = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-language',
  'expires',
] as const;

/** Settings of an object that the laptop would silently drop, so it refuses them. */
const refused = [
  'x-amz-object-lock-mode',
  'x-amz-website-redirect-location',
  'x-amz-server-side-encryption-customer-key',
];

/**
 * Returns the headers that are stored with an object: content headers and `x-amz-meta-*`, which are returned with it,
 * and its tags.
 *
 * @throws {AwsError} InvalidTag; NotImplemented for a setting that the laptop does not store.
 */
export const keptHeaders = (request: S3Request): Record<string, string> => {
  for (const name of refused) {
    if (request.headers[name] !== undefined)
      throw notImplemented('s3', `${request.body.method} with ${name}`);
  }
  const kept: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const name of contentHeaders) {
    const value = header(request, name);
    if (value !== undefined && value !== '') kept[name] = value;
  }
  const encodings = (header(request, 'content-encoding') ?? '').split(',').map((it) => it.trim());
  const encoding = encodings.filter((it) => it !== '' && it !== 'aws-chunked').join(',');
  if (encoding !== '') kept['content-encoding'] = encoding;
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-amz-meta-')) kept[name] = header(request, name) ?? '';
  }
  const tags = checkTags(header(request, tagsHeader) ?? '');
  return tags === '' ? kept : { ...kept, [tagsHeader]: tags };
};
