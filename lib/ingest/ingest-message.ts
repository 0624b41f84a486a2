import * as z from 'zod';

/** Messages for the ingestion: from S3 for new objects, and from reindexing for existing ones. */
const eventSchema = z.object({
  Records: z.array(
    z.object({
      eventName: z.string(),
      s3: z.object({ bucket: z.object({ name: z.string() }), object: z.object({ key: z.string() }) }),
    }),
  ),
});

/** The message that S3 sends once, when notifications are set up. */
const testEventSchema = z.object({ Event: z.literal('s3:TestEvent') });

/** The team that asks for its pages to be indexed again; the pages of all teams if it is absent. */
const team = z.string().optional();

/** Messages of the first release have none. */
const version = z.literal(1).optional();

export const reindexMessageSchema = z.discriminatedUnion('reindex', [
  z.object({ v: version, reindex: z.literal('keys'), keys: z.array(z.string().min(1)).min(1), team }),
  z.object({
    v: version,
    reindex: z.literal('list'),
    prefix: z.string(),
    after: z.string().optional(),
    team,
  }),
]);

/** What a message asks for: to read envelopes, or to list the existing ones. */
export type Asked =
  | { readonly kind: 'envelopes'; readonly keys: readonly string[]; readonly team?: string | undefined }
  | {
      readonly kind: 'list';
      readonly prefix: string;
      readonly after: string | undefined;
      readonly team?: string | undefined;
    }
  | { readonly kind: 'unreadable' };

/** Keys are encoded as in forms: a space is a plus (S3 user guide, "Event message structure"). */
const decodeKey = (key: string): string => decodeURIComponent(key.replaceAll('+', ' '));

/** Says whether an object is an envelope, which is JSON; beside them lie lists of envelopes. */
const isEnvelopeKey = (key: string): boolean => key.endsWith('.json');

/** Parses a message of the queue. Messages about other objects, or about removals, ask for nothing. */
export const parseIngestMessage = (body: unknown): Asked => {
  if (testEventSchema.safeParse(body).success) return { kind: 'envelopes', keys: [] };
  const reindex = reindexMessageSchema.safeParse(body);
  if (reindex.success) {
    const { team: only } = reindex.data;
    if (reindex.data.reindex === 'list')
      return { kind: 'list', prefix: reindex.data.prefix, after: reindex.data.after, team: only };
    return { kind: 'envelopes', keys: reindex.data.keys.filter(isEnvelopeKey), team: only };
  }
  const event = eventSchema.safeParse(body);
  if (!event.success) return { kind: 'unreadable' };
  const keys = event.data.Records.filter(({ eventName }) => /^(?:s3:)?ObjectCreated:/.test(eventName)).map(
    ({ s3 }) => decodeKey(s3.object.key),
  );
  return { kind: 'envelopes', keys: keys.filter(isEnvelopeKey) };
};

/** Message group of messages that read existing envelopes again: S3's notifications of new envelopes go before them. */
export const reindexGroup = 'reindex';
