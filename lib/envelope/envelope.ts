import * as z from 'zod';
import { apiDescriptionSchema } from '../content/data/api-description.ts';
import { pageAttributesSchema } from '../content/page-attributes.ts';
import { pageKinds } from '../content/kind/page-kinds.ts';
import { extractionSchema } from '../extract/model/page-extraction.ts';
import { fetchTiers, requestLineSchema } from '../frontier/request-line.ts';
import { fetcherNames } from '../request/source/fetcher.ts';
import { sourceMetadataSchema } from '../request/source/source-field.ts';

/**
 * The envelope: one version of one page, and the contract with programs that ingest it. It holds everything known of
 * the page, so that they need not ask Gleaner again. Once written it never changes. It is validated when it is written
 * and when it is read.
 */
export const envelopeVersion = '1.0';

const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const envelopeSchema = z.object({
  envelope_id: z.uuid(),
  envelope_version: z.literal(envelopeVersion),
  source: z.object({
    /** Entry and version of the manifest that asked for the page; null for a job that a client started. */
    manifest_id: z.string().nullable(),
    manifest_version: z.string().nullable(),
    url: z.url(),
    /** Where the page was found after redirects. */
    final_url: z.url(),
    domain: z.string(),
    canonical_url: z.string().nullable(),
    regulatory_domain: z.string().nullable(),
    citation: z.string().nullable(),
    jurisdiction: z.string().nullable(),
    source_type: z.string().nullable(),
    agency: z.string().nullable(),
    /** The group of the page's host (docs/hosts.md), and the worth of its pages compared with others, 0 to 1. */
    group: z.object({ name: z.string(), weight: z.number() }).nullable().default(null),
    /** Everything that the manifest says of the source. */
    metadata: sourceMetadataSchema.optional(),
  }),
  scrape: z.object({
    timestamp: z.iso.datetime(),
    engine: z.literal('gleaner'),
    engine_version: z.string(),
    method: z.enum(['scrape', 'crawl']),
    tier: z.enum([...fetchTiers, 'upload']),
    /** The service that fetched the page for us (docs/fetchers.md). */
    fetcher: z.enum(fetcherNames).optional(),
    /** The tiers that failed to fetch the page, and why, in order. */
    fall_through: z
      .array(
        z.object({
          tier: z.enum(fetchTiers),
          reason: z.string(),
          detail: z.string(),
        }),
      )
      .default([]),
    http_status: z.number().int(),
    content_type: z.string().nullable(),
    response_time_ms: z.number().min(0),
    retry_count: z.number().int().min(0),
    /** What the service charged for all requests for the page; 0 if none was asked. */
    credits_consumed: z.number().min(0),
    parent_crawl_id: z.string().nullable(),
    depth: z.number().int().min(0),
    /**
     * Key of what a browser captured of the page: its screenshot, and the results of actions
     * (lib/envelope/stored-captures.ts).
     */
    captures_key: z.string().optional(),
    /** Every request for the page, oldest first; if there are very many, the first and the last. */
    requests: z.array(requestLineSchema).default([]),
  }),
  content: z.object({
    format: z.enum(['markdown', 'pdf_text', 'raw']),
    body: z.string(),
    /** The document as the server sent it, decoded. */
    body_html: z.string(),
    /** The main content as HTML, if the request asked for it. */
    body_main_html: z.string().optional(),
    body_length_chars: z.number().int().min(0),
    body_length_tokens_approx: z.number().int().min(0),
    language: z.string().nullable(),
    encoding: z.string(),
    /** Tags of the request chose what `body` holds of the page (`includeTags`, `excludeTags`); absent if not. */
    is_selection: z.literal(true).optional(),
    /** Sentences about what is missing or wrong in the content, and why. */
    warnings: z.array(z.string()).default([]),
    /** The kind of page, which decided how it was read (lib/content/kind/page-kinds.ts). */
    page_kind: z.enum(pageKinds).default('other'),
    /**
     * Share of the page's visible text outside its frame that `body` holds, 0 to 1. Of a selection: share of the text
     * that the tags left, so that it says what Gleaner left out and not what the request did; 0 if they left nothing.
     */
    kept: z.number().min(0).max(1).default(1),
    /** The part of that text that `body` does not hold: characters by rule, largest first. */
    dropped: z.array(z.object({ rule: z.string(), characters: z.number().int().min(1) })).default([]),
  }),
  /** If the page is a document that describes an API, and its source promises documents of data. */
  api: apiDescriptionSchema.optional(),
  integrity: z.object({
    content_hash: hash,
    html_hash: hash,
    /**
     * Simhash of the main content's words: versions and pages that nearly agree differ in few bits. Null if there are
     * few words.
     */
    simhash: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .nullable()
      .default(null),
    previous_content_hash: hash.nullable(),
    content_changed: z.boolean(),
    change_type: z.enum(['new', 'modified', 'unchanged', 'deleted']),
  }),
  /** Attributes of the page's elements, if the request asked for them. */
  attributes: z.array(pageAttributesSchema).optional(),
  /** What was extracted from the page, if the job asked for that. */
  extraction: extractionSchema.optional(),
  page_metadata: z.object({
    title: z.string().nullable(),
    /** The page's own headline, without its site's name. */
    headline: z.string().nullable().default(null),
    site_name: z.string().nullable().default(null),
    description: z.string().nullable(),
    keywords: z.array(z.string()),
    author: z.string().nullable(),
    /** Each author by name; `author` joins them. */
    authors: z.array(z.string()).default([]),
    /** ISO 8601, as exact as the page is. */
    published_date: z.string().nullable(),
    modified_date: z.string().nullable(),
    og_title: z.string().nullable(),
    og_description: z.string().nullable(),
    og_image: z.string().nullable(),
    og_url: z.string().nullable(),
    og_site_name: z.string().nullable(),
    og_locale: z.string().nullable(),
    robots: z.string().nullable(),
    favicon: z.string().nullable(),
    /** Every `<meta>` with a name or property, as the page has it. */
    metas: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    /** Fields that were cut, because they were longer than the limit. */
    cut: z.array(z.string()).optional(),
    links_outbound: z.array(z.string()),
    links_internal: z.array(z.string()),
    /** Links that are hidden from readers; absent if there are none. */
    links_hidden: z.array(z.string()).optional(),
    images: z.array(z.string()),
  }),
  processing: z.object({
    suggested_chunk_strategy: z.enum(['section_aware', 'paragraph', 'fixed_size']),
    has_tables: z.boolean(),
    has_lists: z.boolean(),
    has_code_blocks: z.boolean(),
    has_embedded_pdfs: z.boolean(),
    cross_references: z.array(z.string()),
    estimated_complexity: z.enum(['simple', 'medium', 'complex']),
  }),
  audit: z.object({
    /** The job, which groups the pages of one run. */
    scrape_run_id: z.string(),
    scheduler_job_id: z.string().nullable(),
    operator: z.enum(['system', 'manual']),
    /** The team whose job it is; absent in envelopes of older releases. */
    team: z.string().optional(),
    environment: z.enum(['production', 'staging', 'development']),
  }),
});

export type Envelope = z.infer<typeof envelopeSchema>;
