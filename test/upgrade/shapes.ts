import * as z from 'zod';
import { draftSchema } from '../../lib/envelope/draft.ts';
import { envelopeSchema } from '../../lib/envelope/envelope.ts';
import { latestSchema } from '../../lib/envelope/latest.ts';
import { pageExtractionSchema } from '../../lib/extract/model/page-extraction.ts';
import { paceSchema } from '../../lib/fetch/politeness/pace.ts';
import { extractMessageSchema } from '../../lib/frontier/extract-message.ts';
import { pageSchema } from '../../lib/frontier/page.ts';
import { questionMessageSchema } from '../../lib/frontier/question-message.ts';
import { urlBatchSchema } from '../../lib/frontier/url-batch.ts';
import { reindexMessageSchema } from '../../lib/ingest/ingest-message.ts';
import { counterShardSchema } from '../../lib/job/counter-shards.ts';
import { jobMessageSchema } from '../../lib/job/job-message.ts';
import { jobPartsSchema } from '../../lib/job/job-parts.ts';
import { sealKeysSchema } from '../../lib/job/sealed-headers.ts';
import { monthlyUsageSchema } from '../../lib/job/usage.ts';
import { storedEventSchema } from '../../lib/job/webhook-event.ts';
import { jobWebhookSchema } from '../../lib/job/webhook.ts';
import { alertChannelKey, alertKey, auditHeadKey } from '../../lib/keys/audit-table-keys.ts';
import { itemVersion } from '../../lib/keys/item-version.ts';
import {
  apiKeyKey,
  changeEntryKey,
  extractSpecKey,
  jobKey,
  jobSpecKey,
  latestKey,
  manifestRootKey,
  manifestVersionKey,
  modelKeyKey,
  paceKey,
  pageExtractionKey,
  pageKey,
  pageVersionKey,
  questionKey,
  sealKeysKey,
  shardKey,
  sourceRunKey,
  sourceStateKey,
  submissionKey,
  teamKeyKey,
  usageKey,
  webhookEventKey,
  webhookKey,
  type TableKey,
} from '../../lib/keys/table-keys.ts';
import { extractSpecSchema } from '../../lib/request/extract-spec.ts';
import { apiKeySchema, listedKeySchema } from '../../lib/request/keys/api-key.ts';
import { alertChannelSchema, alertSchema } from '../../lib/source/alerts/alert.ts';
import { appliedVersionSchema, manifestRootSchema } from '../../lib/source/applied-manifest.ts';
import { auditHeadSchema } from '../../lib/source/audit/audit-record.ts';
import { feedEntrySchema, pageVersionSchema, sourceRunSchema } from '../../lib/source/source-run.ts';
import { sourceStateSchema } from '../../lib/source/source-state.ts';
import { questionSchema } from '../../lib/store/jobs/questions.ts';
import { submissionSchema } from '../../lib/store/jobs/submissions.ts';
import { makeTestEnvelope } from '../corpus/envelope.ts';
import { jobOf1, storedJobSchema } from './job-shapes.ts';
import { keyItemSchema } from '../../lib/store/models/model-key-state.ts';

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

const envelopeOf1 = makeTestEnvelope({
  url: 'https://example.com/',
  at: 1_790_000_000_000,
  markdown: 'A page.',
  tier: 'browser',
});
const draftOf1 = {
  v: 1,
  envelope: envelopeOf1,
  version: {
    url: 'https://example.com/',
    contentHash: envelopeOf1.integrity.content_hash,
    htmlHash: envelopeOf1.integrity.html_hash,
    envelopeAt: 1_790_000_000_000,
    checkedAt: 1_790_000_000_000,
  },
  visit: { status: 200, ms: 5 },
  facts: {},
};

const message = (schema: z.ZodType): KeptShape => ({ schema, version: 1 });
/** The shape of items with such a key, in the version with which they are put. */
const item = (key: TableKey, schema: z.ZodType, before: KeptShape['before'] = {}): KeptShape => ({
  schema,
  version: itemVersion(key),
  before,
});

const source = { team: 't', source: 's' };

