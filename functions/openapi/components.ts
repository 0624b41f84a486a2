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
import { errorSchema } from './answers/common.ts';
import { documentSchema } from './answers/document.ts';
import { auditActionSchema, auditFindingKindSchema } from './answers/audit.ts';
import { costSchema, estimateSchema, extractCostSchema } from './answers/cost.ts';
import { extractStatusSchema, raitoStatusSchema } from './answers/extract.ts';
import { countsSchema, jobErrorsSchema, jobStatusSchema } from './answers/job.ts';
import {
  fallThroughReasonSchema,
  hostStateSchema,
  jobLineSchema,
  pageLineSchema,
  pageStorySchema,
} from './answers/monitor.ts';
import { resultSchema } from './answers/search.ts';
import { planFindingCodeSchema } from './answers/sources.ts';
import { webhookEventSchema } from './answers/webhooks.ts';
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
export const answerComponents: Readonly<Record<string, z.ZodType>> = {
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
