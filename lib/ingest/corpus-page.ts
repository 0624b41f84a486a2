import { createHash } from 'node:crypto';
import type { Envelope } from '../envelope/envelope.ts';
import { embedderName, type EmbedderChoice } from './embed/choose-embedder.ts';
import { embeddedText, vectorKey } from './embed/embedded-text.ts';
import { limits } from '../limits/limits.ts';
import { passageId } from './document-id.ts';
import { defaultTeam } from './team-corpus.ts';
import { splitPassages, type PassageSizes } from './passages.ts';

/** Facts about a page besides its text, flat and without nulls, as vector stores take metadata. */
export type PageMetadata = Readonly<Record<string, string | number>>;

/** One version of a page in the form for a corpus. */
export interface CorpusPage {
  readonly url: string;
  /**
   * When it was fetched, in milliseconds since 1970. Of two versions the later one counts; of two with the same time,
   * the one with the greater key.
   */
  readonly at: number;
  readonly envelopeKey: string;
  /** A page that is gone has no passages, but a tombstone, so that no older version brings it back. */
  readonly isDeleted: boolean;
  readonly contentHash: string;
  readonly title: string;
  readonly metadata: PageMetadata;
  /** Facts by which searches filter pages. */
  readonly language: string;
  readonly host: string;
  /** Ids of the sources that read it, in order, with a blank between them; empty if none did. */
  readonly source: string;
  readonly group: string;
  readonly agency: string;
  /** The worth of the page's group compared with others, 0 to 1; 1 if it is in no group. */
  readonly weight: number;
  readonly passages: readonly CorpusPassage[];
  /** The job that fetched it, and the team whose job it was. */
  readonly job: string;
  readonly team: string;
}

/** A passage as it is stored. */
export interface CorpusPassage {
  readonly id: string;
  /** Equal for passages that are stored with the same page, language, title, section and text. */
  readonly hash: string;
  readonly sectionPath: readonly string[];
  readonly headingLevel: number;
  readonly text: string;
  readonly tokens: number;
  /** Name of its vector (`embed/embedded-text.ts`). */
  readonly vectorKey: string;
}

/** Returns the text of a passage for a model. */
export const passageText = ({ title }: Pick<CorpusPage, 'title'>, passage: CorpusPassage): string =>
  embeddedText(title, passage.sectionPath, passage.text);

/** Tokens, of those that a model takes, for a passage's headings besides its text. */
const placeTokens = 40;

/** Returns how long passages are: as people read them, and no longer than an embedder takes. */
export const passageSizes = (embedder: EmbedderChoice | null = null): PassageSizes => {
  const { passageTokensTarget, passageTokensMax, passageTokensMin } = limits;
  const room = embedder === null ? Infinity : Math.floor(embedder.tokensMax * 0.9) - placeTokens;
  const max = Math.min(passageTokensMax, room);
  const target = Math.min(passageTokensTarget, max);
  return { target, max, min: Math.min(passageTokensMin, target) };
};

/** Version of the way in which passages are cut and their words indexed; pages with another one are indexed again. */
const passageVersion = '6';

/**
 * Returns how passages are made. A page that a corpus holds in another shape is made again from its envelope, even if
 * the page has not changed.
 */
export const corpusShape = (embedder: EmbedderChoice | null = null): string => {
  const { target, max, min } = passageSizes(embedder);
  return [passageVersion, target, max, min, embedder === null ? 'none' : embedderName(embedder)].join('/');
};

const flat = (fields: Readonly<Record<string, string | number | null | undefined>>): PageMetadata =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, string | number] => field[1] !== null && field[1] !== undefined,
    ),
  );

