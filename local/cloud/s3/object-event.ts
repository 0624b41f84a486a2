import { localRegion } from '../../template/intrinsics.ts';

/** One rule of a bucket's notification configuration. */
export interface Notification {
  readonly id: string;
  readonly queueArn: string;
  /** For example `s3:ObjectCreated:*`. */
  readonly events: readonly string[];
  readonly prefix: string;
  readonly suffix: string;
}

/** What happened to an object. */
export interface ObjectEvent {
  /** For example `ObjectCreated:Put`. */
  readonly name: string;
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  readonly etag: string;
  readonly atMs: number;
  /** Orders the events of one key: a later one compares greater as text. */
  readonly sequencer: string;
}

export const wantsEvent = (it: Notification, event: ObjectEvent): boolean =>
  event.key.startsWith(it.prefix) &&
  event.key.endsWith(it.suffix) &&
  it.events.some((wanted) => {
    const name = wanted.replace(/^s3:/, '');
    return name.endsWith('*') ? event.name.startsWith(name.slice(0, -1)) : event.name === name;
  });

/** Encodes keys as events do, like forms: a space is a plus (S3 user guide, "Event message structure"). */
const encodeEventKey = (key: string): string =>
  encodeURIComponent(key.toWellFormed()).replaceAll('%20', '+').replaceAll('%2F', '/');

/** Returns the message that S3 sends (S3 user guide, "Event message structure", version 2.1). */
export const eventMessage = (it: Notification, event: ObjectEvent): string =>
  JSON.stringify({
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: localRegion,
        eventTime: new Date(event.atMs).toISOString(),
        eventName: event.name,
        userIdentity: { principalId: 'local' },
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: { 'x-amz-request-id': event.sequencer, 'x-amz-id-2': event.sequencer },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: it.id,
          bucket: {
            name: event.bucket,
            ownerIdentity: { principalId: 'local' },
            arn: `arn:aws:s3:::${event.bucket}`,
          },
          object: {
            key: encodeEventKey(event.key),
            ...(event.name.startsWith('ObjectCreated') && { size: event.size, eTag: event.etag }),
            sequencer: event.sequencer,
          },
        },
      },
    ],
  });
