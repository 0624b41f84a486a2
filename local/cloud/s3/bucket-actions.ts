import { localRegion } from '../../template/intrinsics.ts';
import { AwsError } from '../aws-error.ts';
import { readText } from '../read-text.ts';
import { findQueue, queueNameIn } from '../sqs/queue.ts';
import type { S3Action } from './context.ts';
import type { Notification } from './object-event.ts';
import { requireBucket } from './object-row.ts';
import { childElements, document, leaf, parseXml, tag, childText, type Element } from './xml.ts';

/** Makes a bucket; an existing one stays as it is. */
export const createBucket: S3Action = ({ db, now, files }, { bucket }) => {
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket) || bucket.includes('..')) {
    throw new AwsError('InvalidBucketName', 'The specified bucket is not valid.', 400, {
      BucketName: bucket,
    });
  }
  db.run("INSERT INTO buckets VALUES (?, '[]', ?) ON CONFLICT DO NOTHING", bucket, now());
  files.makeFolders(`s3/${bucket}/x`);
  return { status: 200, headers: { location: `/${bucket}` } };
};

export const headBucket: S3Action = ({ db }, { bucket }) => {
  requireBucket(db, bucket);
  return { status: 200, headers: { 'x-amz-bucket-region': localRegion } };
};

export const listBuckets: S3Action = ({ db }) => {
  const rows = db.all<{ name: string; created_ms: number }>(
    'SELECT name, created_ms FROM buckets ORDER BY name',
  );
  const buckets = rows.map((it) =>
    tag('Bucket', leaf('Name', it.name) + leaf('CreationDate', new Date(it.created_ms).toISOString())),
  );
  const owner = tag('Owner', leaf('ID', 'local'));
  return { status: 200, body: document('ListAllMyBucketsResult', owner + tag('Buckets', buckets.join(''))) };
};

export const deleteBucket: S3Action = ({ db, files }, { bucket }) => {
  requireBucket(db, bucket);
  if (db.get('SELECT 1 FROM objects WHERE bucket = ? LIMIT 1', bucket)) {
    throw new AwsError('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409, {
      BucketName: bucket,
    });
  }
  db.transaction(() => {
    db.run('DELETE FROM parts WHERE upload IN (SELECT id FROM uploads WHERE bucket = ?)', bucket);
    db.run('DELETE FROM uploads WHERE bucket = ?', bucket);
    db.run('DELETE FROM lifecycles WHERE bucket = ?', bucket);
    db.run('DELETE FROM buckets WHERE name = ?', bucket);
  });
  files.removeBucket(bucket);
  return { status: 204 };
};

const notificationOf = (element: Element, index: number): Notification => {
  const rules = childElements(element, 'Filter').flatMap((filter) =>
    childElements(filter, 'S3Key').flatMap((key) => childElements(key, 'FilterRule')),
  );
  const rule = (name: string): string => {
    const found = rules.find((it) => childText(it, 'Name')?.toLowerCase() === name);
    return (found && childText(found, 'Value')) ?? '';
  };
  return {
    id: childText(element, 'Id') ?? String(index),
    queueArn: childText(element, 'Queue') ?? '',
    events: childElements(element, 'Event').map((it) => it.text),
    prefix: rule('prefix'),
    suffix: rule('suffix'),
  };
};

/** Sets where a bucket's events go: to queues. Refuses other targets. */
export const putNotification: S3Action = async ({ db }, request) => {
  requireBucket(db, request.bucket);
  const wanted = parseXml(await readText(request.body));
  const other = wanted.children.find((it) => it.name !== 'QueueConfiguration');
  if (other)
    throw new AwsError(
      'NotImplemented',
      `The laptop does not run s3 ${other.name}: events go to queues`,
      501,
    );
  const notifications = childElements(wanted, 'QueueConfiguration').map(notificationOf);
  for (const { events, queueArn } of notifications) {
    const known = events.length > 0 && events.every((it) => /^s3:Object(?:Created|Removed):/.test(it));
    if (!known)
      throw new AwsError(
        'InvalidArgument',
        'A notification needs events of s3:ObjectCreated or s3:ObjectRemoved.',
      );
    if (!findQueue(db, queueNameIn(queueArn))) {
      throw new AwsError(
        'InvalidArgument',
        `Unable to validate the following destination configurations: ${queueArn}`,
      );
    }
  }
  db.run(
    'UPDATE buckets SET notifications = ? WHERE name = ?',
    JSON.stringify(notifications),
    request.bucket,
  );
  return { status: 200 };
};

export const getNotification: S3Action = ({ db }, { bucket }) => {
  const notifications = JSON.parse(requireBucket(db, bucket).notifications) as Notification[];
  const filterRule = (name: string, value: string): string =>
    value === '' ? '' : tag('FilterRule', leaf('Name', name) + leaf('Value', value));
  const configurations = notifications.map((it) => {
    const rules = filterRule('prefix', it.prefix) + filterRule('suffix', it.suffix);
    return tag(
      'QueueConfiguration',
      leaf('Id', it.id) +
        leaf('Queue', it.queueArn) +
        it.events.map((event) => leaf('Event', event)).join('') +
        (rules === '' ? '' : tag('Filter', tag('S3Key', rules))),
    );
  });
  return { status: 200, body: document('NotificationConfiguration', configurations.join('')) };
};
