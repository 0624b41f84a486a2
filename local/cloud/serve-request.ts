import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { awsCalls } from '../calls/aws-call.ts';
import { callerIn, type NoteCalls } from '../calls/call-log.ts';
import { judgeVisitor } from '../door/judge-visitor.ts';
import type { LocalCredentials } from '../door/local-credentials.ts';
import { noteStranger } from '../door/note-stranger.ts';
import { needsBody } from '../door/signature.ts';
import { sendJson } from './send-json.ts';
import type { Events } from './events/actions.ts';
import { readBytes, readText } from './read-text.ts';
import { serveS3 } from './s3/serve-s3.ts';
import type { S3 } from './s3/context.ts';
import type { Parameters } from './parameters/actions.ts';
import type { Secrets } from './secrets/actions.ts';
import type { Sqs } from './sqs/context.ts';

export interface Services {
  readonly sqs: Sqs;
  readonly s3: S3;
  readonly secrets: Secrets;
  readonly parameters: Parameters;
  readonly events: Events;
}

/** The services for answers, and the credentials that callers need. */
export interface OpenServices {
  readonly services: Services;
  readonly credentials: LocalCredentials | undefined;
  readonly now: () => number;
  /** Notes the calls of functions, if a call log is wanted. */
  readonly note: NoteCalls | undefined;
}

/** Returns the service in the scope of the request's signature; undefined if it is not signed in a header. */
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

/** Refuses a service that the laptop does not run, with the name of its action as far as the request has it. */
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

/** Returns the request with a body that was already read, so that it can be read again. */
const withBody = (request: IncomingMessage, body: Buffer): IncomingMessage => {
  const { method, url, headers, rawHeaders } = request;
  return Object.assign(Readable.from(body.length === 0 ? [] : [body]), {
    method,
    url,
    headers,
    rawHeaders,
    complete: true,
  }) as unknown as IncomingMessage;
};

/**
 * Answers any request: `X-Amz-Target` names the JSON services, the signature the others; all remaining requests are
 * S3's.
 */
export const serveRequest = async (
  { services, credentials, now, note }: OpenServices,
  arrived: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { headers, method = '', url: address = '/' } = arrived;
  const visitor = { method, target: address, headers };
  const target = headers['x-amz-target'];
  const caller = note && callerIn(headers, address);
  const isNoted = caller !== undefined && typeof target === 'string';
  const body =
    (credentials !== undefined && needsBody(visitor)) || isNoted ? await readBytes(arrived) : undefined;
  const why = judgeVisitor(visitor, credentials, now(), body);
  if (why !== null) {
    noteStranger(visitor, why);
    refuse(response, 403, 'AccessDenied', why);
    arrived.resume();
    return;
  }
  const request = body === undefined ? arrived : withBody(arrived, body);
  if (note !== undefined && caller !== undefined) {
    const copied = headers['x-amz-copy-source'];
    const asked = {
      method,
      target: address,
      awsTarget: typeof target === 'string' ? target : undefined,
      body: isNoted ? (body?.toString('utf8') ?? '') : '',
      copySource: typeof copied === 'string' ? copied : undefined,
    };
    response.once('finish', () => note(caller, awsCalls({ ...asked, status: response.statusCode })));
  }
  const service = signedService(headers.authorization);
  if (typeof target === 'string') await sendJson(services, target, request, response);
  else if (service !== undefined && service !== 's3') await refuseService(service, request, response);
  else await serveS3(services.s3, request, response);
};
