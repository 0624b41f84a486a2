import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Database } from '../database.ts';
import type { ObjectFiles } from './object-files.ts';

/** What the actions of S3 use. */
export interface S3 {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly files: ObjectFiles;
  /** Wakes the long polls of a queue that got an event. */
  readonly wakeQueue: (queueId: number) => void;
}

export interface S3Request {
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: IncomingMessage;
}

export interface S3Response {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** XML as text; bytes or a stream for content. */
  readonly body?: string | Buffer | Readable;
}

export type S3Action = (s3: S3, request: S3Request) => S3Response | Promise<S3Response>;

/** Returns one header's value, or undefined. */
export const header = (request: S3Request, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};
