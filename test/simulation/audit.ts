import { isRefusedBySite } from '../../lib/deliver/results/refused-document.ts';
import { disagreement, countPages } from '../../lib/frontier/count-pages.ts';
import { isOpen, type Page } from '../../lib/frontier/page.ts';
import { triesMax } from '../../lib/frontier/reserve.ts';
import { hasEnded, type Job } from '../../lib/job/job.ts';
import { limits } from '../../lib/limits/limits.ts';
import { patientMs, type Scenario } from './scenario.ts';
import { requestPath, type ReadJob } from './client.ts';
import type { World } from './world.ts';
import { isDeadlyToExtract, type Web, type WebPage } from './web.ts';

/** What is left of a job once its world has come to rest. */
export interface AuditFacts {
  readonly world: World;
  readonly webs: ReadonlyMap<string, Web>;
  readonly urls: readonly string[];
  readonly job: Job;
  readonly pages: readonly Page[];
  /** Items of sitemaps, which are no pages. */
  readonly sitemaps: readonly Page[];
  /** What a client reads of it; null for a job that has not ended. */
  readonly read: ReadJob | null;
}

const sorted = (urls: Iterable<string>): string => [...urls].sort().join(' ');

const checkCounts = ({ world, job, pages, sitemaps }: AuditFacts): string[] => {
  const found: string[] = [];
  if (!hasEnded(job)) return [`end: the job is ${job.status}`];
  const drift = disagreement(job, countPages([...pages, ...sitemaps]));
  if (drift !== null) found.push(`counters: ${drift}`);
  if (job.admitted !== job.finished + job.abandoned)
    found.push(`counters: admitted ${job.admitted}, finished ${job.finished}, abandoned ${job.abandoned}`);
  const most = job.cells === undefined ? triesMax(job.limit) : job.limit;
  if (job.admitted > most || job.done > job.limit)
    found.push(`limit: ${job.admitted} pages were tried and ${job.done} delivered, for ${job.limit}`);
  const open = [...pages, ...sitemaps].filter((page) => isOpen(page.state));
  if (open.length > 0) found.push(`end: ${open.length} pages are open`);
  if (job.code === 'JOB_DEADLINE' && world.scenario.deadlineMs >= patientMs)
    found.push(`end: its deadline ended the job, ${job.abandoned} pages abandoned`);
  if (job.outcome === 'completed' && job.abandoned > 0)
    found.push(`end: completed, and ${job.abandoned} pages abandoned`);
  return found;
};

/** What a client reads against what the items say. */
const checkAnswers = ({ world, job, pages, read }: AuditFacts): string[] => {
  const found: string[] = [];
  if (read === null) return found;
  const done = pages.filter((page) => page.state === 'done').map((page) => page.url);
  const others = pages.filter((page) => page.state !== 'done').map((page) => page.url);
  // A batch shows those that their sites refused as documents too.
  const refused = pages
    .filter((page) => job.kind === 'batch' && page.state === 'failed' && isRefusedBySite(page))
    .map((page) => page.url);
  if (read.status !== job.status) found.push(`answers: status ${read.status}, the item says ${job.status}`);
  if (read.completed !== read.documents.length)
    found.push(`answers: ${read.completed} completed, found ${read.documents.length}`);
  const shown = read.documents.filter((url) => !refused.includes(url));
  if (sorted(shown) !== sorted(done))
    found.push(`answers: documents of ${sorted(read.documents)}, done are ${sorted(done)}`);
  // The release before finishes a batch without them, and reads those that the first file of errors has.
  const firstErrors = new Set(read.failed.slice(0, limits.resultIndexEntries));
  const ofBefore = [0, refused.filter((url) => firstErrors.has(url)).length];
  const shownRefused = read.documents.length - done.length;
  if (shownRefused !== refused.length && !(world.tally.ofBefore > 0 && ofBefore.includes(shownRefused)))
    found.push(`answers: documents of ${sorted(read.documents)}, refused are ${sorted(refused)}`);
  if (sorted(read.failed) !== sorted(others))
    found.push(`answers: errors of ${sorted(read.failed)}, others are ${sorted(others)}`);
  return found;
};

/** Failures that injected faults excuse. A poisonous page that ended its worker excuses none of its neighbours'. */
const excused: ReadonlySet<string> = new Set([
  'DEAD_LETTER',
  'CONNECTION_RESET',
  'TIMEOUT',
  'HTTP_SERVER_ERROR',
  'HTTP_UNAVAILABLE',
  'ROBOTS_UNREACHABLE',
]);

/**
 * The pages that a worker goes through from this one, redirect by redirect, until it ends, meets a wall or a circle.
 */
const redirectsFrom = (web: Web, page: WebPage): WebPage[] => {
  const way = [page];
  for (let at: WebPage | undefined = page; at?.behaviour.kind === 'redirect' && !at.forbidden;) {
    at = web.pages.get(at.behaviour.to);
    if (at === undefined || way.includes(at)) break;
    way.push(at);
  }
  return way;
};

const wanted = (way: readonly WebPage[], { extracts, extractionKills }: Scenario, page: Page): string => {
  const end = way.at(-1);
  if (end?.forbidden === true || end?.behaviour.kind === 'wall') return 'blocked';
  // A page that waited when its job ended is delivered without extraction.
  const isLate = page.kind === 'page' && page.late === true;
  const kills = extracts && extractionKills && !isLate && isDeadlyToExtract(way[0]?.path ?? '');
  return ['fine', 'flaky', 'shell'].includes(end?.behaviour.kind ?? '') && !kills ? 'done' : 'failed';
};

