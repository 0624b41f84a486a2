import type { Absence } from '../../frontier/absence.ts';
import { canonicalTypedUrl, canonicalUrl, pageIdentity } from '../../frontier/canonical-url.ts';
import type { CrawlScope, OutOfScope } from '../../frontier/scope.ts';
import { contentFacts, hostOf, isOpen, pageHash, type FallThrough, type Page } from '../../frontier/page.ts';
import { hasRoom, isSatisfied } from '../../frontier/reserve.ts';
import type { RequestLine } from '../../frontier/request-line.ts';
import { isOver, type Job } from '../../job/job.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import type { Table } from '../../store/table.ts';
import { jobLine, type JobLine } from './list-jobs.ts';
import { pageLine, type PageLine } from './page-line.ts';
import { readHost, type HostState } from './read-host.ts';

/** All that is known of a URL in a job. */
export type PageStory =
  | {
      readonly kind: 'page';
      readonly page: PageLine & {
        readonly finalUrl?: string;
        readonly envelopeKey?: string;
        readonly contentHash?: string;
        readonly deadLetter?: Page['deadLetter'];
      };
      /** The page with the first link to it, or the sitemap that named it. */
      readonly foundOn?: { readonly id: string; readonly url: string };
      /** The requests that were made for it, the oldest first; the list is bounded. */
      readonly requests: readonly (Omit<RequestLine, 'at'> & { readonly at: string })[];
      /** The tiers before its present one, and why each was left. */
      readonly fallThrough: readonly (Omit<FallThrough, 'at'> & { readonly at: string })[];
      /** For an open page: how its host is requested now. */
      readonly host?: HostState;
      readonly job: JobLine;
    }
  | { readonly kind: 'absent'; readonly why: Absence; readonly job: JobLine };

const timeOf = (at: number): string => new Date(at).toISOString();

/** Says what became of one page. */
export const tellPage = async (table: Table, job: Job, page: Page, now: number): Promise<PageStory> => {
  const [parent] = page.parent === undefined ? [] : await findPages(table, job.id, [page.parent]);
  const { finalUrl, deadLetter } = page;
  const { envelopeKey, contentHash } = contentFacts(page);
  return {
    kind: 'page',
    page: {
      ...pageLine(page),
      ...(finalUrl === undefined ? {} : { finalUrl }),
      ...(envelopeKey === undefined ? {} : { envelopeKey }),
      ...(contentHash === undefined ? {} : { contentHash }),
      ...(deadLetter === undefined ? {} : { deadLetter }),
    },
    ...(parent === undefined ? {} : { foundOn: { id: parent.hash, url: parent.url } }),
    requests: (page.requests ?? []).map((line) => ({ ...line, at: timeOf(line.at) })),
    fallThrough: (page.fallThrough ?? []).map((fall) => ({ ...fall, at: timeOf(fall.at) })),
    ...(isOpen(page.state) && !isOver(job)
      ? { host: await readHost(table, hostOf(page.url), job.team, now) }
      : {}),
    job: jobLine(job),
  };
};

/** Says why a crawl with this scope does not follow a link; null if it does. `lib/frontier/scope.ts` decides that. */
export type JudgeUrl = (url: string, scope: CrawlScope) => Promise<OutOfScope | null>;

const whyAbsent = async (judge: JudgeUrl, job: Job, url: string): Promise<Absence> => {
  const { crawl } = job.request;
  if (crawl === undefined) return 'follows-no-links';
  const { url: seedUrl } = job.request;
  const reason = await judge(url, {
    ...crawl,
    seedUrl: canonicalUrl(seedUrl) ?? seedUrl,
    foundUrl: job.scopeUrl === undefined ? undefined : (canonicalUrl(job.scopeUrl) ?? job.scopeUrl),
    year: new Date(job.createdAt).getUTCFullYear(),
  });
  if (reason !== null) return reason;
  if (isOver(job) ? isSatisfied(job) : !hasRoom(job)) return 'limit-reached';
  return isOver(job) ? 'never-linked' : 'not-found-yet';
};

/** Says what became of a URL in a job: describes its page, or why the job has none. */
export const tellUrl = async (
  { table, judge, now }: { readonly table: Table; readonly judge: JudgeUrl; readonly now: number },
  job: Job,
  url: string,
): Promise<PageStory> => {
  const canonical = canonicalUrl(url);
  if (canonical === null) return { kind: 'absent', why: 'no-url', job: jobLine(job) };
  const options = job.request.crawl ?? { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
  // A link to a route leads to the page without it; only a typed URL has a page of its own.
  const spelled = new Set([canonicalTypedUrl(url) ?? canonical, canonical]);
  const hashes = Array.from(spelled, (each) => pageHash(pageIdentity(each, options)));
  const found = await findPages(table, job.id, hashes);
  const page = found.find(({ hash }) => hash === hashes[0]) ?? found[0];
  if (page !== undefined) return await tellPage(table, job, page, now);
  return { kind: 'absent', why: await whyAbsent(judge, job, canonical), job: jobLine(job) };
};
