import { randomInt } from 'node:crypto';
import type { BucketPlan, ExpiryPlan, NotificationPlan } from '../template/buckets.ts';
import { functionNameIn } from '../template/functions.ts';
import { localAccount, localRegion } from '../template/intrinsics.ts';
import type { QueuePlan, SecretPlan } from '../template/stores.ts';
import { AwsRequestError, type AwsClient } from './aws-request.ts';

const isError = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof AwsRequestError && codes.some((code) => error.code.includes(code));

/** Creates a queue, or gives an existing one the template's attributes. */
export const provisionQueue = async (
  client: AwsClient,
  queue: QueuePlan,
  queueUrl: string,
): Promise<void> => {
  try {
    await client.call('AmazonSQS.CreateQueue', { QueueName: queue.name, Attributes: queue.attributes });
  } catch (error) {
    if (!isError(error, 'QueueAlreadyExists', 'QueueNameExists')) throw error;
    await client.call('AmazonSQS.SetQueueAttributes', { QueueUrl: queueUrl, Attributes: queue.attributes });
  }
};

/** Returns the name of the runtime's own queue between a bucket's notification and its function. */
export const eventQueueName = (functionName: string): string => `s3-events-${functionName}`;

const targetQueueArn = ({ targetArn }: NotificationPlan): string =>
  targetArn.startsWith('arn:aws:lambda:')
    ? `arn:aws:sqs:${localRegion}:${localAccount}:${eventQueueName(functionNameIn(targetArn))}`
    : targetArn;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const filterRule = (name: string, value: string | undefined): string =>
  value === undefined
    ? ''
    : `<FilterRule><Name>${name}</Name><Value>${escapeXml(value)}</Value></FilterRule>`;

/**
 * Returns the body of PutBucketNotificationConfiguration. A function's notification goes through a queue of the
 * runtime's.
 */
const notificationXml = (notifications: readonly NotificationPlan[]): string => {
  const configurations = notifications.map((it, index) => {
    const events = it.events.map((event) => `<Event>${event}</Event>`).join('');
    const rules = filterRule('prefix', it.prefix) + filterRule('suffix', it.suffix);
    const filter = rules === '' ? '' : `<Filter><S3Key>${rules}</S3Key></Filter>`;
    return (
      `<QueueConfiguration><Id>${index}</Id>` +
      `<Queue>${targetQueueArn(it)}</Queue>${events}${filter}</QueueConfiguration>`
    );
  });
  return (
    `<NotificationConfiguration ` +
    `xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${configurations.join('')}</NotificationConfiguration>`
  );
};

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** Returns the body of PutBucketLifecycleConfiguration. */
const lifecycleXml = (expiries: readonly ExpiryPlan[]): string => {
  const rules = expiries.map(({ prefix, tags, days }) => {
    const tagged = tags.map(
      ({ Key, Value }) => `<Tag>${element('Key', Key)}${element('Value', Value)}</Tag>`,
    );
    return (
      `<Rule><Filter><And>${element('Prefix', prefix)}${tagged.join('')}</And></Filter>` +
      `<Status>Enabled</Status><Expiration>${element('Days', String(days))}</Expiration></Rule>`
    );
  });
  return `<LifecycleConfiguration>${rules.join('')}</LifecycleConfiguration>`;
};

/** Creates a bucket if it is missing, and sets its notifications and when its objects expire. */
export const provisionBucket = async (client: AwsClient, bucket: BucketPlan): Promise<void> => {
  const created = await client.send('PUT', `/${bucket.name}`);
  if (created.status >= 300 && created.status !== 409) {
    throw new Error(
      `Cannot create the bucket ${bucket.name}: ${created.status} ${created.body.slice(0, 300)}`,
    );
  }
  if (bucket.expiries.length > 0) {
    const set = await client.send('PUT', `/${bucket.name}?lifecycle`, lifecycleXml(bucket.expiries));
    if (set.status >= 300)
      throw new Error(`Cannot set the lifecycle of ${bucket.name}: ${set.status} ${set.body.slice(0, 300)}`);
  }
  if (bucket.notifications.length === 0) return;
  const stated = await client.send(
    'PUT',
    `/${bucket.name}?notification`,
    notificationXml(bucket.notifications),
  );
  if (stated.status >= 300) {
    throw new Error(
      `Cannot state the notifications of ${bucket.name}: ${stated.status} ${stated.body.slice(0, 300)}`,
    );
  }
};

const alphabets: readonly (readonly [exclude: string, characters: string])[] = [
  ['ExcludeUppercase', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['ExcludeLowercase', 'abcdefghijklmnopqrstuvwxyz'],
  ['ExcludeNumbers', '0123456789'],
  ['ExcludePunctuation', '!#$%&()*+,-./:;<=>?@[]^_{|}~'],
];

const randomSecret = (generate: Readonly<Record<string, unknown>>): string => {
  const characters = alphabets.flatMap(([exclude, them]) =>
    generate[exclude] === true ? [] : them.split(''),
  );
  const length = Number(generate['PasswordLength'] ?? 32);
  const password = Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
  const key = generate['GenerateStringKey'];
  if (typeof key !== 'string') return password;
  const stated = generate['SecretStringTemplate'];
  const template = JSON.parse(typeof stated === 'string' ? stated : '{}') as Record<string, unknown>;
  return JSON.stringify({ ...template, [key]: password });
};

/** Creates a secret with a new value. An existing one keeps its value, because API keys were hashed with it. */
export const provisionSecret = async (client: AwsClient, secret: SecretPlan): Promise<void> => {
  try {
    await client.call('secretsmanager.CreateSecret', {
      Name: secret.name,
      SecretString: secret.value ?? randomSecret(secret.generate ?? {}),
    });
  } catch (error) {
    if (!isError(error, 'ResourceExistsException')) throw error;
  }
};
