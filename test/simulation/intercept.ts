import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, ListRulesCommand } from '@aws-sdk/client-eventbridge';
import { S3Client, ListBucketsCommand } from '@aws-sdk/client-s3';
import { SecretsManagerClient, ListSecretsCommand } from '@aws-sdk/client-secrets-manager';
import { SSMClient, DescribeParametersCommand } from '@aws-sdk/client-ssm';
import { SQSClient, ListQueuesCommand } from '@aws-sdk/client-sqs';
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

const handleAws = async (backend: Backend, request: AwsRequest): Promise<unknown> => {
  const service = services[request.port ?? 0] ?? 'queues';
  const action = request.headers['x-amz-target']?.split('.').at(-1) ?? request.method;
  const perform = performOf(backend, service, action, request);
  const body = textOf(request.body);
  const sandbox = currentSandbox();
  if (sandbox === undefined) return sdkAnswer(service, await perform(body));
  return await new Promise((resolve, reject) => {
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

const dispatchTo = (
  backend: Backend,
  now: () => number,
  options: DispatchOptions,
  handler: ResponseHandler,
): boolean => {
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

/** What answers calls now: worlds of one process follow each other. */
let answering: { readonly backend: Backend; readonly now: () => number } | undefined;

const current = (): NonNullable<typeof answering> => {
  if (answering === undefined) throw new Error('Nothing answers calls yet');
  return answering;
};

/** How calls are answered until the first world answers them. A refusal is not tried again. */
const refused = async (): Promise<unknown> =>
  await Promise.resolve(sdkAnswer('objects', { status: 400, headers: {}, body: Buffer.of() }));

/** The parts of a client that are taken over, whatever its service is. */
interface Client {
  readonly config: {
    readonly requestHandler: object;
    readonly signer?: (() => Promise<unknown>) | undefined;
  };
  destroy(): void;
}

const firstCallOf = <Of extends Client>(client: Of, ask: (client: Of) => Promise<unknown>) => ({
  handler: Object.getPrototypeOf(client.config.requestHandler) as object,
  call: async (): Promise<void> => {
    await ask(client).catch(() => undefined);
    await leaveUnsigned(client.config.signer);
    client.destroy();
  },
});

/**
 * Takes over the clients of this process. For the first call of each the SDK reads files and loads modules. That takes
 * real time, in which a world would let its own time pass, so each makes a call here.
 */
const takeOver = async (): Promise<void> => {
  const clients = [
    firstCallOf(new DynamoDBClient(), (client) => client.send(new ListTablesCommand())),
    firstCallOf(new SQSClient(), (client) => client.send(new ListQueuesCommand())),
    firstCallOf(new S3Client(), (client) => client.send(new ListBucketsCommand())),
    // The handlers of the release before read secrets there.
    firstCallOf(new SecretsManagerClient(), (client) => client.send(new ListSecretsCommand())),
    firstCallOf(new SSMClient(), (client) => client.send(new DescribeParametersCommand())),
    firstCallOf(new EventBridgeClient(), (client) => client.send(new ListRulesCommand())),
  ];
  for (const { handler, call } of clients) {
    Object.assign(handler, { handle: refused });
    await call();
    Object.assign(handler, {
      handle: async (request: AwsRequest) => await handleAws(current().backend, request),
    });
  }
  Object.assign(Agent.prototype, {
    dispatch: (options: DispatchOptions, handler: ResponseHandler) =>
      dispatchTo(current().backend, current().now, options, handler),
  });
};
let takenOver: Promise<void> | undefined;

/**
 * Has every call of every AWS client and of undici made from now on wait for the scheduler. It stands below the
 * SDK's own retries and its idempotency tokens, so these are part of what is simulated.
 */
export const interceptCalls = async (backend: Backend, now: () => number): Promise<void> => {
  answering = { backend, now };
  await (takenOver ??= takeOver());
};
