import * as z from 'zod';
import { draftSchema } from '../../lib/envelope/draft.ts';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import { latestSchema } from '../../lib/envelope/latest.ts';
import { extractMessageSchema } from '../../lib/frontier/extract-message.ts';
import { pageSchema } from '../../lib/frontier/page.ts';
import { questionMessageSchema } from '../../lib/frontier/question-message.ts';
import { urlBatchSchema } from '../../lib/frontier/url-batch.ts';
import { reindexMessageSchema } from '../../lib/ingest/ingest-message.ts';
import { jobSchema } from '../../lib/job/job.ts';
import { storedEventSchema } from '../../lib/job/webhook-event.ts';
import { auditHeadSchema } from '../../lib/source/audit/audit-record.ts';
import { feedEntrySchema, pageVersionSchema, sourceRunSchema } from '../../lib/source/source-run.ts';
import { sourceStateSchema } from '../../lib/source/source-state.ts';

/** A shape that one release writes and another reads. */
export interface KeptShape {
  readonly schema: z.ZodType;
  /** Raised where a change is more than an optional field. */
  readonly version: number;
  /** For each version before: a document of it, which today's schema reads. */
  readonly before?: Readonly<Record<number, unknown>>;
}

const pageOf1 = {
  kind: 'page',
  hash: '0'.repeat(32),
  job: 'job',
  url: 'https://example.com/',
  state: 'done',
  depth: 0,
  position: 0,
  attempts: 0,
  admittedAt: 1_790_000_000_000,
  touchedAt: 1_790_000_000_000,
  language: 'x'.repeat(40),
};

/**
 * Every message of a queue, item of the table and object of a bucket that two releases share while one takes the place
 * of the other, and after.
 */
export const keptShapes: Readonly<Record<string, KeptShape>> = {
  'message-url-batch': { schema: urlBatchSchema, version: 1 },
  'message-extract': { schema: extractMessageSchema, version: 1 },
  'message-question': { schema: questionMessageSchema, version: 1 },
  'message-reindex': { schema: reindexMessageSchema, version: 1 },
  'item-job': { schema: jobSchema, version: 1 },
  // 1: of a language as much as 40 characters.
  'item-page': { schema: pageSchema, version: 2, before: { 1: pageOf1 } },
  'item-latest': { schema: latestSchema, version: 1 },
  'item-webhook-event': { schema: storedEventSchema, version: 1 },
  'item-source': { schema: sourceStateSchema, version: 1 },
  'item-run': { schema: sourceRunSchema, version: 1 },
  'item-feed-entry': { schema: feedEntrySchema, version: 1 },
  'item-page-version': { schema: pageVersionSchema, version: 1 },
  'item-audit-head': { schema: auditHeadSchema, version: 1 },
  'object-envelope': { schema: envelopeSchema, version: 1 },
  'object-draft': { schema: draftSchema, version: 1 },
};

/** What a schema takes, as JSON Schema. What is mended before it is read is described as it then is. */
export const describeShape = (schema: z.ZodType): unknown => {
  const inner = schema instanceof z.ZodPipe ? (schema.out as z.ZodType) : schema;
  return z.toJSONSchema(inner, {
    io: 'input',
    unrepresentable: 'any',
    // What is read whatever it is may become whatever it will.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'catch')
        for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
    },
  });
};
