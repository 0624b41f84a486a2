import * as z from 'zod';

/** What rings for the ingestion: S3 for objects that were written, and reindexing for those that lie there. */
const eventSchema = z.object({
  Records: z.array(
    z.object({
      eventName: z.string(),
      s3: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
    }),
  ),
});

/** What S3 sends once, when notifications are set up. */
const testEventSchema = z.object({ Event: z.literal('s3:TestEvent') });

export const reindexMessageSchema = z.discriminatedUnion('reindex', [
  z.object({ reindex: z.literal('keys'), keys: z.array(z.string().min(1)).min(1) }),
  z.object({ reindex: z.literal('list'), prefix: z.string(), after: z.string().optional() }),
]);

/** What a message asks for: envelopes that are to be read, or a listing of those that lie there. */
export type Asked =
  | { readonly kind: 'envelopes'; readonly keys: readonly string[] }
  | { readonly kind: 'list'; readonly prefix: string; readonly after: string | undefined }
  | { readonly kind: 'unreadable' };

/** Keys come encoded as in forms: a space is a plus (S3 user guide, "Event message structure"). */
const decodeKey = (key: string): string => decodeURIComponent(key.replaceAll('+', ' '));

/** Envelopes are objects of JSON; what else lies beside them are lines that say which there are. */
const isEnvelopeKey = (key: string): boolean => key.endsWith('.json');

/** Understands a message of the queue. What is told of other objects, or of their removal, asks for nothing. */
export const parseIngestMessage = (body: unknown): Asked => {
  if (testEventSchema.safeParse(body).success) return { kind: 'envelopes', keys: [] };
  const reindex = reindexMessageSchema.safeParse(body);
  if (reindex.success) {
    if (reindex.data.reindex === 'list')
      return { kind: 'list', prefix: reindex.data.prefix, after: reindex.data.after };
    return { kind: 'envelopes', keys: reindex.data.keys.filter(isEnvelopeKey) };
  }
  const event = eventSchema.safeParse(body);
  if (!event.success) return { kind: 'unreadable' };
  const keys = event.data.Records.filter(({ eventName }) => /^(?:s3:)?ObjectCreated:/.test(eventName)).map(
    ({ s3 }) => decodeKey(s3.object.key),
  );
  return { kind: 'envelopes', keys: keys.filter(isEnvelopeKey) };
};

/** Message group of messages that read what is there again: S3's notifications of new envelopes come before them. */
export const reindexGroup = 'reindex';
