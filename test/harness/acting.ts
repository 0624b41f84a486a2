import { AsyncLocalStorage } from 'node:async_hooks';
import type { StackFunctionName } from '../../infra/function-spec.ts';
import { awsCalls } from '../../local/calls/aws-call.ts';
import { openCallLog } from '../../local/calls/call-log.ts';

const acting = new AsyncLocalStorage<StackFunctionName>();
const note = openCallLog(process.env);

/**
 * Runs a step as the function that runs it on AWS: what it calls is noted under that name, and judged by that
 * function's policies.
 */
export const actAs = <T>(name: StackFunctionName, step: () => Promise<T>): Promise<T> =>
  acting.run(name, step);

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What this needs of an SDK's client. */
interface Client {
  readonly middlewareStack: {
    add(
      middleware: (
        next: (args: { request: unknown }) => Promise<unknown>,
      ) => (args: { request: unknown }) => Promise<unknown>,
      options: { step: 'finalizeRequest'; name: string; override: true },
    ): void;
  };
}

const statusIn = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 200;

const textOf = (body: unknown): string =>
  body instanceof Uint8Array ? new TextDecoder().decode(body) : typeof body === 'string' ? body : '';

const noteRequest = (request: SentRequest, status: number): void => {
  const by = acting.getStore();
  if (note === undefined || by === undefined) return;
  const awsTarget = request.headers['x-amz-target'];
  const query = Object.entries(request.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value ?? ''))}`,
  );
  note(
    by,
    awsCalls({
      method: request.method,
      target: `${request.path}?${query.join('&')}`,
      awsTarget,
      body: awsTarget === undefined ? '' : textOf(request.body),
      copySource: request.headers['x-amz-copy-source'],
      status,
    }),
  );
};

/** Has a client note what it sends for the function that acts; without a call log it does nothing. */
export const noteCalls = (client: unknown): void => {
  if (note === undefined) return;
  (client as Client).middlewareStack.add(
    (next) => async (args) => {
      try {
        const answer = await next(args);
        noteRequest(args.request as SentRequest, 200);
        return answer;
      } catch (error) {
        noteRequest(args.request as SentRequest, statusIn(error));
        throw error;
      }
    },
    { step: 'finalizeRequest', name: 'noteCalls', override: true },
  );
};

/** Notes messages that were handed to a queue which is no service. */
export const noteSent = (queue: string): void => {
  const by = acting.getStore();
  if (note === undefined || by === undefined) return;
  // The queues of a pipeline have one name for all that fetch.
  const body = JSON.stringify({ QueueUrl: queue === 'fetch' ? 'fetch-normal' : queue });
  const target = 'AmazonSQS.SendMessageBatch';
  note(
    by,
    awsCalls({ method: 'POST', target: '/', awsTarget: target, body, copySource: undefined, status: 200 }),
  );
};
