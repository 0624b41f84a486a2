import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AwsError, notImplemented } from '../aws-error.ts';
import type { S3, S3Response, S3Request } from './context.ts';
import { checkPresigned } from './presigned.ts';
import { findRoute } from './routes.ts';
import { leaf } from './xml.ts';

/** Reads the target as sent: a URL parser would resolve `..` and `//`, which keys may hold. */
const parseTarget = (request: IncomingMessage): S3Request => {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const [, bucket = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(path) ?? [];
  try {
    return {
      bucket: decodeURIComponent(bucket),
      key: decodeURIComponent(key),
      query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
      headers: request.headers,
      body: request,
    };
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.");
  }
};

const runAction = (s3: S3, incoming: IncomingMessage): S3Response | Promise<S3Response> => {
  const request = parseTarget(incoming);
  checkPresigned(request.query, s3.now());
  const on = request.bucket === '' ? 'service' : request.key === '' ? 'bucket' : 'object';
  const method = incoming.method ?? 'GET';
  const parameters = [...request.query.keys()];
  const action = findRoute(on, method, parameters, incoming.headers['x-amz-copy-source'] !== undefined);
  if (!action)
    throw notImplemented(
      's3',
      `${request.query.get('x-id') ?? ''} ${method} ${on} ${parameters.join(' ')}`.trim(),
    );
  return action(s3, request);
};

const errorResponse = (error: unknown, requestId: string): S3Response => {
  const known =
    error instanceof AwsError ? error : new AwsError('InternalError', (error as Error).message, 500);
  const detail = Object.entries(known.detail).map(([name, value]) => leaf(name, value));
  const body =
    leaf('Code', known.code) +
    leaf('Message', known.message) +
    detail.join('') +
    leaf('RequestId', requestId);
  return { status: known.status, body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${body}</Error>` };
};

const write = async (
  request: IncomingMessage,
  response: ServerResponse,
  answer: S3Response,
  requestId: string,
): Promise<void> => {
  const { status, body } = answer;
  const isXml = typeof body === 'string';
  const content = isXml ? Buffer.from(body) : body;
  response.writeHead(status, {
    ...(isXml && { 'content-type': 'application/xml' }),
    ...(Buffer.isBuffer(content) && { 'content-length': content.length }),
    ...(content === undefined && request.method !== 'HEAD' && status === 200 && { 'content-length': 0 }),
    ...answer.headers,
    'x-amz-request-id': requestId,
  });
  if (content === undefined || request.method === 'HEAD') response.end();
  else if (Buffer.isBuffer(content)) response.end(content);
  else await pipeline(content, response);
};

/** Answers one request to S3: REST with XML, path style. */
export const serveS3 = async (s3: S3, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const requestId = randomUUID();
  let answer: S3Response;
  try {
    answer = await runAction(s3, request);
  } catch (error) {
    if (request.destroyed && !request.complete) return;
    if (!(error instanceof AwsError)) process.stderr.write(`${(error as Error).stack}\n`);
    answer = errorResponse(error, requestId);
    // The rest of the body is not read, so the connection cannot serve another request.
    if (!request.complete) response.setHeader('connection', 'close');
    request.resume();
  }
  await write(request, response, answer, requestId);
};
