import { droppedByRule } from '../content/kind/kept-warning.ts';
import type { ApiDescription } from '../content/data/api-description.ts';
import type { PageAttributes } from '../content/page-attributes.ts';
import type { Link, PageContent } from '../content/page-content.ts';
import type { LabelledPair } from '../content/labelled-pair.ts';
import type { Fetched } from '../fetch/tier/fetched.ts';
import type { ContentPage } from '../frontier/page.ts';
import { creditsSpent } from '../frontier/request-line.ts';
import type { RunningJob } from '../job/job.ts';
import type { HostGroup } from '../fetch/politeness/host-policies.ts';
import type { Envelope } from './envelope.ts';
import { envelopeVersion } from './envelope.ts';
import type { Change } from './latest.ts';

const linksOf = ({ links }: PageContent, wanted: (link: Link) => boolean): string[] =>
  links.filter(wanted).map(({ url }) => url);

/** The facts from which an envelope is made. */
export interface EnvelopeFacts {
  readonly id: string;
  readonly job: RunningJob;
  readonly page: ContentPage;
  readonly fetched: Fetched;
  readonly content: PageContent;
  /** Labels with their values, if something is extracted from the page. */
  readonly pairs: readonly LabelledPair[];
  /** Attributes of its elements; absent if none were asked for. */
  readonly attributes: readonly PageAttributes[] | undefined;
  /** What the document describes, if it describes an API and the job wants to know. */
  readonly api: ApiDescription | undefined;
  /** The document as the server sent it, decoded. */
  readonly html: string;
  readonly htmlHash: string;
  readonly simhash: string | null;
  readonly encoding: string;
  readonly format: Envelope['content']['format'];
  readonly change: Change;
  readonly capturesKey: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly environment: Envelope['audit']['environment'];
  readonly engineVersion: string;
  readonly group: HostGroup | null;
}

/** Average characters of a token: the rough estimate that the contract asks for. */
const charactersPerToken = 4;

/** Says whether a run of a source was started by a schedule or an operator and not with a key. */
const isScheduled = ({ source, keyId }: RunningJob): boolean => source !== undefined && keyId === undefined;

/** Returns a text from the manifest's metadata of the job's source. */
const textIn = ({ provenance }: RunningJob, name: string): string | null => {
  const value = provenance?.metadata?.[name] ?? null;
  return value === null ? null : String(value);
};

/** Says whether the request's tags chose parts of the page. Of a file they choose none. */
const isSelection = ({ job: { request }, content }: EnvelopeFacts): boolean =>
  content.isFile !== true && request.scrape.includeTags.length + request.scrape.excludeTags.length > 0;

const processingHints = ({ hints }: PageContent): Envelope['processing'] => ({
  suggested_chunk_strategy: hints.suggestedChunkStrategy,
  has_tables: hints.hasTables,
  has_lists: hints.hasLists,
  has_code_blocks: hints.hasCodeBlocks,
  has_embedded_pdfs: hints.hasEmbeddedPdfs,
  cross_references: hints.crossReferences,
  estimated_complexity: hints.estimatedComplexity,
});

const auditOf = ({ job, environment }: EnvelopeFacts): Envelope['audit'] => ({
  scrape_run_id: job.id,
  scheduler_job_id: isScheduled(job) ? job.id : null,
  operator: isScheduled(job) ? 'system' : 'manual',
  team: job.team,
  environment,
});

/** Makes the envelope of one version of a page. */
export const makeEnvelope = (facts: EnvelopeFacts): Envelope => {
  const { job, page, fetched, content, change } = facts;
  return {
    envelope_id: facts.id,
    envelope_version: envelopeVersion,
    source: {
      manifest_id: job.source ?? null,
      manifest_version: job.provenance?.manifestVersion ?? null,
      url: page.url,
      final_url: fetched.url,
      domain: new URL(page.url).hostname,
      canonical_url: content.canonicalUrl,
      regulatory_domain: textIn(job, 'regulatory_domain'),
      citation: textIn(job, 'citation'),
      jurisdiction: textIn(job, 'jurisdiction'),
      source_type: textIn(job, 'source_type'),
      agency: textIn(job, 'agency'),
      group: facts.group,
      ...(job.provenance?.metadata === undefined ? {} : { metadata: job.provenance.metadata }),
    },
    scrape: {
      timestamp: new Date(facts.at).toISOString(),
      engine: 'gleaner',
      engine_version: facts.engineVersion,
      method: job.request.crawl !== undefined ? 'crawl' : 'scrape',
      tier: fetched.tier,
      ...(fetched.fetcher === undefined ? {} : { fetcher: fetched.fetcher }),
      fall_through: (page.fallThrough ?? []).map(({ tier, reason, detail }) => ({ tier, reason, detail })),
      http_status: fetched.status,
      content_type: fetched.headers['content-type'] ?? null,
      response_time_ms: Math.round(fetched.ms),
      retry_count: page.attempts,
      credits_consumed: creditsSpent(fetched.requests ?? []),
      parent_crawl_id: job.request.crawl !== undefined ? job.id : null,
      depth: page.depth,
      ...(facts.capturesKey === undefined ? {} : { captures_key: facts.capturesKey }),
      requests: [...(fetched.requests ?? [])],
    },
    content: {
      format: facts.format,
      body: content.markdown,
      body_html: facts.html,
      ...(content.html === undefined ? {} : { body_main_html: content.html }),
      body_length_chars: content.markdown.length,
      body_length_tokens_approx: Math.ceil(content.markdown.length / charactersPerToken),
      language: content.language,
      encoding: facts.encoding,
      ...(isSelection(facts) ? { is_selection: true as const } : {}),
      warnings: [...content.warnings],
      page_kind: content.pageKind,
      kept: content.keptText.kept,
      dropped: droppedByRule(content.keptText),
    },
    ...(facts.api === undefined ? {} : { api: facts.api }),
    integrity: {
      content_hash: content.contentHash,
      html_hash: facts.htmlHash,
      simhash: facts.simhash,
      previous_content_hash: change.type === 'new' ? null : change.previousHash,
      content_changed: change.type !== 'unchanged',
      change_type: change.type,
    },
    ...(facts.attributes === undefined ? {} : { attributes: [...facts.attributes] }),
    page_metadata: {
      title: content.title,
      headline: content.headline,
      site_name: content.siteName,
      description: content.description,
      keywords: content.keywords,
      author: content.author,
      authors: [...content.authors],
      published_date: content.publishedTime,
      modified_date: content.modifiedTime,
      og_title: content.og.title,
      og_description: content.og.description,
      og_image: content.og.image,
      og_url: content.og.url,
      og_site_name: content.og.siteName,
      og_locale: content.og.locale,
      robots: content.robots,
      favicon: content.favicon,
      metas: content.metas,
      ...(content.cut.length === 0 ? {} : { cut: [...content.cut] }),
      links_outbound: linksOf(content, ({ hidden, isInternal }) => hidden !== true && !isInternal),
      links_internal: linksOf(content, ({ hidden, isInternal }) => hidden !== true && isInternal),
      ...(content.links.some(({ hidden }) => hidden === true)
        ? { links_hidden: linksOf(content, ({ hidden }) => hidden === true) }
        : {}),
      images: content.images,
    },
    processing: processingHints(content),
    audit: auditOf(facts),
  };
};
