import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SSMClient } from '@aws-sdk/client-ssm';
import { SQSClient } from '@aws-sdk/client-sqs';
import { Readable } from 'node:stream';
import { Agent } from 'undici';
import { addCall, removeCall, type CallAnswer, type Call, type Service } from './calls.ts';
import { browserAgent } from './fake-browser-tier.ts';
import { currentSandbox } from './sandbox.ts';

/** A request to a site: when it left, and whether a browser made it. */
export interface SiteRequest {
  readonly origin: string;
  readonly path: string;
  readonly askedAt: number;
  readonly byBrowser: boolean;
}

/** What stands behind the calls: the emulators, the simulated queues and sites. */
export interface Backend {
  table(action: string, body: string): Promise<CallAnswer>;
  queues(action: string, body: string): CallAnswer;
  objects(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<CallAnswer>;
  secrets(): CallAnswer;
  events(): CallAnswer;
  site(request: SiteRequest): CallAnswer | 'reset';
}

/** Endpoints by which calls are told apart; nothing listens there. */
export const endpoints = {
  AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1001',
  AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:1002',
  AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1003',
  AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://127.0.0.1:1004',
  AWS_ENDPOINT_URL_EVENTBRIDGE: 'http://127.0.0.1:1005',
  AWS_ENDPOINT_URL_SSM: 'http://127.0.0.1:1006',
} as const;

const services: Record<number, Service> = {
  1001: 'table',
  1002: 'queues',
  1003: 'objects',
  1004: 'secrets',
  1005: 'events',
  1006: 'secrets',
};

/** The SDK's request, as far as it is read here. */
interface AwsRequest {
  readonly method: string;
  readonly port?: number;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const textOf = (body: string | Uint8Array | undefined): string =>
  body === undefined ? '' : typeof body === 'string' ? body : new TextDecoder().decode(body);

const performOf = (backend: Backend, service: Service, action: string, request: AwsRequest) => {
  const query = new URLSearchParams(request.query ?? {}).toString();
  return async (body: string): Promise<CallAnswer> => {
    switch (service) {
      case 'table':
        return await backend.table(action, body);
      case 'queues':
        return backend.queues(action, body);
      case 'secrets':
        return backend.secrets();
      case 'events':
        return backend.events();
      case 'objects':
      case 'site':
        return await backend.objects(
          request.method,
          query === '' ? request.path : `${request.path}?${query}`,
          request.headers,
          body,
        );
    }
  };
};

const sdkAnswer = (service: Service, { status, headers, body }: CallAnswer) => ({
  response: {
    statusCode: status,
    headers,
    // S3 hands a body on as a stream; the others read theirs at once.
    body: service === 'objects' ? Readable.from([body]) : body,
  },
});

const handleAws =
  (backend: Backend) =>
  (request: AwsRequest): Promise<unknown> => {
    const service = services[request.port ?? 0] ?? 'queues';
    const action = request.headers['x-amz-target']?.split('.').at(-1) ?? request.method;
    const perform = performOf(backend, service, action, request);
    const body = textOf(request.body);
    const sandbox = currentSandbox();
    if (sandbox === undefined) return perform(body).then((answer) => sdkAnswer(service, answer));
    return new Promise((resolve, reject) => {
      const call: Call = {
        sandbox,
        service,
        action,
        subject: service === 'objects' ? request.path : '',
        body,
        perform: () => perform(call.body),
        answer: (answer) => resolve(sdkAnswer(service, answer)),
        fail: reject,
      };
      addCall(call);
    });
  };

/** What undici wants of a request's controller, and what of it is used. */
interface Controller {
  aborted: boolean;
  reason: Error | null;
  paused: boolean;
  rawHeaders: Buffer[];
  abort(reason: Error): void;
  pause(): void;
  resume(): void;
}

interface ResponseHandler {
  onRequestStart?(controller: Controller, context: object): void;
  onResponseStart?(
    controller: Controller,
    status: number,
    headers: Readonly<Record<string, string>>,
    statusText: string,
  ): void;
  onResponseData?(controller: Controller, chunk: Buffer): void;
  onResponseEnd?(controller: Controller, trailers: object): void;
  onResponseError?(controller: Controller, error: Error): void;
}

interface DispatchOptions {
  readonly origin: string | URL;
  readonly path: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const dispatchTo =
  (backend: Backend, now: () => number) =>
  (options: DispatchOptions, handler: ResponseHandler): boolean => {
    const sandbox = currentSandbox();
    if (sandbox === undefined) throw new Error('Only a sandbox asks a site');
    const origin = String(options.origin).replace(/\/$/, '');
    const askedAt = now();
    const byBrowser = options.headers?.['user-agent'] === browserAgent;
    const controller: Controller = {
      aborted: false,
      reason: null,
      paused: false,
      rawHeaders: [],
      abort: (reason) => {
        if (controller.aborted) return;
        controller.aborted = true;
        controller.reason = reason;
        removeCall(call);
        handler.onResponseError?.(controller, reason);
      },
      pause: () => undefined,
      resume: () => undefined,
    };
    const call: Call = {
      sandbox,
      service: 'site',
      action: options.method,
      subject: `${origin}${options.path}`,
      body: '',
      perform: async () => {
        const answered = backend.site({ origin, path: options.path, askedAt, byBrowser });
        if (answered === 'reset') return await Promise.resolve({ status: 0, headers: {}, body: Buffer.of() });
        return answered;
      },
      answer: ({ status, headers, body }) => {
        if (controller.aborted) return;
        if (status === 0)
          return call.fail(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }));
        handler.onResponseStart?.(controller, status, headers, '');
        handler.onResponseData?.(controller, body);
        handler.onResponseEnd?.(controller, {});
      },
      fail: (error) => {
        if (!controller.aborted) handler.onResponseError?.(controller, error);
      },
    };
    handler.onRequestStart?.(controller, {});
    if (!controller.aborted) addCall(call);
    return true;
  };

/** Calls stay unsigned, which saves processor time: nobody here reads a signature. */
const leaveUnsigned = async (signer: (() => Promise<unknown>) | undefined): Promise<void> => {
  const made = await signer?.();
  if (made !== undefined) Object.assign(Object.getPrototypeOf(made) as object, { sign: unsigned });
};
const unsigned = async (request: unknown): Promise<unknown> => await Promise.resolve(request);

/**
 * Has every call of every AWS client and of undici made from now on wait for the scheduler. It stands below the
 * SDK's own retries and its idempotency tokens, so these are part of what is simulated.
 */
export const interceptCalls = (backend: Backend, now: () => number): void => {
  const options = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const clients = [
    new DynamoDBClient(options),
    new SQSClient(options),
    new S3Client(options),
    // The handlers of the release before read secrets there.
    new SecretsManagerClient(options),
    new SSMClient(options),
    new EventBridgeClient(options),
  ];
  for (const client of clients) {
    const handler = Object.getPrototypeOf(client.config.requestHandler) as object;
    Object.assign(handler, { handle: handleAws(backend) });
    void leaveUnsigned(client.config.signer);
    client.destroy();
  }
  Object.assign(Agent.prototype, { dispatch: dispatchTo(backend, now) });
};
