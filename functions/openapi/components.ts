import * as z from 'zod';
import { actionSchema, viewportSchema } from '../../lib/request/browser-action.ts';
import { fieldSchema } from '../../lib/request/extract-spec.ts';
import { extractRequestSchema } from '../../lib/request/extract-request.ts';
import { jsonFormatSchema } from '../../lib/request/json-format.ts';
import { redriveRequestSchema } from '../../lib/request/redrive-request.ts';
import { formatSchema } from '../../lib/request/page-format.ts';
import { scrapeOptionsField } from '../../lib/request/scrape-options.ts';
import { batchRequestSchema, scrapeRequestSchema } from '../../lib/request/scrape-request.ts';
import { mapRequestSchema } from '../../lib/request/map-request.ts';
import { searchRequestSchema } from '../../lib/request/search-request.ts';
import { webhookField } from '../../lib/request/webhook-spec.ts';
import { errorSchema } from './responses/common.ts';
import { documentSchema } from './responses/document.ts';
import { auditActionSchema, auditFindingKindSchema } from './responses/audit.ts';
import { costSchema, estimateSchema, extractCostSchema } from './responses/cost.ts';
import { extractStatusSchema, raitoStatusSchema } from './responses/extract.ts';
import { countsSchema, jobErrorsSchema, jobStatusSchema } from './responses/job.ts';
import {
  fallThroughReasonSchema,
  hostStateSchema,
  jobLineSchema,
  pageLineSchema,
  pageStorySchema,
} from './responses/monitor.ts';
import { resultSchema } from './responses/search.ts';
import { planFindingCodeSchema } from './responses/sources.ts';
import { webhookEventSchema } from './responses/webhooks.ts';
import { crawlBody } from './requests.ts';

/** `{type: "json"}` among formats: its options are read apart from those of the other formats. */
export const jsonFormatObject = z
  .object({ type: z.literal('json').meta({ description: 'Extracts JSON.' }), ...jsonFormatSchema.shape })
  .meta({ description: 'The format `json`: what is extracted from the page beside its other formats.' });

/** Schemas of requests that have a name in the document; every use refers to it. */
export const requestComponents: Readonly<Record<string, z.ZodType>> = {
  ScrapeRequest: scrapeRequestSchema,
  MapRequest: mapRequestSchema,
  CrawlRequest: crawlBody,
  SearchRequest: searchRequestSchema,
  BatchRequest: batchRequestSchema,
  ExtractRequest: extractRequestSchema,
  RedriveRequest: redriveRequestSchema,
  ScrapeOptions: scrapeOptionsField,
  Format: formatSchema,
  JsonFormat: jsonFormatObject,
  Action: actionSchema,
  Viewport: viewportSchema,
  Field: fieldSchema,
  Webhook: webhookField,
};

/** Schemas of answers that have a name in the document. */
export const responseComponents: Readonly<Record<string, z.ZodType>> = {
  Document: documentSchema,
  JobStatus: jobStatusSchema,
  JobCounts: countsSchema,
  JobErrors: jobErrorsSchema,
  Job: jobLineSchema,
  Page: pageLineSchema,
  PageStory: pageStorySchema,
  FallThroughReason: fallThroughReasonSchema,
  AuditAction: auditActionSchema,
  AuditFindingKind: auditFindingKindSchema,
  PlanFindingCode: planFindingCodeSchema,
  Host: hostStateSchema,
  ExtractStatus: extractStatusSchema,
  RaitoStatus: raitoStatusSchema,
  Cost: costSchema,
  ExtractCost: extractCostSchema,
  Estimate: estimateSchema,
  SearchResult: resultSchema,
  WebhookEvent: webhookEventSchema,
  Error: errorSchema,
};
