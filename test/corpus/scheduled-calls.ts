import { NoSuchKey, S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Table } from '../../lib/store/table.ts';
import type { EventBus } from '../../lib/store/corpus/put-page-events.ts';

/** One call of a worker that waits to be carried out. */
export interface WaitingCall {
  readonly worker: number;
  readonly carryOut: () => () => void;
}

interface Stored {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

const refused = (status: number): S3ServiceException =>
  new S3ServiceException({ name: 'Refused', $fault: 'client', $metadata: { httpStatusCode: status } });

/**
 * What workers call, as far as they call it: every call waits until the schedule carries it out. Its answer may
 * then be given or, where the worker died of it, not.
 */
export const scheduledCalls = (isConditional = true) => {
  const objects = new Map<string, Stored>();
  const waiting: WaitingCall[] = [];
  const told: string[] = [];
  let writes = 0;
  let onWrite: (key: string, bytes: Uint8Array) => void = () => {};

  const put = (key: string, bytes: Uint8Array): string => {
    writes += 1;
    const etag = `"${writes}"`;
    objects.set(key, { bytes: Uint8Array.from(bytes), etag });
    onWrite(key, bytes);
    return etag;
  };
  interface Input {
    readonly Key: string;
    readonly Body?: Uint8Array | string;
    readonly IfMatch?: string;
    readonly IfNoneMatch?: string;
    readonly Entries?: readonly { readonly Detail: string }[];
  }
  const answer = (name: string, input: Input): unknown => {
    if (name === 'PutEventsCommand') {
      for (const { Detail } of input.Entries ?? []) told.push(Detail);
      return { FailedEntryCount: 0 };
    }
    // An embedder's answer, and a job that is not kept any more.
    if (name === 'EmbedCall' || name === 'GetCommand') return {};
    const stored = objects.get(input.Key);
    if (name === 'GetObjectCommand') {
      if (stored === undefined) throw new NoSuchKey({ message: 'none', $metadata: { httpStatusCode: 404 } });
      if (input.IfNoneMatch === stored.etag) throw refused(304);
      return {
        ETag: stored.etag,
        Body: {
          transformToByteArray: () => Promise.resolve(Uint8Array.from(stored.bytes)),
          transformToString: () => Promise.resolve(new TextDecoder().decode(stored.bytes)),
        },
      };
    }
    if (name !== 'PutObjectCommand') throw new Error(`Cannot answer ${name}: no worker calls it`);
    if (isConditional && input.IfMatch !== undefined && input.IfMatch !== stored?.etag) throw refused(412);
    if (isConditional && input.IfNoneMatch === '*' && stored !== undefined) throw refused(412);
    const { Body: body = new Uint8Array() } = input;
    return { ETag: put(input.Key, typeof body === 'string' ? new TextEncoder().encode(body) : body) };
  };
  const client = (worker: number): { send: (command: { readonly input: Input }) => Promise<unknown> } => ({
    send: (command) =>
      new Promise((resolve, reject) => {
        waiting.push({
          worker,
          carryOut: () => {
            try {
              const given = answer(command.constructor.name, command.input);
              return () => resolve(given);
            } catch (error) {
              return () => reject(error);
            }
          },
        });
      }),
  });
  class EmbedCall {
    readonly input: Input = { Key: '' };
  }
  return {
    embed: (worker: number): Promise<unknown> => client(worker).send(new EmbedCall()),
    table: (worker: number): Table => ({
      name: 'table',
      documents: client(worker) as unknown as Table['documents'],
    }),
    objects,
    waiting,
    told,
    put,
    watch: (see: typeof onWrite): void => void (onWrite = see),
    s3: (worker: number) => client(worker) as unknown as S3Client,
    sqs: (worker: number) => client(worker) as unknown as SQSClient,
    events: (worker: number) => client(worker) as unknown as EventBus,
  };
};
