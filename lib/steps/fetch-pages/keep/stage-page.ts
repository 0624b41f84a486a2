import { createHash, randomUUID } from 'node:crypto';
import { selectChildren, leftOutCounts, type Followed } from '../../../envelope/children.ts';
import { detectEmptyPage } from '../../../envelope/empty-page.ts';
import { detectChange, wantedParts, wantsData } from '../../../envelope/latest.ts';
import { sortLikelyFirst } from '../../../envelope/likely-links.ts';
import { readDirectives } from '../../../envelope/page-directives.ts';
import type { PageResult } from '../../../envelope/page-end.ts';
import type { ApiDescription } from '../../../content/data/api-description.ts';
import { readData } from '../../../content/data/read-data.ts';
import { readForAll, readFetched, type FetchedRead } from '../../../content/read-content.ts';
import { computeSimhash } from '../../../envelope/simhash.ts';
import { detectBlockPage, isSentHome } from '../../../envelope/block-page.ts';
import { isLikeErrorPage, mayBeErrorPage } from '../../../envelope/error-page.ts';
import { startFacts } from '../../../envelope/start-facts.ts';
import { failure, type Failure } from '../../../failure.ts';
import type { RobotsDirectives } from '../../../fetch/robots/robots-directives.ts';
import type { Fetched } from '../../../fetch/tier/fetched.ts';
import { hostOf, isSeed, type Page, type ContentPage } from '../../../frontier/page.ts';
import { whereFound } from '../../../frontier/job-scope.ts';
import { hashBody } from '../../../frontier/sameness.ts';
import type { RunningJob } from '../../../job/job.ts';
import { findForbidden } from '../../hosts/find-forbidden.ts';
import { processUnchanged } from '../../page-version/process-unchanged.ts';
import { compareWith } from '../../page-version/compare-version.ts';
import { trackPage } from '../../page-version/track-page.ts';
import type { FetchWorker } from '../fetch-worker.ts';
import type { HostVisit } from '../host-visit.ts';
import { processMembers } from '../process-members.ts';
import { processSitemap } from '../process-sitemap.ts';
import { askErrorPage, type ErrorPageWorker } from '../ask-error-page.ts';
import { lastVersion } from './last-version.ts';
import { listPage, listSitemap } from './list-page.ts';
import { storeCaptures } from './store-captures.ts';
import { writeVersion } from './write-version.ts';

/** What reading and staging need. */
export type StagingWorker = Pick<
  FetchWorker,
  'table' | 'envelopes' | 'now' | 'environment' | 'engineVersion' | 'readSpec' | 'policies' | 'wikis'
> &
  ErrorPageWorker;

type Read = Extract<FetchedRead, { kind: 'read' }>;

/** Formats that are the same whenever the Markdown is the same. */
const fromMarkdown: ReadonlySet<string> = new Set(['markdown', 'summary', 'changeTracking']);

