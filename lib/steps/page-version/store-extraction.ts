import { createHash } from 'node:crypto';
import { getObject, putObjectOnce, type Objects } from '../../store/objects.ts';
import { failure, type Failure } from '../../failure.ts';
import type { EndFacts, ContentPage } from '../../frontier/page.ts';
import type { EndCounts } from '../../job/end-counts.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { missingBecause } from '../../extract/model/gaps.ts';
import type { Extraction } from '../../extract/model/page-extraction.ts';
import { draftSchema, type Draft } from '../../envelope/draft.ts';
import { envelopeKey, envelopeOwner, hashVersion } from '../../envelope/envelope-key.ts';
import { envelopeSchema, type Envelope } from '../../envelope/envelope.ts';
import { extractedPart } from '../../envelope/latest.ts';
import { versionItems, type VersionItem } from '../../envelope/version-items.ts';

/** What keeping an extraction needs. */
export interface StoreDependencies {
  readonly envelopes: Objects;
  readonly now: () => number;
}

/** A page as extraction finds it: its draft, or an older envelope that already holds the answer. */
export type FetchedPage =
  | { readonly kind: 'draft'; readonly draft: Draft }
  | { readonly kind: 'answered'; readonly key: string; readonly extraction: Extraction };

/** Reads what was fetched of a page; null if that has expired. `spec`: the hash of what is asked of it. */
export const readFetchedPage = async (
  { envelopes }: StoreDependencies,
  page: ContentPage,
  spec: string,
): Promise<FetchedPage | null> => {
  const key = page.draftKey ?? page.envelopeKey;
  const text = key === undefined ? null : await getObject(envelopes, key);
  if (key === undefined || text === null) return null;
  const found: unknown = JSON.parse(text);
  if (page.draftKey !== undefined) return { kind: 'draft', draft: draftSchema.parse(found) };
  const { extraction } = envelopeSchema.parse(found);
  return extraction?.order === spec ? { kind: 'answered', key, extraction } : null;
};

const extracted: ReadonlySet<string> = new Set(['json', 'extract', 'summary']);

/** Whether the page was also asked for something that extraction does not make. Then the page is delivered. */
export const wantsElse = ({ kind, request }: Pick<Job, 'kind' | 'request'>): boolean =>
  kind !== 'extract' && request.scrape.formats.some((format) => !extracted.has(format));

/** How the page ends: attributes of the page, counters and items that change with it; or why it cannot be kept. */
export type StoredExtraction =
  | {
      readonly kind: 'kept';
      readonly key: string;
      readonly facts: EndFacts;
      readonly counts: EndCounts;
      readonly items: readonly VersionItem[];
    }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Hashes the content and the extraction: the same content may answer another question. */
const answeredHash = (
  { integrity }: Envelope,
  { order: spec, value, summary, changes }: Extraction,
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        integrity.content_hash,
        spec,
        value,
        ...[summary, changes].filter((part) => part !== undefined),
      ]),
    )
    .digest('hex');

/**
 * Writes the page's envelope with its extraction. A page that was answered from an older envelope keeps that one.
 * Harmless to repeat.
 */
export const storeExtraction = async (
  dependencies: StoreDependencies,
  job: Pick<Job, 'id' | 'team' | 'source' | 'request'>,
  page: ContentPage,
  fetched: FetchedPage,
  extraction: Extraction,
): Promise<StoredExtraction> => {
  const unchanged = page.changeType === 'unchanged' ? { unchanged: 1 } : {};
  if (fetched.kind === 'answered')
    return { kind: 'kept', key: fetched.key, facts: {}, counts: unchanged, items: [] };
  const { draft } = fetched;
  const envelope = envelopeSchema.parse({ ...draft.envelope, extraction });
  const body = JSON.stringify(envelope);
  if (body.length > limits.envelopeBytesMax) {
    const message =
      `Cannot stage ${page.url}: its envelope has ${body.length} bytes, at most ` +
      `${limits.envelopeBytesMax} are stored`;
    return { kind: 'refused', failure: failure('ENVELOPE_TOO_LARGE', message) };
  }
  const at = Date.parse(envelope.scrape.timestamp);
  const key = envelopeKey({
    url: page.url,
    at,
    ...envelopeOwner(job),
    versionHash: hashVersion(answeredHash(envelope, extraction), at, draft.before),
  });
  await putObjectOnce(dependencies.envelopes, key, body, 'application/json');
  const why = missingBecause(extraction);
  const isWhole =
    extraction.lacking === undefined &&
    extraction.gaps === undefined &&
    (extraction.open.length === 0 || extraction.model !== null);
  const { parts = [] } = draft.version;
  const version = {
    ...draft.version,
    envelopeKey: key,
    parts: isWhole ? [...parts, extractedPart(extraction.order)] : parts,
  };
  return {
    kind: 'kept',
    key,
    facts: { envelopeKey: key, envelopeBytes: body.length, ...(why === null ? {} : { extractionGap: why }) },
    counts: unchanged,
    items: versionItems(job, page, version),
  };
};
