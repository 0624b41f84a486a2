import { canonicalTypedUrl } from '../frontier/canonical-url.ts';
import { linkMark, readLinkNotes } from '../frontier/link-marks.ts';
import { isContentPage, pageHash, type ContentPage, type Page } from '../frontier/page.ts';
import { isOver, type Job } from '../job/job.ts';
import type { FoldedRun } from './fold-snapshot.ts';
import { deletionDefaults, judgeVisit, type DeletionRules, type Visit } from './judge-visit.ts';
import { spanMs } from './span.ts';
import type { ManifestSource } from './resolve-sources.ts';
import { countStandings, hashSnapshot, isUnlinked } from './snapshot.ts';
import type { RunHealth } from './alerts/run-health.ts';
import type { SourceRunRecord } from './source-run.ts';

type EndedJob = Exclude<Job, { status: 'running' }>;

/**
 * Returns the identity of a page within a source: the hash of its canonical URL with its route, whatever identity pages
 * have within a job.
 */
export const sourcePageHash = (url: string): string => pageHash(canonicalTypedUrl(url) ?? url);

/**
 * Says whether the manifest, a page or sitemap of that run, or a redirect names a page; undefined if the run cannot
 * tell: it is no crawl, follows only some links, or has pages without notes of their links.
 */
const judgeLinks = (
  { kind, leftSame = 0 }: Pick<EndedJob, 'kind' | 'leftSame'>,
  pages: readonly Page[],
): ((page: ContentPage, hash: string) => boolean | undefined) => {
  if (kind !== 'crawl') return () => undefined;
  const notes = pages.filter(({ kind: of, state }) => of !== 'reserve' && state === 'done');
  const marks = leftSame > 0 ? null : readLinkNotes(notes.map(({ links }) => links));
  const redirected = new Set(
    pages.flatMap(({ url, finalUrl = url }) => (finalUrl === url ? [] : [sourcePageHash(finalUrl)])),
  );
  // A page with a parent was found through a link on the parent.
  return ({ depth, parent, hash }, ownHash) =>
    depth === 0 ||
    parent !== undefined ||
    redirected.has(ownHash) ||
    (marks === null ? undefined : marks.has(linkMark(hash)));
};

/** Returns the identities of the pages that a source names one by one: none for a crawl, which finds its pages. */
const namedPages = (source: Pick<ManifestSource, 'method' | 'url' | 'urls'> | undefined): Set<string> => {
  if (source === undefined || source.method === 'crawl') return new Set();
  const { url, urls = [] } = source;
  return new Set([...urls, ...(url === undefined ? [] : [url])].map(sourcePageHash));
};

/**
 * Returns what the requested pages of a run say.
 *
 * @param source What the manifest says of the source now; undefined if it was removed.
 */
export const judgeVisits = (
  job: Pick<EndedJob, 'endedAt' | 'kind' | 'leftSame'>,
  pages: readonly Page[],
  source?: Pick<ManifestSource, 'method' | 'url' | 'urls'>,
): Visit[] => {
  const isLinked = judgeLinks(job, pages);
  const named = namedPages(source);
  return pages
    .filter((page) => isContentPage(page))
    .flatMap((page) => {
      const hash = sourcePageHash(page.url);
      const visit = judgeVisit(page, hash, job.endedAt, isLinked(page, hash));
      if (visit === null) return [];
      const { verdict } = visit;
      const leads = job.kind === 'crawl' && verdict.kind === 'moved';
      return {
        ...visit,
        isNamed: named.has(hash),
        ...(leads ? { toHash: sourcePageHash(verdict.to) } : {}),
      };
    });
};

/** Says whether a run left pages out because it could not pay for them. */
export const leftUnpaid = (pages: readonly Page[]): boolean =>
  pages.some(
    ({ kind, state, code }) => kind === 'page' && state === 'skipped' && code === 'BUDGET_EXHAUSTED',
  );

/** Says whether every page that a run found was requested. */
export const isCompleteRun = (job: Job, outcome: string): boolean =>
  isOver(job) &&
  outcome === 'completed' &&
  job.code === undefined &&
  job.abandoned <= 0 &&
  (job.reserved ?? 0) === 0 &&
  // A batch has as many places as pages; a crawl that filled its places may have left some pages out.
  (job.kind === 'batch' || job.done < job.limit);

/** Returns the rules by which a source's pages count as gone. */
export const deletionRules = (source: Pick<ManifestSource, 'deletion'> | undefined): DeletionRules => {
  const { confirm, after, mass } = source?.deletion ?? {};
  return {
    confirm: confirm ?? deletionDefaults.confirm,
    afterMs: after === undefined ? deletionDefaults.afterMs : spanMs(after),
    mass: mass ?? deletionDefaults.mass,
  };
};

const countKinds = ({ changes }: FoldedRun): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of changes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

/** Counts pages by state, and the present pages that no page links to. */
const countPages = ({ lines }: FoldedRun): Record<string, number> => {
  const unlinked = lines.filter((line) => isUnlinked(line)).length;
  return { ...countStandings(lines), ...(unlinked === 0 ? {} : { unlinked }) };
};

/** Makes the record of a run for its source. */
export const makeRunRecord = (
  job: EndedJob,
  end: { readonly outcome: SourceRunRecord['outcome']; readonly code?: string },
  run: {
    readonly folded: FoldedRun;
    readonly visited: number;
    readonly parent: string | undefined;
    readonly isComplete: boolean;
    readonly snapshotKey: string;
    readonly changesKey: string | undefined;
    readonly health: RunHealth;
    /** Dollars; null if they are not known. */
    readonly cost: number | null;
  },
): SourceRunRecord => {
  const { folded, visited, parent, isComplete, snapshotKey, changesKey, health, cost } = run;
  const code = end.code ?? job.code;
  const contentHash = hashSnapshot(folded.lines);
  return {
    job: job.id,
    ...(parent === undefined ? {} : { parent }),
    startedAt: job.createdAt,
    endedAt: job.endedAt,
    outcome: end.outcome,
    ...(code === undefined ? {} : { code }),
    trigger: job.trigger ?? 'api',
    ...(job.provenance?.manifestVersion === undefined
      ? {}
      : { manifestVersion: job.provenance.manifestVersion }),
    isComplete,
    visited,
    changes: countKinds(folded),
    standings: countPages(folded),
    held: folded.held,
    health,
    ...(cost === null ? {} : { cost }),
    ...(job.fetcherCredits === undefined ? {} : { credits: job.fetcherCredits }),
    ...(contentHash === null ? {} : { contentHash }),
    snapshotKey,
    ...(changesKey === undefined ? {} : { changesKey }),
  };
};