const sha256 = (text: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

/**
 * Says why a page is not kept if the page itself asks for that; null if it may be kept. A page that the request names
 * is always kept.
 */
const unwantedBy = ({ noindex, expired }: RobotsDirectives, page: Page, url: string): Failure | null => {
  if (isSeed(page) || !(noindex || expired)) return null;
  const asks = noindex ? 'not to be indexed' : 'not to be shown any more (unavailable_after)';
  const message = `Not kept: ${url} asks in its robots meta element or header ${asks}`;
  return failure('ROBOTS_NOINDEX', message);
};

/** Stores what was read of a page: its change, its pictures, its envelope or draft. */
const keepContent = async (
  worker: StagingWorker,
  visit: HostVisit,
  page: ContentPage,
  fetched: Fetched,
  read: Read & { readonly api?: ApiDescription | undefined },
  { nofollow }: RobotsDirectives,
): Promise<Extract<PageResult, { kind: 'ended' }> | Failure> => {
  const { job } = visit;
  const { content, html, encoding, format } = read;
  const { scrape, extract } = job.request;
  const at = worker.now();
  const latest = await lastVersion(worker, visit, page);
  const htmlHash = sha256(format === 'pdf_text' ? fetched.body : html);
  const whole = scrape.formats.some((wanted) => !fromMarkdown.has(wanted));
  const { contentHash, pairs = [] } = content;
  const seen = { contentHash, htmlHash, at };
  const compare = compareWith(worker.envelopes, job, { ...seen, engine: worker.engineVersion });
  const comparable = (latest && (await compare(latest)).contentHash) ?? contentHash;
  const change = detectChange(latest, { ...seen, comparable, whole, parts: wantedParts(job) }, at);
  const tracked = await trackPage({ ...worker, compare }, job, page, seen, latest);
  const simhash = computeSimhash(content.markdown);
  const capturesKey =
    fetched.captures === undefined ? undefined : await storeCaptures(worker.envelopes, fetched.captures);
  const facts = {
    id: randomUUID(),
    job,
    page,
    fetched,
    content,
    pairs,
    html,
    htmlHash,
    simhash,
    encoding,
    format,
    change,
    capturesKey,
    at,
    environment: worker.environment,
    engineVersion: worker.engineVersion,
    api: read.api,
    attributes: content.attributes ?? scrape.attributes?.map((one) => ({ ...one, values: [] })),
    group: worker.policies.hosts.groupOf(hostOf(page.url)) ?? null,
  };
  const written = await writeVersion(worker, { facts, latest, isFollowed: !nofollow });
  if ('code' in written) return written;
  const isUnchanged = change.type === 'unchanged' && extract === undefined;
  const end = {
    to: extract === undefined ? ('done' as const) : ('fetched' as const),
    facts: {
      status: fetched.status,
      finalUrl: fetched.url,
      tier: fetched.tier,
      title: content.title?.slice(0, 300),
      ...written.where,
      contentHash,
      contentBytes: Buffer.byteLength(content.markdown),
      language: content.language ?? undefined,
      changeType: change.type,
      ...tracked,
      simhash: simhash ?? undefined,
      capturesKey,
    },
    // A page that waits for extraction counts as unchanged once it is done.
    counts: isUnchanged ? { unchanged: 1 } : {},
    items: written.items,
  };
  return { kind: 'ended', end };
};

/**
 * Says why a page does not exist although its site answered with success: the site sent us to its start page, or
 * answered as it does for a missing page. Pages that the request names are never judged in this way.
 */
const missingAt = async (
  worker: StagingWorker,
  visit: HostVisit,
  page: ContentPage,
  fetched: Fetched,
  read: Read,
): Promise<Failure | null> => {
  if (isSeed(page) || fetched.tier === 'upload' || fetched.tier === 'api') return null;
  if (isSentHome(page.url, fetched.url)) {
    const message = `Not kept: ${page.url} redirects to the start page of its site, ${fetched.url}`;
    return failure('SOFT_NOT_FOUND', message);
  }
  const { title, markdown } = read.content;
  if (!mayBeErrorPage({ url: page.url, title, markdown })) return null;
  const error = await askErrorPage(worker, visit, page);
  if (error === null || error.kind === 'none') return null;
  const usual = await readForAll(fetched, { options: visit.job.request.scrape, read });
  if (usual.kind === 'refused') return null;
  if (!isLikeErrorPage({ url: page.url, markdown: usual.content.markdown }, error)) return null;
  const message = `Not kept: ${page.url} was answered with success, and says what its host says where nothing is`;
  return failure('SOFT_NOT_FOUND', message);
};

/** Reads what a document of data describes, for a source that promises such documents. */
const describeData = async (
  job: RunningJob,
  page: ContentPage,
  read: Read,
): Promise<
  (Read & { readonly api?: ApiDescription | undefined }) | Extract<PageResult, { kind: 'refused' }>
> => {
  if (!wantsData(job)) return read;
  const data = await readData(read.html, page.url);
  if (data.kind === 'refused') return data;
  const { content } = read;
  return {
    ...read,
    api: data.api,
    content: { ...content, warnings: [...content.warnings, ...data.warnings] },
  };
};

/** Stages the content, links, change and envelope of a page. */
const stageContent = async (
  worker: StagingWorker,
  visit: HostVisit,
  page: ContentPage,
  fetched: Fetched,
): Promise<PageResult> => {
  const { job } = visit;
  const read = await readFetched(fetched, job.request.scrape, job.request.extract !== undefined);
  if (read.kind === 'refused') return read;
  const { content, html, format } = read;
  // The client wants the file that it sent to be read.
  const blockPage =
    fetched.tier === 'upload'
      ? null
      : detectBlockPage({ url: page.url, finalUrl: fetched.url, html, content });
  const missing = blockPage ?? (await missingAt(worker, visit, page, fetched, read));
  if (missing !== null) return { kind: 'refused', failure: missing };
  const directives = readDirectives(job, content, fetched);
  const bodyKey = hashBody(page.url, content.markdown);
  const links = directives.nofollow ? [] : content.links;
  const { showsArticle } = worker.wikis;
  const followed: Followed = selectChildren(job, page, fetched.url, links, showsArticle, bodyKey);
  const { traps } = followed;
  const children = await sortLikelyFirst(worker.readSpec, job, content.links, followed.children);
  const unwanted = unwantedBy(directives, page, fetched.url);
  if (unwanted !== null) return { kind: 'refused', failure: unwanted, children };
  const empty = detectEmptyPage(job, fetched, read);
  if (empty !== null) {
    const isFinal = html === '' || format !== 'markdown' ? { isFinal: true as const } : {};
    return { kind: 'refused', failure: empty, children, ...isFinal };
  }
  const described = await describeData(job, page, read);
  if (described.kind === 'refused') return described;
  const kept = await keepContent(worker, visit, page, fetched, described, directives);
  if ('code' in kept) return { kind: 'refused', failure: kept };
  const { end } = kept;
  return {
    kind: 'ended',
    end: {
      ...end,
      facts: { ...end.facts, ...(Object.keys(traps).length === 0 ? {} : { traps }) },
      children,
      counts: { ...end.counts, ...leftOutCounts(job, page, followed, bodyKey) },
      ...startFacts(job, page, fetched.url, html),
    },
  };
};

/** What a response is for the job that asked for it. */
type Response =
  | { readonly kind: 'sitemap' | 'sitemap-of-map'; readonly page: Extract<Page, { kind: 'sitemap' }> }
  | { readonly kind: 'members'; readonly page: Extract<Page, { kind: 'members' }> }
  | { readonly kind: 'page-of-map' | 'not-modified' | 'content'; readonly page: ContentPage };

const responseTo = ({ request }: RunningJob, page: Page, { status }: Fetched): Response => {
  if (page.kind === 'portion' || page.kind === 'reserve')
    throw new TypeError(`Cannot stage ${page.url}: what carries its pages is not fetched`);
  if (page.kind === 'members') return { kind: 'members', page };
  if (page.kind === 'sitemap')
    return { kind: request.map === undefined ? 'sitemap' : 'sitemap-of-map', page };
  if (request.map !== undefined) return { kind: 'page-of-map', page };
  return { kind: status === 304 ? 'not-modified' : 'content', page };
};

/**
 * Reads and stages a response for an item of the frontier. Returns how the item ends, or why it is not kept. Nothing is
 * counted before that end is written; a repetition writes the same objects.
 *
 * @throws the errors of its stages, and an outage of a store.
 */
export const stagePage = async (
  worker: StagingWorker,
  visit: HostVisit,
  item: Page,
  fetched: Fetched,
): Promise<PageResult> => {
  const { job } = visit;
  const response = responseTo(job, item, fetched);
  switch (response.kind) {
    case 'sitemap': {
      const isForbidden = await findForbidden(worker.robots, job, [visit.host, hostOf(whereFound(job))]);
      return { kind: 'ended', end: await processSitemap(job, response.page, fetched, isForbidden) };
    }
    case 'members':
      return { kind: 'ended', end: await processMembers(worker.wikis, job, response.page, fetched) };
    case 'sitemap-of-map':
      return await listSitemap(worker, job, response.page, fetched);
    case 'page-of-map':
      return await listPage(worker, job, response.page, fetched);
    case 'not-modified':
      return await processUnchanged(
        worker,
        job,
        response.page,
        fetched,
        await lastVersion(worker, visit, item),
      );
    case 'content':
      return await stageContent(worker, visit, response.page, fetched);
  }
};