const metadataOf = (envelope: Envelope, key: string): PageMetadata => {
  const { source, scrape, page_metadata: page, content } = envelope;
  return {
    source: source.url,
    source_url: source.url,
    title: page.headline ?? page.title ?? '',
    description: page.description ?? '',
    status_code: scrape.http_status,
    crawl_timestamp: scrape.timestamp,
    internal_links_count: page.links_internal.length,
    external_links_count: page.links_outbound.length,
    source_type: 'web_crawl',
    ...flat({
      final_url: source.final_url === source.url ? null : source.final_url,
      language: content.language,
      content_hash: envelope.integrity.content_hash,
      source_id: source.manifest_id,
      group: source.group?.name,
      weight: source.group?.weight,
      agency: source.agency,
      citation: source.citation,
      jurisdiction: source.jurisdiction,
      regulatory_domain: source.regulatory_domain,
      published: page.published_date,
      modified: page.modified_date,
      author: page.author,
      tier: scrape.tier,
      envelope_key: key,
    }),
  };
};

/** Removes the one character that databases refuse in a text, and that people do not read. */
const readable = (text: string): string => text.replaceAll('\0', ' ');

/** The passages of a text that can be found, and the number of passages beyond the limit. */
interface CutText {
  readonly passages: CorpusPassage[];
  readonly leftOut: number;
}

/** Returns the passages of a text with their ids; equal texts of one page are told apart by their order. */
const cutText = (
  corpus: string,
  page: {
    readonly url: string;
    readonly title: string;
    readonly text: string;
    readonly isMarkdown: boolean;
    readonly language?: string;
  },
  sizes: PassageSizes = passageSizes(),
): CutText => {
  const seen = new Map<string, number>();
  const all = splitPassages(readable(page.text), sizes, page.isMarkdown).filter(
    ({ text }) => text.trim() !== '',
  );
  const passages = all
    .slice(0, limits.passagesPerPageMax)
    .map(({ text, sectionPath, headingLevel, tokens }) => {
      const ordinal = seen.get(text) ?? 0;
      seen.set(text, ordinal + 1);
      const id = passageId(corpus, page.url, text, ordinal);
      const told = JSON.stringify([
        passageVersion,
        page.language ?? '',
        page.title,
        sectionPath,
        headingLevel,
        text,
        ordinal,
      ]);
      const hash = createHash('sha256').update(told).digest('hex').slice(0, 32);
      const key = vectorKey(embeddedText(page.title, sectionPath, text));
      return { id, hash, sectionPath, headingLevel, text, tokens, vectorKey: key };
    });
  return { passages, leftOut: all.length - passages.length };
};

/** Returns the passages of a text that can be found. */
export const corpusPassages = (...cut: Parameters<typeof cutText>): CorpusPassage[] =>
  cutText(...cut).passages;

/** Makes a page of a corpus from its envelope. */
export const pageOfEnvelope = (
  corpus: string,
  envelope: Envelope,
  key: string,
  sizes: PassageSizes = passageSizes(),
): CorpusPage => {
  const { source, scrape, content, integrity, page_metadata: page } = envelope;
  const title = readable(page.headline ?? page.title ?? '');
  const isDeleted = integrity.change_type === 'deleted';
  const isMarkdown = content.format === 'markdown';
  const { passages, leftOut } = isDeleted
    ? { passages: [], leftOut: 0 }
    : cutText(
        corpus,
        { url: source.url, title, language: content.language ?? '', text: content.body, isMarkdown },
        sizes,
      );
  return {
    url: source.url,
    at: Date.parse(scrape.timestamp),
    envelopeKey: key,
    isDeleted,
    contentHash: integrity.content_hash,
    title,
    metadata: {
      ...metadataOf(envelope, key),
      // If a part of the page cannot be found, every hit of the page says so.
      ...(leftOut === 0 ? {} : { passages_left_out: leftOut }),
    },
    language: content.language ?? '',
    host: new URL(source.url).host,
    source: source.manifest_id ?? '',
    group: source.group?.name ?? '',
    agency: source.agency ?? '',
    weight: source.group?.weight ?? 1,
    job: envelope.audit.scrape_run_id,
    team: envelope.audit.team ?? defaultTeam,
    passages,
  };
};
