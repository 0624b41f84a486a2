import type { ServerResponse } from 'node:http';
import type { Database } from '../database.ts';
import type { Input } from '../input.ts';
import type { Waiters } from './waiters.ts';

/** What the actions of SQS use. */
export interface Sqs {
  readonly db: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly waiters: Waiters;
  /** Whether the server has ended, so that background work stops. */
  readonly isClosed: () => boolean;
}

interface SqsRequest {
  readonly input: Input;
  /** `Host` of the request: queue URLs have it, so that they lead back here. */
  readonly host: string;
  /** Shows whether the caller has gone. */
  readonly response: ServerResponse;
}

export type SqsAction = (sqs: Sqs, request: SqsRequest) => object | Promise<object>;
