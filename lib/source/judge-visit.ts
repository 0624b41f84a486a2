import { canonicalUrl } from '../frontier/canonical-url.ts';
import type { ContentPage } from '../frontier/page.ts';
import { sourceLimits } from '../limits/source-limits.ts';
import type { SnapshotLine } from './snapshot.ts';

/**
 * What a visit says about its page. Only an answer of the page's own URL says that the page is gone or has moved. A
 * missing link, a limit that was reached, or a host that was down says nothing.
 */
export type PageVerdict =
  | { readonly kind: 'there' }
  /** `sure`: the server says that it will not come back (410). */
  | { readonly kind: 'gone'; readonly sure: boolean }
  /** The name of its host does not exist. */
  | { readonly kind: 'no-host' }
  /** It redirects for good (301, 308). */
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'unreachable' };

/** One visit of a page: the facts that concern its source. */
export interface Visit {
  readonly url: string;
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly verdict: PageVerdict;
  readonly depth: number;
  readonly title?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly envelope?: string | undefined;
  readonly contentHash?: string | undefined;
  /** Whether the manifest, or a page or sitemap of its run, names it; undefined if the run cannot tell. */
  readonly isLinked?: boolean | undefined;
  /** Whether its source itself names it: as the URL of a scrape, or in its list. */
  readonly isNamed?: boolean | undefined;
  /** In a crawl, the hash of the address to which its own leads for good. */
  readonly toHash?: string | undefined;
  /** Where it was read, for an address that leads there for good and is followed (`follow-move.ts`). */
  readonly movedTo?: string | undefined;
  /** Whether the content differs from the version before, with both read in the same way. */
  readonly isModified: boolean;
}

const permanent: ReadonlySet<number> = new Set([301, 308]);

/**
 * Returns the permanent target of the page's own answer; null for a temporary redirect, or one to another spelling of
 * the same URL.
 */
const leadsTo = ({ url, finalUrl, requests = [] }: ContentPage): string | null => {
  if (finalUrl === undefined || finalUrl === url) return null;
  if ((canonicalUrl(finalUrl) ?? finalUrl) === (canonicalUrl(url) ?? url)) return null;
  const own = requests.findLast((line) => line.url === undefined || line.url === url);
  return own?.reason === 'redirect' && permanent.has(own.status ?? 0) ? finalUrl : null;
};

/**
 * What a page's own answer says of whether it is to be kept any longer: that it is not there, or that nobody may index
 * it. A page that once asked not to be indexed may not be found in a search for ever.
 */
const notToBeKept: ReadonlySet<string> = new Set(['HTTP_NOT_FOUND', 'SOFT_NOT_FOUND', 'ROBOTS_NOINDEX']);

const verdictOn = (page: ContentPage): PageVerdict | null => {
  switch (page.state) {
    case 'admitted':
    case 'fetched':
      return null;
    case 'done': {
      const to = leadsTo(page);
      return to === null ? { kind: 'there' } : { kind: 'moved', to };
    }
    case 'skipped':
      // It was not requested: a limit, a budget or the end of the job came first, or its family is exhausted.
      return page.code === 'REDIRECT_OUT_OF_SCOPE' ? { kind: 'unreachable' } : null;
    case 'failed':
    case 'blocked':
      if (page.code === 'HTTP_GONE') return { kind: 'gone', sure: true };
      if (notToBeKept.has(page.code ?? '')) return { kind: 'gone', sure: false };
      return page.code === 'DNS_NOT_FOUND' ? { kind: 'no-host' } : { kind: 'unreachable' };
  }
};

/**
 * Judges a page of a run that ended; null if the page was not requested. `hash` is that of its URL, whatever identity
 * its job gave it.
 */
export const judgeVisit = (
  page: ContentPage,
  hash: string,
  endedAt: number,
  isLinked?: boolean,
): Visit | null => {
  const verdict = verdictOn(page);
  if (verdict === null) return null;
  return {
    url: page.url,
    hash,
    at: page.finishedAt ?? endedAt,
    verdict,
    depth: page.depth,
    title: page.title,
    status: page.status,
    code: page.state === 'done' ? undefined : page.code,
    envelope: page.envelopeKey,
    contentHash: page.contentHash,
    isLinked,
    isModified: page.changeType === 'modified',
  };
};

/** When a page counts as gone. */
export interface DeletionRules {
  /** Least number of visits in a row that find it gone; least milliseconds between the first and the last of them. */
  readonly confirm: number;
  readonly afterMs: number;
  /**
   * If very many are gone at once: `hold` them until a person accepts it, or `confirm` once a complete run a day later
   * finds the same.
   */
  readonly mass: 'hold' | 'confirm';
}

export const deletionDefaults: DeletionRules = { confirm: 2, afterMs: 24 * 60 * 60_000, mass: 'hold' };

/** Visits in a row that speak against a page. */
export type Misses = NonNullable<SnapshotLine['misses']>;
/** What a visit may say against a page. */
export type Against = Extract<PageVerdict, { kind: 'gone' | 'no-host' | 'moved' }>;

/** Counts one more visit that speaks against a page. Two visits in one moment count as one. */
export const oneMoreMiss = (line: SnapshotLine, verdict: Against, at: number): Misses => {
  const { misses, lastVisit } = line;
  if (at === lastVisit && misses !== undefined) return misses;
  // Other evidence starts a new count: a page that moved after it was missing was there in between.
  const to = verdict.kind === 'moved' ? { to: verdict.to } : {};
  if (misses?.why !== verdict.kind) return { n: 1, since: at, why: verdict.kind, ...to };
  return { ...misses, n: misses.n + 1, ...to };
};

/** Says whether the misses of a page are enough to take it to be gone. */
export const isConfirmed = (misses: Misses, verdict: Against, at: number, rules: DeletionRules): boolean => {
  if (verdict.kind === 'gone' && verdict.sure) return true;
  const wanted = verdict.kind === 'no-host' ? Math.max(rules.afterMs, sourceLimits.noHostMs) : rules.afterMs;
  return misses.n >= rules.confirm && at - misses.since >= wanted;
};