/** Items of the table, by the function that spells their key. */
export const keptItems = {
  // 1: the whole request, with every default filled in.
  jobKey: item(jobKey('j'), storedJobSchema, { 1: jobOf1 }),
  jobSpecKey: item(jobSpecKey('j'), jobPartsSchema),
  // 1: of a language as much as 40 characters. 2: without the tier `remote`.
  pageKey: item(pageKey('j', '0'), pageSchema, { 1: pageOf1, 2: { ...pageOf1, tier: 'browser' } }),
  // As in the table, where the quota is `room`.
  shardKey: item(
    shardKey('j', 0),
    counterShardSchema.omit({ quota: true }).extend({ room: z.number().int().min(0) }),
  ),
  pageExtractionKey: item(pageExtractionKey('j', '0', 0), pageExtractionSchema),
  extractSpecKey: item(extractSpecKey('0'), extractSpecSchema),
  questionKey: item(questionKey('0'), questionSchema),
  submissionKey: item(submissionKey('t', '0'), submissionSchema),
  latestKey: item(latestKey('s', '0'), latestSchema),
  webhookKey: item(webhookKey('j'), jobWebhookSchema),
  webhookEventKey: item(webhookEventKey('j', 'E', '0'), storedEventSchema),
  // As in the table, where the next time to come back is `soft`.
  paceKey: item(paceKey('h'), paceSchema.omit({ nextReturnAt: true }).extend({ soft: z.number() })),
  modelKeyKey: item(modelKeyKey('0'), keyItemSchema),
  apiKeyKey: item(apiKeyKey('k'), apiKeySchema),
  teamKeyKey: item(teamKeyKey('t', 'k'), listedKeySchema),
  usageKey: item(usageKey('t', '2026-01', 'k', 0), monthlyUsageSchema),
  sealKeysKey: item(sealKeysKey(), sealKeysSchema),
  sourceStateKey: item(sourceStateKey(source), sourceStateSchema),
  sourceRunKey: item(sourceRunKey(source, 0, 'j'), sourceRunSchema),
  changeEntryKey: item(changeEntryKey('t', 0), feedEntrySchema),
  pageVersionKey: item(pageVersionKey(source, '0', 0), pageVersionSchema),
  manifestRootKey: item(manifestRootKey('t'), manifestRootSchema),
  manifestVersionKey: item(manifestVersionKey('t', 'm', 0), appliedVersionSchema),
  auditHeadKey: item(auditHeadKey({ team: 't', chain: 's' }), auditHeadSchema),
  alertKey: item(alertKey({ team: 't', source: 's', rule: 'r' }), alertSchema),
  alertChannelKey: item(alertChannelKey('t', 'c'), alertChannelSchema),
} as const;

/** Keys of items without a shape of their own, with the reason. */
export const shapelessItems = {
  trackedKey: 'holds what an item of latestKey holds',
  waitingAnswerKey: 'holds what an item of pageExtractionKey holds',
  robotsKey: 'remembers what a host said: a reader that cannot read it asks again',
  wikiSiteKey: 'remembers what a host said: a reader that cannot read it asks again',
  errorPageKey: 'remembers what a host said: a reader that cannot read it asks again',
  modelCapabilitiesKey: 'remembers what a model said: a reader that cannot read it asks again',
  answerSizeKey: 'remembers what answers took: a reader that cannot read it learns it again',
  modelCacheItemKey: "holds bytes, which the hash in the item's key names",
  registeredModelKey: 'lasts a week, and is written again by each use',
  hostTierKey: 'counts by updates',
  keyMinuteKey: 'counts by updates',
  changeFeedKey: 'counts by updates',
  teamJobKey: 'holds its key, and nothing else',
  teamJobListKey: 'holds its key and the kind of the job',
} as const;

/**
 * Every message of a queue, item of the table and object of a bucket that two releases share while one takes the place
 * of the other, and after.
 */
export const keptShapes: Readonly<Record<string, KeptShape>> = {
  'message-url-batch': message(urlBatchSchema),
  'message-extract': message(extractMessageSchema),
  'message-question': message(questionMessageSchema),
  'message-job': message(jobMessageSchema),
  'message-reindex': message(reindexMessageSchema),
  'item-job': keptItems.jobKey,
  'item-job-spec': keptItems.jobSpecKey,
  'item-page': keptItems.pageKey,
  'item-shard': keptItems.shardKey,
  'item-page-extraction': keptItems.pageExtractionKey,
  'item-extract-spec': keptItems.extractSpecKey,
  'item-question': keptItems.questionKey,
  'item-submission': keptItems.submissionKey,
  'item-latest': keptItems.latestKey,
  'item-webhook': keptItems.webhookKey,
  'item-webhook-event': keptItems.webhookEventKey,
  'item-pace': keptItems.paceKey,
  'item-model-key': keptItems.modelKeyKey,
  'item-api-key': keptItems.apiKeyKey,
  'item-listed-key': keptItems.teamKeyKey,
  'item-usage': keptItems.usageKey,
  'item-seal-keys': keptItems.sealKeysKey,
  'item-source': keptItems.sourceStateKey,
  'item-run': keptItems.sourceRunKey,
  'item-feed-entry': keptItems.changeEntryKey,
  'item-page-version': keptItems.pageVersionKey,
  'item-manifest-root': keptItems.manifestRootKey,
  'item-manifest-version': keptItems.manifestVersionKey,
  'item-audit-head': keptItems.auditHeadKey,
  'item-alert': keptItems.alertKey,
  'item-alert-channel': keptItems.alertChannelKey,
  // 1: without the tier `remote`.
  'object-envelope': { schema: envelopeSchema, version: 2, before: { 1: envelopeOf1 } },
  'object-draft': { schema: draftSchema, version: 2, before: { 1: draftOf1 } },
};

/**
 * What a schema takes, as JSON Schema. What is mended before it is read is described as it then is; what is renamed
 * after, as it was.
 */
export const describeShape = (schema: z.ZodType): unknown => {
  const pipe = schema instanceof z.ZodPipe ? schema : null;
  const inner =
    pipe === null ? schema : ((pipe.out instanceof z.ZodTransform ? pipe.in : pipe.out) as z.ZodType);
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
