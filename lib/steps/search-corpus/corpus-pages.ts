import { failure, type Failure } from '../../failure.ts';
import { envelopeSchema, type Envelope } from '../../envelope/envelope.ts';
import { canonicalTypedUrl, typedUrl } from '../../frontier/canonical-url.ts';
import { writeChangesCursor, type ChangesCursor } from '../../request/corpus-search-request.ts';
import type { CorpusStore } from '../../store/corpus/corpus-store.ts';
import type { CorpusVersion } from '../../store/corpus/read-corpus.ts';
import { getObject, type Objects } from '../../store/objects.ts';
import { askStore, type SearchDependencies } from './search-corpus.ts';

/** One version of a page, with its Markdown. */
export interface PageVersion {
  readonly url: string;
  readonly title: string;
  readonly seen_at: string;
  readonly since: string;
  readonly envelope_key: string;
  /** Text of a page: untrusted content. */
  readonly markdown: string;
}

export type PageVersionRead =
  | { readonly ok: true; readonly page: PageVersion }
  | { readonly ok: false; readonly failure: Failure };

/** A page that changed, and since when it has its present content or is gone. */
export interface ChangedPage {
  readonly url: string;
  readonly title: string;
  readonly since: string;
  readonly state: 'live' | 'deleted';
}

const iso = (at: number): string => new Date(at).toISOString();

/** Parses an envelope from its object; null if it is not one. */
const parseEnvelope = (text: string): Envelope | null => {
  try {
    return envelopeSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

/** Returns the addresses by which a corpus may know a page: as given, as a request is fetched, and as a link is. */
const spellingsOf = (url: string): string[] => [
  ...new Set([url, typedUrl(url), canonicalTypedUrl(url)].filter((each) => each !== null)),
];

/** Finds the version of a page in any spelling of its URL; null if there is none. */
const findSpelled = async (
  corpus: CorpusStore,
  url: string,
  asOf: number | null,
): Promise<CorpusVersion | null> => {
  for (const spelling of spellingsOf(url)) {
    const version = await corpus.findVersion(spelling, asOf);
    if (version !== null) return version;
  }
  return null;
};

/** Reads the version of a page that is shown now, or was at a given time (milliseconds). */
export const readPageVersion = async (
  dependencies: SearchDependencies & { readonly envelopes: Objects },
  url: string,
  asOf: number | null,
): Promise<PageVersionRead> => {
  const found = await askStore(dependencies, (corpus) => findSpelled(corpus, url, asOf));
  if (!found.ok) return found;
  const version = found.value;
  const refuse = (why: string): PageVersionRead => ({
    ok: false,
    failure: failure('PAGE_NOT_FOUND', `Cannot read ${url} in the corpus ${dependencies.name}: ${why}`),
  });
  if (version === null)
    return refuse(asOf === null ? 'it has no such page' : `it had no such page at ${iso(asOf)}`);
  if (version.deleted === 1) return refuse(`the page is gone since ${iso(version.since)}`);
  const text = await askStore(dependencies, () => getObject(dependencies.envelopes, version.envelope_key));
  if (!text.ok) return text;
  const envelope = text.value === null ? null : parseEnvelope(text.value);
  if (envelope === null) return refuse('its envelope is not kept any more');
  const { title, since, at, envelope_key } = version;
  return {
    ok: true,
    page: {
      url: version.url,
      title,
      seen_at: iso(at),
      since: iso(since),
      envelope_key,
      markdown: envelope.content.body,
    },
  };
};

const asChanged = ({ url, title, since, deleted }: CorpusVersion): ChangedPage => ({
  url,
  title,
  since: iso(since),
  state: deleted === 1 ? 'deleted' : 'live',
});

/** Pages that changed, newest first. */
export interface ChangedPages {
  readonly pages: readonly ChangedPage[];
  /** How many more changed before these. */
  readonly remaining: number;
  /** Where to go on from; null if no more changed. */
  readonly cursor: string | null;
}

/** Lists pages that got their present content, or were removed, at or after a time; newest first, behind a cursor. */
export const listChangedPages = async (
  dependencies: SearchDependencies,
  { since, count, after = null }: { since: number; count: number; after?: ChangesCursor | null },
): Promise<
  { readonly ok: true; readonly changed: ChangedPages } | { readonly ok: false; readonly failure: Failure }
> => {
  const found = await askStore(dependencies, (corpus) => corpus.listChanged(since, count, after));
  if (!found.ok) return found;
  const { versions, remaining } = found.value;
  const last = versions.at(-1);
  const cursor = remaining === 0 || last === undefined ? null : writeChangesCursor(last);
  return { ok: true, changed: { pages: versions.map(asChanged), remaining, cursor } };
};
