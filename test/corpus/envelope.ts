import { createHash } from 'node:crypto';
import { envelopeSchema, type Envelope } from '../../lib/envelope/envelope.ts';

/** What of an envelope a test decides. */
export interface TestEnvelopeFacts {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly markdown: string;
  readonly title?: string;
  readonly isDeleted?: boolean;
  readonly language?: string;
  readonly source?: string;
  readonly group?: { readonly name: string; readonly weight: number };
  readonly isSelection?: true;
  readonly tier?: Envelope['scrape']['tier'];
  readonly team?: string;
  readonly agency?: string;
}

const sha = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** A whole envelope around a page's Markdown. */
export const makeTestEnvelope = (facts: TestEnvelopeFacts): Envelope => {
  const { url, at, markdown, title = 'Page', isDeleted = false, tier = 'http' } = facts;
  const nothing = {
    canonical_url: null,
    regulatory_domain: null,
    citation: null,
    jurisdiction: null,
    source_type: null,
    agency: null,
  };
  return envelopeSchema.parse({
    envelope_id: '01935a6e-7d2c-7abc-8def-0123456789ab',
    envelope_version: '1.0',
    source: {
      ...nothing,
      agency: facts.agency ?? null,
      manifest_id: facts.source ?? null,
      manifest_version: null,
      url,
      final_url: url,
      domain: new URL(url).host,
      group: facts.group ?? null,
    },
    scrape: {
      timestamp: new Date(at).toISOString(),
      engine: 'gleaner',
      engine_version: '0',
      method: 'crawl',
      tier,
      http_status: isDeleted ? 404 : 200,
      content_type: 'text/html',
      response_time_ms: 1,
      retry_count: 0,
      credits_consumed: 1,
      parent_crawl_id: null,
      depth: 0,
    },
    content: {
      format: 'markdown',
      body: markdown,
      ...(facts.isSelection === undefined ? {} : { is_selection: true }),
      body_html: '',
      body_length_chars: markdown.length,
      body_length_tokens_approx: 1,
      language: facts.language ?? 'en',
      encoding: 'utf-8',
    },
    integrity: {
      content_hash: sha(markdown),
      html_hash: sha(''),
      previous_content_hash: null,
      content_changed: true,
      change_type: isDeleted ? 'deleted' : 'new',
    },
    page_metadata: {
      title,
      description: null,
      keywords: [],
      author: null,
      published_date: null,
      modified_date: null,
      og_title: null,
      og_description: null,
      og_image: null,
      og_url: null,
      og_site_name: null,
      og_locale: null,
      robots: null,
      favicon: null,
      metas: {},
      links_outbound: [],
      links_internal: [`${url}/a`],
      images: [],
    },
    processing: {
      suggested_chunk_strategy: 'section_aware',
      has_tables: false,
      has_lists: false,
      has_code_blocks: false,
      has_embedded_pdfs: false,
      cross_references: [],
      estimated_complexity: 'simple',
    },
    audit: {
      scrape_run_id: 'job',
      scheduler_job_id: null,
      operator: 'manual',
      environment: 'development',
      ...(facts.team === undefined ? {} : { team: facts.team }),
    },
  });
};
