import type { Page } from '../../frontier/page.ts';
import { goneFailure, isGone } from '../../fetch/mediawiki/api-tier.ts';
import type { WikiResponse } from '../../fetch/mediawiki/call-wiki.ts';
import type { FetchOutcome } from '../../fetch/tier/fetch-request.ts';
import { boundHeaders } from '../../job/bound-headers.ts';
import type { FetchWorker } from './fetch-worker.ts';
import type { HostVisit } from './host-visit.ts';
import { knownValidators, prepareVersions } from './keep/last-version.ts';
import { firstTitles, parseRevisions, revisionsQuestion } from '../../fetch/mediawiki/wiki-api.ts';
import type { Slot } from '../../fetch/politeness/slot.ts';
import type { WikiRequest } from '../../fetch/mediawiki/mediawiki-sites.ts';
import { parseRevision } from '../../fetch/mediawiki/wiki-revision.ts';
import { parseWikiTitle, type WikiSite } from '../../fetch/mediawiki/wiki-title.ts';

/** Pages that an answer ends without a request of their own, each with the outcome that a tier would have given. */
export interface FirstResponse {
  readonly ms: number;
  readonly answered: boolean;
  readonly ended: readonly { readonly page: Page; readonly outcome: FetchOutcome }[];
}

/** A question that comes before the pages: one request, in a slot that the caller took. */
export type FirstQuestion = (slot: Slot) => Promise<FirstResponse>;

/** What the questions need. */
type AskingWorker = Pick<FetchWorker, 'table' | 'now' | 'engineVersion' | 'wikis' | 'log'>;

interface Known {
  readonly page: Page;
  readonly title: string;
  readonly revision: number;
}

const requestOf = ({ job }: HostVisit, page: Page, slot: Slot): WikiRequest => ({
  slot,
  ...boundHeaders(job.request, page.url),
  skipTlsVerification: job.request.scrape.skipTlsVerification,
});

const msOf = (answer: WikiResponse): number =>
  answer.kind === 'failed' ? answer.outcome.ms : answer.sent.ms;

/** Finds the pages whose last version says which revision of the article it was made of. */
const knownPages = async (
  worker: AskingWorker,
  visit: HostVisit,
  site: WikiSite,
  pages: readonly Page[],
): Promise<Known[]> => {
  const titled = pages.flatMap((page) => {
    const title = page.kind === 'members' ? null : parseWikiTitle(site, page.url);
    return title === null ? [] : [{ page, title }];
  });
  await prepareVersions(
    worker,
    visit,
    titled.map(({ page }) => page),
  );
  const found = await Promise.all(
    titled.map(async ({ page, title }): Promise<Known[]> => {
      const validators = await knownValidators(worker, visit, page);
      const revision = parseRevision(validators?.ifNoneMatch);
      return revision === null ? [] : [{ page, title, revision }];
    }),
  );
  return found.flat();
};

/** Makes the outcome of a page from its last revision: the page is unchanged or gone; null if it has to be read. */
const outcomeOf = (
  { page, title, revision }: Known,
  last: number | 'missing' | undefined,
  site: WikiSite,
  sent: Extract<WikiResponse, { kind: 'answer' }>['sent'],
): FetchOutcome | null => {
  const { ms, requests } = sent;
  const common = { url: page.url, ms, redirects: [], ...(requests === undefined ? {} : { requests }) };
  if (last === revision)
    return { ...common, kind: 'response', status: 304, headers: {}, body: new Uint8Array(), wireBytes: 0 };
  return last === 'missing' && isGone(site, title)
    ? { ...common, kind: 'failed', failure: goneFailure(page.url, title), status: 404 }
    : null;
};

const revisionsOfPages =
  (
    worker: AskingWorker,
    visit: HostVisit,
    site: WikiSite,
    pages: readonly [Known, ...Known[]],
  ): FirstQuestion =>
  async (slot) => {
    const question = revisionsQuestion(pages.map(({ title }) => title));
    const answer = await worker.wikis.ask(visit.host, question, requestOf(visit, pages[0].page, slot));
    const revisions = answer.kind === 'answer' ? parseRevisions(answer.json) : null;
    const ended =
      answer.kind !== 'answer' || revisions === null
        ? []
        : pages.flatMap((known) => {
            const outcome = outcomeOf(known, revisions.get(known.title), site, answer.sent);
            return outcome === null ? [] : [{ page: known.page, outcome }];
          });
    worker.log('revisions', {
      job: visit.job.id,
      host: visit.host,
      titles: pages.length,
      ended: ended.length,
      answer: answer.kind,
      ms: msOf(answer),
    });
    return { ms: msOf(answer), answered: answer.kind !== 'failed', ended };
  };

const siteOfPages =
  (worker: AskingWorker, visit: HostVisit, page: Page): FirstQuestion =>
  async (slot) => {
    const answer = await worker.wikis.askSite(visit.host, requestOf(visit, page, slot));
    const why = answer.kind === 'failed' ? answer.outcome.failure : undefined;
    worker.log('wiki', {
      job: visit.job.id,
      host: visit.host,
      answer: answer.kind,
      ...(why === undefined ? {} : { code: why.code, reason: why.message }),
      ms: msOf(answer),
    });
    return { ms: msOf(answer), answered: answer.kind !== 'failed', ended: [] };
  };

/**
 * Finds the question to ask a wiki before these pages: first what the wiki is, once a day for all workers; then, for
 * all pages that have a version, whether that version is still the last one, once in a visit. Null if there is nothing
 * to ask.
 */
export const firstQuestion = async (
  worker: AskingWorker,
  visit: HostVisit,
  pending: readonly Page[],
): Promise<FirstQuestion | null> => {
  const { wikis } = worker;
  if (wikis.wikiOf(visit.host) === undefined || wikis.troubleOf(visit.host) !== null) return null;
  const pages = pending.filter((page) => !visit.asked.has(page.hash) && wikis.mayAnswer(page));
  const [first] = pages;
  if (first === undefined) return null;
  const site = await wikis.siteOf(visit.host);
  if (site === null) return siteOfPages(worker, visit, first);
  const known = await knownPages(worker, visit, site, pages);
  const titles = new Set(firstTitles(known.map(({ title }) => title)));
  const [one, ...more] = known.filter(({ title }) => titles.has(title));
  const later = new Set(known.filter(({ title }) => !titles.has(title)).map(({ page }) => page.hash));
  for (const { hash } of pages) if (!later.has(hash)) visit.asked.add(hash);
  return one === undefined ? null : revisionsOfPages(worker, visit, site, [one, ...more]);
};
