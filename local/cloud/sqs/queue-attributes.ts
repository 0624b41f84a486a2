import { isPlainObject } from '../../../lib/plain-object.ts';
import { AwsError } from '../aws-error.ts';

/** Attributes that a caller may set, as SQS writes them: all values are texts. */
export type QueueAttributes = Readonly<Record<string, string>>;

/** A queue's settings in effect. Durations in seconds. */
export interface QueueSettings {
  readonly delay: number;
  readonly visibility: number;
  readonly wait: number;
  readonly retention: number;
  readonly messageBytesMax: number;
  readonly redrive: { readonly deadLetterArn: string; readonly receivesMax: number } | null;
}

/** SQS accepts a message, and a whole batch, of up to 1 MiB. */
export const messageBytesMax = 1_048_576;

/** Lowest, highest and default of each number (SQS API reference, SetQueueAttributes). */
const numbers: Readonly<Record<string, readonly [min: number, max: number, standard: number]>> = {
  DelaySeconds: [0, 900, 0],
  MaximumMessageSize: [1_024, messageBytesMax, messageBytesMax],
  MessageRetentionPeriod: [60, 1_209_600, 345_600],
  ReceiveMessageWaitTimeSeconds: [0, 20, 0],
  VisibilityTimeout: [0, 43_200, 30],
  KmsDataKeyReusePeriodSeconds: [60, 86_400, 300],
};

/** Accepted, stored and returned; they have no effect on one machine. */
const kept = new Set([
  'Policy',
  'KmsMasterKeyId',
  'SqsManagedSseEnabled',
  'RedriveAllowPolicy',
  'RedrivePolicy',
]);

const attributeError = (name: string): AwsError =>
  new AwsError('InvalidAttributeName', `Unknown Attribute ${name}.`);

const checkRedrive = (value: string): void => {
  let policy: unknown;
  try {
    policy = JSON.parse(value);
  } catch {
    policy = null;
  }
  const count = isPlainObject(policy) ? Number(policy['maxReceiveCount']) : Number.NaN;
  const target = isPlainObject(policy) ? policy['deadLetterTargetArn'] : undefined;
  if (
    typeof target !== 'string' ||
    !target.startsWith('arn:') ||
    !Number.isInteger(count) ||
    count < 1 ||
    count > 1_000
  ) {
    throw new AwsError('InvalidAttributeValue', `Value ${value} for parameter RedrivePolicy is invalid.`);
  }
};

/**
 * Checks attributes that a caller sets. An empty text removes an attribute.
 *
 * @throws {AwsError} for an unknown name, a value out of bounds, or a FIFO queue.
 */
export const parseQueueAttributes = (value: unknown): QueueAttributes => {
  const entries = isPlainObject(value)
    ? Object.entries(value).map(([name, it]) => [name, String(it)] as const)
    : [];
  for (const [name, it] of entries) {
    if (name === 'FifoQueue' || name === 'ContentBasedDeduplication') {
      throw new AwsError('UnsupportedOperation', 'The laptop does not run FIFO queues.');
    }
    const bounds = numbers[name];
    if (!bounds && !kept.has(name)) throw attributeError(name);
    if (it === '') continue;
    if (bounds && !(/^\d+$/.test(it) && Number(it) >= bounds[0] && Number(it) <= bounds[1])) {
      throw new AwsError('InvalidAttributeValue', `Invalid value for the parameter ${name}.`);
    }
    if (name === 'RedrivePolicy') checkRedrive(it);
  }
  return Object.fromEntries(entries);
};

/** Merges earlier attributes with those set now. */
export const mergeAttributes = (before: QueueAttributes, now: QueueAttributes): QueueAttributes =>
  Object.fromEntries(Object.entries({ ...before, ...now }).filter(([, value]) => value !== ''));

/** Returns every attribute that has a value, including defaults. */
export const effectiveAttributes = (attributes: QueueAttributes): QueueAttributes => ({
  ...Object.fromEntries(
    Object.entries(numbers)
      .filter(([name]) => !name.startsWith('Kms'))
      .map(([name, [, , standard]]) => [name, String(standard)]),
  ),
  SqsManagedSseEnabled: 'true',
  ...attributes,
});

/** Returns the settings for stored attributes. */
export const parseQueueSettings = (attributes: QueueAttributes): QueueSettings => {
  const number = (name: string): number => Number(attributes[name] ?? numbers[name]?.[2]);
  const policy = attributes['RedrivePolicy'];
  const redrive = policy === undefined ? null : (JSON.parse(policy) as Record<string, unknown>);
  return {
    delay: number('DelaySeconds'),
    visibility: number('VisibilityTimeout'),
    wait: number('ReceiveMessageWaitTimeSeconds'),
    retention: number('MessageRetentionPeriod'),
    messageBytesMax: number('MaximumMessageSize'),
    redrive: redrive && {
      deadLetterArn: String(redrive['deadLetterTargetArn']),
      receivesMax: Number(redrive['maxReceiveCount']),
    },
  };
};