const checkPage = (facts: AuditFacts, web: Web, page: Page): string[] => {
  const { tally } = facts.world;
  const { path } = requestPath(page.url);
  const site = web.pages.get(path);
  if (site === undefined) return [`pages: ${page.url} is not of the site`];
  if (page.state === 'skipped') return [];
  const way = redirectsFrom(web, site);
  const requests = web.log.filter((one) => one.path === path).length;
  const found: string[] = [];
  if (site.forbidden && requests > 0) found.push(`robots: ${page.url} was asked for ${requests} times`);
  if (page.state === 'done' && !web.log.some((one) => one.path === way.at(-1)?.path && one.status === 200))
    found.push(`pages: ${page.url} is done, and the site never gave it`);
  const last = way.at(-1);
  const seen = web.log.some((one) => one.path === last?.path && one.status === 200 && one.byBrowser);
  if (page.state === 'done' && last?.behaviour.kind === 'shell' && !seen)
    found.push(`tiers: ${page.url} is done, and no browser saw it`);
  const want = wanted(way, facts.world.scenario, page);
  // The release before buried neighbours of a poisonous page.
  const hasFaults = tally.faults > 0 || (tally.kills > 0 && tally.ofBefore > 0);
  const isExcused = page.state === 'failed' && hasFaults && excused.has(page.code ?? '');
  if (page.state !== want && !isExcused)
    found.push(`pages: ${page.url} is ${page.state} (${page.code ?? ''}), wanted ${want}`);
  return found;
};

/** The pages found against those that can be found, which the site itself knows. */
const checkFound = (facts: AuditFacts): string[] => {
  const { job, pages } = facts;
  if (!hasEnded(job)) return [];
  const asked = new Set(facts.urls);
  if (facts.world.scenario.kind === 'batch') {
    const whole = job.outcome !== 'completed' || pages.length === asked.size;
    return whole && pages.every(({ url }) => asked.has(url))
      ? []
      : [`pages: found ${sorted(pages.map(({ url }) => url))}, asked for ${sorted(asked)}`];
  }
  const [web] = facts.webs.values();
  if (web === undefined) return [];
  const done = new Set(
    pages.filter((page) => page.state === 'done').map((page) => requestPath(page.url).path),
  );
  const readSitemap = facts.sitemaps.some(({ state }) => state === 'done');
  const can = web.closure((path) => done.has(path), readSitemap);
  // A page may have given its links, and fail later: its worker died between two chunks of them.
  const gave = (path: string): boolean => web.log.some((one) => one.path === path && one.status < 400);
  const could = web.closure(gave, gave('/sitemap.xml'));
  const found = pages.map((page) => requestPath(page.url).path);
  const strange = found.filter((path) => !could.has(path));
  if (strange.length > 0) return [`pages: ${strange.join(' ')} cannot be found from pages that were given`];
  const most = job.cells === undefined ? triesMax(job.limit) : job.limit;
  const isEnough = job.cells === undefined && done.size >= job.limit;
  const whole = job.outcome === 'completed';
  return whole && ((found.length < Math.min(most, can.size) && !isEnough) || found.length > could.size)
    ? [`pages: found ${found.length}, there are ${can.size}, the limit is ${job.limit}`]
    : [];
};

const graceOfClock = 1e-6;

/** Two requests to one host, whoever sent them, keep its distance. */
const checkPace = (facts: AuditFacts): string[] => {
  const spacing = facts.world.scenario.delaySeconds * 1_000;
  return [...facts.webs.values()].flatMap((web) => {
    const times = web.log.map(({ at }) => at).sort((a, b) => a - b);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    const least = Math.min(Number.POSITIVE_INFINITY, ...gaps);
    return least < spacing - graceOfClock
      ? [`pace: two requests to ${web.host} within ${least} ms, wanted ${spacing}`]
      : [];
  });
};

/** A world in which nothing went wrong asks for nothing twice. */
const checkThrift = (facts: AuditFacts): string[] => {
  const { scenario, tally } = facts.world;
  const calm = tally.faults + scenario.double + scenario.lose + scenario.hold + tally.kills === 0;
  if (!calm || scenario.jobs > 1 || scenario.slow > 0) return [];
  return [...facts.webs.values()].flatMap((web) =>
    [...web.pages.values()].flatMap((page) => {
      const requests = web.log.filter((one) => one.path === page.path).length;
      const targets = [...web.pages.values()].some(({ behaviour }) => behaviour.kind === 'redirect');
      return page.behaviour.kind === 'fine' && !targets && requests > 1
        ? [`thrift: ${page.path} was asked for ${requests} times`]
        : [];
    }),
  );
};

/**
 * What is wrong with a job of a world at rest, recomputed from items, answers and the sites' own logs; nothing, if
 * all is well.
 */
export const auditJob = (facts: AuditFacts): string[] => {
  const { world, webs, job, pages } = facts;
  const found = [
    ...checkCounts(facts),
    ...checkFound(facts),
    ...checkPace(facts),
    ...checkThrift(facts),
    ...checkAnswers(facts),
  ];
  const conclusions = world.concluded.get(job.id) ?? 0;
  if (conclusions !== 1) found.push(`concluded ${conclusions} times`);
  for (const page of pages) {
    const web = [...webs.values()].find(({ host }) => host === requestPath(page.url).host);
    if (web === undefined) found.push(`pages: ${page.url} is of no site`);
    else found.push(...checkPage(facts, web, page));
  }
  return found;
};
