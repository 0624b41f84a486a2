import {
  getNotification,
  createBucket,
  deleteBucket,
  headBucket,
  listBuckets,
  putNotification,
} from './bucket-actions.ts';
import type { S3Action } from './context.ts';
import { copyObject } from './copy-object.ts';
import { deleteObject, deleteObjects } from './delete-object.ts';
import { serveObject, headObject } from './get-object.ts';
import { serveListObjects } from './list-objects.ts';
import { putLifecycle } from './lifecycle.ts';
import { abortUpload, completeUpload, createUpload, listParts, uploadPart } from './multipart.ts';
import { getTagging, putTagging } from './object-tags.ts';
import { storeObject } from './put-object.ts';

interface Route {
  readonly on: 'service' | 'bucket' | 'object';
  readonly method: string;
  /** Query parameters that select this action. */
  readonly needs: readonly string[];
  /** Other query parameters that it understands. */
  readonly takes: readonly string[];
  /** Whether `x-amz-copy-source` must be there (true) or must not (false). */
  readonly copies: boolean;
  readonly action: S3Action;
}

const route = (
  on: Route['on'],
  method: string,
  action: S3Action,
  { needs = [], takes = [], copies = false }: Partial<Pick<Route, 'needs' | 'takes' | 'copies'>> = {},
): Route => ({ on, method, needs, takes, copies, action });

/**
 * Every action of S3 that the laptop supports. A request that fits no route is refused: `?acl` must never become an
 * object.
 */
const routes: readonly Route[] = [
  route('service', 'GET', listBuckets, { takes: ['max-buckets'] }),
  route('bucket', 'PUT', createBucket),
  route('bucket', 'HEAD', headBucket),
  route('bucket', 'DELETE', deleteBucket),
  route('bucket', 'GET', serveListObjects, {
    needs: ['list-type'],
    takes: [
      'prefix',
      'delimiter',
      'continuation-token',
      'start-after',
      'max-keys',
      'encoding-type',
      'fetch-owner',
    ],
  }),
  route('bucket', 'PUT', putNotification, { needs: ['notification'] }),
  route('bucket', 'GET', getNotification, { needs: ['notification'] }),
  route('bucket', 'PUT', putLifecycle, { needs: ['lifecycle'] }),
  route('bucket', 'POST', deleteObjects, { needs: ['delete'] }),
  route('object', 'PUT', storeObject),
  route('object', 'GET', getTagging, { needs: ['tagging'] }),
  route('object', 'PUT', putTagging, { needs: ['tagging'] }),
  route('object', 'PUT', copyObject, { copies: true }),
  route('object', 'GET', serveObject),
  route('object', 'HEAD', headObject),
  route('object', 'DELETE', deleteObject),
  route('object', 'POST', createUpload, { needs: ['uploads'] }),
  route('object', 'PUT', uploadPart, { needs: ['partNumber', 'uploadId'] }),
  route('object', 'POST', completeUpload, { needs: ['uploadId'] }),
  route('object', 'DELETE', abortUpload, { needs: ['uploadId'] }),
  route('object', 'GET', listParts, { needs: ['uploadId'] }),
];

/**
 * Says whether a parameter has nothing to do with the choice of action: those of a presigned URL, the SDK's name of the
 * action, headers of the answer.
 */
const isNeutral = (name: string): boolean => /^(?:x-amz-.+|x-id|response-.+)$/i.test(name);

/** Returns the action that fits all of a request, or undefined. */
export const findRoute = (
  on: Route['on'],
  method: string,
  parameters: readonly string[],
  copies: boolean,
): S3Action | undefined => {
  const telling = parameters.filter((name) => !isNeutral(name));
  return routes.find(
    (it) =>
      it.on === on &&
      it.method === method &&
      it.copies === copies &&
      it.needs.every((name) => telling.includes(name)) &&
      telling.every((name) => it.needs.includes(name) || it.takes.includes(name)),
  )?.action;
};
