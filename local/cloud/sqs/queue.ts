import { localAccount, localRegion } from '../../template/intrinsics.ts';
import { AwsError } from '../aws-error.ts';
import type { Database } from '../database.ts';
import { textInput, type Input } from '../input.ts';
import { parseQueueSettings, type QueueAttributes, type QueueSettings } from './queue-attributes.ts';

export interface EmulatedQueue {
  readonly id: number;
  readonly name: string;
  readonly attributes: QueueAttributes;
  readonly settings: QueueSettings;
  readonly createdMs: number;
  readonly modifiedMs: number;
}

interface QueueRow {
  id: number;
  name: string;
  attributes: string;
  created_ms: number;
  modified_ms: number;
}

export const queueArn = (name: string): string => `arn:aws:sqs:${localRegion}:${localAccount}:${name}`;

/** Returns the queue's name in an ARN. Region and account are ignored: there is one of each here. */
export const queueNameIn = (arn: string): string => arn.split(':').at(-1) ?? '';

const queueOf = (row: QueueRow): EmulatedQueue => {
  const attributes = JSON.parse(row.attributes) as QueueAttributes;
  return {
    id: row.id,
    name: row.name,
    attributes,
    settings: parseQueueSettings(attributes),
    createdMs: row.created_ms,
    modifiedMs: row.modified_ms,
  };
};

export const findQueue = (db: Database, name: string): EmulatedQueue | undefined => {
  const row = db.get<QueueRow>('SELECT * FROM queues WHERE name = ?', name);
  return row && queueOf(row);
};

export const allQueues = (db: Database): EmulatedQueue[] =>
  db.all<QueueRow>('SELECT * FROM queues ORDER BY name').map(queueOf);

export const queueDoesNotExist = (): AwsError =>
  new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');

/**
 * Returns the queue that `QueueUrl` names by its path: a URL stored when the server had another port still works.
 *
 * @throws {AwsError} QueueDoesNotExist.
 */
export const queueOfInput = (db: Database, input: Input): EmulatedQueue => {
  const name = textInput(input, 'QueueUrl').split('/').at(-1) ?? '';
  const queue = findQueue(db, name);
  if (!queue) throw queueDoesNotExist();
  return queue;
};
