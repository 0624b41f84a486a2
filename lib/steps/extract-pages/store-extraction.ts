import { createHash } from 'node:crypto';
import { getObject, putObjectOnce, type Objects } from '../../store/objects.ts';
import { failure, type Failure } from '../../failure.ts';
import type { PageResult } from '../../fetch/tier/fetched.ts';
import type { Page } from '../../frontier/page.ts';
import type { RunningJob } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import type { Extraction } from '../../extract/model/page-extraction.ts';
import { draftSchema, type Draft } from '../../envelope/draft.ts';
import { envelopeKey } from '../../envelope/envelope-key.ts';
import { envelopeSchema, type Envelope } from '../../envelope/envelope.ts';
import { historyPuts } from '../../envelope/history.ts';
import { extractedPart } from '../../envelope/latest.ts';
import { unchangedPuts } from '../page-version/unchanged-puts.ts';

/** What keeping an extraction touches. */
export interface StoreDependencies {
  readonly envelopes: Objects;
  readonly now: () => number;
}

/** A page as extraction finds it: what was read of it, or an older envelope that holds the answer already. */
export type FetchedPage =
  | { readonly kind: 'draft'; readonly draft: Draft }
  | { readonly kind: 'answered'; readonly key: string; readonly extraction: Extraction };

/** Reads what was fetched of a page; null where that has expired. `spec`: the hash of what is asked of it. */
export const readFetchedPage = async (
  { envelopes }: StoreDependencies,
  page: Page,
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

/** The page's end: attributes of the page, counters and items that change with it; or why it cannot be kept. */
export type StoredExtraction =
  | {
      readonly kind: 'kept';
      readonly key: string;
      readonly attributes: Readonly<Record<string, unknown>>;
      readonly counts: Readonly<Record<string, number>>;
      readonly puts: Extract<PageResult, { kind: 'kept' }>['puts'];
    }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Of the content and of what was extracted from it: the same content may answer another question. */
const versionHash = ({ integrity }: Envelope, { order: spec, value, summary, changes }: Extraction): string =>
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
 * Writes the page's envelope with what was extracted. One that was answered out of an older envelope stays with that. Writing
 * twice writes once.
 */
export const storeExtraction = async (
  dependencies: StoreDependencies,
  job: RunningJob,
  page: Page,
  fetched: FetchedPage,
  extraction: Extraction,
): Promise<StoredExtraction> => {
  const unchanged = page.changeType === 'unchanged' ? { unchanged: 1 } : {};
  if (fetched.kind === 'answered')
    return { kind: 'kept', key: fetched.key, attributes: {}, counts: unchanged, puts: [] };
  const { draft } = fetched;
  const envelope = envelopeSchema.parse({ ...draft.envelope, extraction });
  const body = JSON.stringify(envelope);
  if (body.length > limits.envelopeBytesMax) {
    const message = `Cannot stage ${page.url}: its envelope has ${body.length} bytes, at most ${limits.envelopeBytesMax} are stored`;
    return { kind: 'refused', failure: failure('ENVELOPE_TOO_LARGE', message) };
  }
  const at = Date.parse(envelope.scrape.timestamp);
  const key = envelopeKey({
    url: page.url,
    at,
    owner: job.source ?? job.id,
    contentHash: versionHash(envelope, extraction),
  });
  await putObjectOnce(dependencies.envelopes, key, body, 'application/json');
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
  const puts = unchangedPuts(job, page, version, draft.visit);
  return {
    kind: 'kept',
    key,
    attributes: { envelopeKey: key, envelopeBytes: body.length },
    counts: unchanged,
    puts: [...(page.changeType === 'unchanged' ? puts : puts.slice(0, 1)), ...historyPuts(job, version)],
  };
};
