import { createHash } from 'node:crypto';
import type { Envelope } from './envelope.ts';

const hash = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** The hash of the content of a page that is gone. */
const noContent = hash('');

/** Says whether the last version of a page is that it is gone. */
export const isDeletedVersion = ({ contentHash }: { readonly contentHash: string }): boolean =>
  contentHash === noContent;

/** Returns a UUID (version 8, RFC 9562) that follows from a text, so that a repeated write has the same id. */
const uuidFrom = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/**
 * Makes the envelope for a page that is gone: that of its last version without its content, for programs that ingest
 * envelopes. `at` is when the page was last requested (milliseconds since the epoch).
 */
export const deletedEnvelope = (
  last: Envelope,
  facts: {
    readonly at: number;
    readonly job: string;
    readonly team: string;
    readonly status: number;
    readonly engineVersion: string;
  },
): Envelope => {
  const { extraction: _extraction, attributes: _attributes, api: _api, ...rest } = last;
  const { body_main_html: _main, ...content } = rest.content;
  const { captures_key: _captures, ...scrape } = rest.scrape;
  const timestamp = new Date(facts.at).toISOString();
  return {
    ...rest,
    envelope_id: uuidFrom(`deleted ${facts.job} ${last.source.url}`),
    scrape: {
      ...scrape,
      timestamp,
      engine_version: facts.engineVersion,
      http_status: facts.status,
      response_time_ms: 0,
      retry_count: 0,
      parent_crawl_id: scrape.parent_crawl_id === null ? null : facts.job,
      requests: [],
    },
    content: {
      ...content,
      body: '',
      body_html: '',
      body_length_chars: 0,
      body_length_tokens_approx: 0,
      warnings: [],
      kept: 1,
      dropped: [],
    },
    integrity: {
      content_hash: noContent,
      html_hash: noContent,
      simhash: null,
      previous_content_hash: last.integrity.content_hash,
      content_changed: true,
      change_type: 'deleted',
    },
    page_metadata: { ...rest.page_metadata, links_outbound: [], links_internal: [], images: [], metas: {} },
    audit: {
      ...rest.audit,
      team: facts.team,
      scrape_run_id: facts.job,
      scheduler_job_id: rest.audit.scheduler_job_id === null ? null : facts.job,
    },
  };
};
