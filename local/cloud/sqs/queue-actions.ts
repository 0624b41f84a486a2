import { isPlainObject } from '../../../lib/plain-object.ts';
import { localAccount } from '../../template/intrinsics.ts';
import { AwsError } from '../aws-error.ts';
import { invalid, optionalInteger, optionalText, textInput, texts } from '../input.ts';
import type { Sqs, SqsAction } from './context.ts';
import {
  allQueues,
  findQueue,
  queueArn,
  queueDoesNotExist,
  queueNameIn,
  queueOfInput,
  type EmulatedQueue,
} from './queue.ts';
import {
  effectiveAttributes,
  mergeAttributes,
  parseQueueAttributes,
  parseQueueSettings,
  type QueueAttributes,
} from './queue-attributes.ts';

const urlOf = (host: string, name: string): string => `http://${host}/${localAccount}/${name}`;

/**
 * Creates a queue. An existing one takes the given attributes, and defaults for the others; it stays as it is if none
 * are given.
 */
export const createQueue: SqsAction = ({ db, now }, { input, host }) => {
  const name = textInput(input, 'QueueName');
  if (name.endsWith('.fifo'))
    throw new AwsError('UnsupportedOperation', 'The laptop does not run FIFO queues.');
  if (!/^[\w-]{1,80}$/.test(name)) {
    throw invalid('Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length.');
  }
  const attributes = parseQueueAttributes(input['Attributes']);
  checkDeadLetterQueue(db, name, attributes);
  const before = isPlainObject(input['Attributes']) ? undefined : findQueue(db, name);
  db.run(
    `INSERT INTO queues (name, attributes, created_ms, modified_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET attributes = excluded.attributes, modified_ms = excluded.modified_ms`,
    name,
    JSON.stringify(mergeAttributes(before?.attributes ?? {}, attributes)),
    now(),
    now(),
  );
  return { QueueUrl: urlOf(host, name) };
};

/**
 * Checks attributes that are being set, not those set before, whose queue may have been deleted since.
 *
 * @throws {AwsError} when a queue's dead letters would go to a missing queue, or to itself: they would come back for
 * ever.
 */
const checkDeadLetterQueue = (db: Sqs['db'], name: string, given: QueueAttributes): void => {
  const target = parseQueueSettings(mergeAttributes({}, given)).redrive?.deadLetterArn;
  if (target === undefined) return;
  const dead = queueNameIn(target);
  if (dead === name || !findQueue(db, dead)) {
    throw new AwsError(
      'InvalidAttributeValue',
      `Value for parameter RedrivePolicy is invalid. Reason: the dead-letter target ${target} is not ` +
        `another queue that exists.`,
    );
  }
};

export const getQueueUrl: SqsAction = ({ db }, { input, host }) => {
  const queue = findQueue(db, textInput(input, 'QueueName'));
  if (!queue) throw queueDoesNotExist();
  return { QueueUrl: urlOf(host, queue.name) };
};

const pageOf = (
  urls: readonly string[],
  max: number | undefined,
  token: string | undefined,
): [string[], object] => {
  const start = token === undefined ? 0 : Number(token) || 0;
  const end = start + (max ?? 1_000);
  return [urls.slice(start, end), end < urls.length && max !== undefined ? { NextToken: String(end) } : {}];
};

export const listQueues: SqsAction = ({ db }, { input, host }) => {
  const prefix = optionalText(input, 'QueueNamePrefix') ?? '';
  const urls = allQueues(db).flatMap(({ name }) => (name.startsWith(prefix) ? [urlOf(host, name)] : []));
  const max = optionalInteger(input, 'MaxResults', 1, 1_000);
  const [QueueUrls, more] = pageOf(urls, max, optionalText(input, 'NextToken'));
  return { QueueUrls, ...more };
};

/** Lists the queues whose dead letters this queue gets. */
const countsOf = (
  db: Parameters<SqsAction>[0]['db'],
  queue: EmulatedQueue,
  nowMs: number,
): Record<string, string> => {
  const counts = db.get<{ visible: number; flying: number; delayed: number }>(
    `SELECT count(*) FILTER (WHERE visible_ms <= ?1) AS visible,
            count(*) FILTER (WHERE visible_ms > ?1 AND in_flight = 1) AS flying,
            count(*) FILTER (WHERE visible_ms > ?1 AND in_flight = 0) AS delayed
     FROM messages WHERE queue = ?2 AND sent_ms > ?3`,
    nowMs,
    queue.id,
    nowMs - queue.settings.retention * 1_000,
  );
  return {
    ApproximateNumberOfMessages: String(counts?.visible ?? 0),
    ApproximateNumberOfMessagesNotVisible: String(counts?.flying ?? 0),
    ApproximateNumberOfMessagesDelayed: String(counts?.delayed ?? 0),
  };
};

/** Attributes that a queue may lack. */
const optional = new Set([
  'Policy',
  'RedrivePolicy',
  'RedriveAllowPolicy',
  'KmsMasterKeyId',
  'KmsDataKeyReusePeriodSeconds',
]);

export const getQueueAttributes: SqsAction = ({ db, now }, { input }) => {
  const queue = queueOfInput(db, input);
  const wanted = texts(input, 'AttributeNames');
  if (wanted.length === 0) return {};
  const everything: Record<string, string> = {
    ...effectiveAttributes(queue.attributes),
    QueueArn: queueArn(queue.name),
    CreatedTimestamp: String(Math.floor(queue.createdMs / 1_000)),
    LastModifiedTimestamp: String(Math.floor(queue.modifiedMs / 1_000)),
    ...(wanted.some((it) => it === 'All' || it.startsWith('Approximate')) && countsOf(db, queue, now())),
  };
  if (wanted.includes('All')) return { Attributes: everything };
  for (const name of wanted) {
    if (!(name in everything) && !optional.has(name)) {
      throw new AwsError('InvalidAttributeName', `Unknown Attribute ${name}.`);
    }
  }
  return {
    Attributes: Object.fromEntries(Object.entries(everything).filter(([name]) => wanted.includes(name))),
  };
};

export const setQueueAttributes: SqsAction = ({ db, now }, { input }) => {
  const queue = queueOfInput(db, input);
  if (!isPlainObject(input['Attributes']))
    throw new AwsError('MissingParameter', 'The request must contain Attributes.');
  const given = parseQueueAttributes(input['Attributes']);
  checkDeadLetterQueue(db, queue.name, given);
  db.run(
    'UPDATE queues SET attributes = ?, modified_ms = ? WHERE id = ?',
    JSON.stringify(mergeAttributes(queue.attributes, given)),
    now(),
    queue.id,
  );
  return {};
};

export const purgeQueue: SqsAction = ({ db }, { input }) => {
  db.run('DELETE FROM messages WHERE queue = ?', queueOfInput(db, input).id);
  return {};
};

export const deleteQueue: SqsAction = ({ db }, { input }) => {
  const { id } = queueOfInput(db, input);
  db.transaction(() => {
    db.run('DELETE FROM messages WHERE queue = ?', id);
    db.run('DELETE FROM queues WHERE id = ?', id);
  });
  return {};
};
