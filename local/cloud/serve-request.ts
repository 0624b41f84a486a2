import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from './send-json.ts';
import type { Events } from './events/actions.ts';
import { readText } from './read-text.ts';
import { serveS3 } from './s3/serve-s3.ts';
import type { S3 } from './s3/context.ts';
import type { Secrets } from './secrets/actions.ts';
import type { Sqs } from './sqs/context.ts';

export interface Services {
  readonly sqs: Sqs;
  readonly s3: S3;
  readonly secrets: Secrets;
  readonly events: Events;
}

/** A page in a browser reaches 127.0.0.1 under a name of its own (DNS rebinding); such a name stands in `Host`. */
const isLoopback = (host: string | undefined): boolean =>
  host === undefined || /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/i.test(host);

/** Service in the scope of the request's signature; undefined when it is not signed in a header. */
const signedService = (authorization: string | undefined): string | undefined =>
  /Credential=[^/,\s]+\/\d+\/[^/,\s]+\/([\w-]+)\/aws4_request/.exec(authorization ?? '')?.[1];

const refuse = (response: ServerResponse, status: number, code: string, message: string): void => {
  const body = JSON.stringify({ __type: code, message });
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-amzn-errortype': code,
    connection: 'close',
  });
  response.end(body);
};

/** Refuses a service that the laptop does not run, by the name of its action as far as the request tells it. */
const refuseService = async (
  service: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const isForm = (request.headers['content-type'] ?? '').includes('x-www-form-urlencoded');
  const form = isForm ? new URLSearchParams(await readText(request as AsyncIterable<Buffer>)) : undefined;
  const action = form?.get('Action') ?? `${request.method} ${(request.url ?? '').split('?')[0]}`;
  refuse(response, 501, 'NotImplemented', `The laptop does not run ${service} ${action}`);
  request.resume();
};

/** Answers any request: `X-Amz-Target` names the JSON services, the signature the others; what is neither is S3's. */
export const serveRequest = async (
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (!isLoopback(request.headers.host)) {
    refuse(response, 403, 'AccessDenied', 'Only requests to a loopback address are answered');
    request.resume();
    return;
  }
  const target = request.headers['x-amz-target'];
  const service = signedService(request.headers.authorization);
  if (typeof target === 'string') await sendJson(services, target, request, response);
  else if (service !== undefined && service !== 's3') await refuseService(service, request, response);
  else await serveS3(services.s3, request, response);
};
