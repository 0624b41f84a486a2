import type { CorpusPage } from '../../ingest/corpus-page.ts';
import { isNewer } from '../../ingest/newer-version.ts';

/** A version of a page that a corpus holds: from when it was valid until when, in milliseconds. */
export interface HeldVersion {
  readonly since: number;
  /** Null: it still is. */
  readonly until: number | null;
  /** When it was written last. */
  readonly at: number;
  readonly envelope_key: string;
  readonly content_hash: string;
  readonly title: string;
  readonly language: string;
  readonly deleted: number;
}

/** The columns of `HeldVersion`. */
export const heldColumns = 'since, until, at, envelope_key, content_hash, title, language, deleted';

/** Where a version comes into a page's history. Times are in milliseconds. */
export interface PastInsertion {
  readonly kind: 'insert';
  readonly from: number;
  readonly until: number;
  /** The version that ends where this one begins; null if this is the first. */
  readonly cut: HeldVersion | null;
  /** The version that was cut was written again later, so it goes on where this one ends. */
  readonly goesOn: boolean;
  /** The version after it has the same content, so that one begins earlier. */
  readonly isNext: boolean;
}

/** How a version that is not the current one comes into a page's history. */
type PastPlan =
  | { readonly kind: 'nothing' }
  /** The version of then has this content: it was written again. */
  | { readonly kind: 'seen'; readonly version: HeldVersion }
  | PastInsertion;

const hasContent = (held: HeldVersion, page: CorpusPage): boolean =>
  held.content_hash === page.contentHash &&
  held.title === page.title &&
  held.deleted === (page.isDeleted ? 1 : 0);

const nothing = { kind: 'nothing' } as const;

/**
 * Decides how a version that is older than the current one comes among the versions of its page. Of a version that was
 * written several times, only the first and the last time are known: another that comes between them ends at the last.
 *
 * @param versions all that the corpus holds of the page; each ends where the next begins.
 * @param before versions that ended before this time are forgotten.
 */
export const planPastVersion = (
  page: CorpusPage,
  versions: readonly HeldVersion[],
  before: number,
): PastPlan => {
  const { at: from } = page;
  const cut = versions.find(({ since, until }) => since <= from && (until === null || until > from)) ?? null;
  const next = versions
    .filter(({ since }) => since > from)
    .reduce<HeldVersion | null>(
      (one, other) => (one === null || other.since < one.since ? other : one),
      null,
    );
  if (cut !== null) {
    const isLater = isNewer(page, { at: cut.at, envelopeKey: cut.envelope_key });
    if (hasContent(cut, page)) return isLater ? { kind: 'seen', version: cut } : nothing;
    // Of two versions of one time, the other counts.
    if (!isLater && (cut.at === from || cut.since === from)) return nothing;
  }
  const goesOn = cut !== null && cut.at > from;
  const until = goesOn ? cut.at : (next?.since ?? null);
  if (until === null || until < before) return nothing;
  const isNext = !goesOn && next !== null && hasContent(next, page);
  return { kind: 'insert', from, until, cut, goesOn, isNext };
};

/** What becomes of a passage of a page when a version without it is put into a part of its time. */
export type PassagePart = 'whole' | 'before' | 'after' | 'both' | 'none';

/** Says which parts of a passage's time lie outside the time of a version. `whole`: it holds for all of that time. */
export const partsOutside = (
  { since, until }: Pick<HeldVersion, 'since' | 'until'>,
  isWanted: boolean,
  time: { readonly from: number; readonly until: number },
): PassagePart => {
  const isBefore = since < time.from;
  const isAfter = until === null || until > time.until;
  if (isWanted && since <= time.from && (isAfter || until === time.until)) return 'whole';
  if (isBefore) return isAfter ? 'both' : 'before';
  return isAfter ? 'after' : 'none';
};
