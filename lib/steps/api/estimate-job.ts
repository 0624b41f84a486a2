import { getPace } from '../../store/hosts/pace.ts';
import { listPages } from '../../store/frontier/list-pages.ts';
import type { Objects } from '../../store/objects.ts';
import { getRobots } from '../../store/hosts/robots.ts';
import type { Table } from '../../store/table.ts';
import { estimateModelShare, type ModelShare } from '../../extract/llm/model-share.ts';
import type { ModelSettings } from '../../extract/llm/model-settings.ts';
import type { Failure } from '../../failure.ts';
import { policyFor, type HostPolicies } from '../../fetch/politeness/host-policy.ts';
import { openHostTiers } from '../hosts/host-tiers.ts';
import { judgeByRobots, openRobotsWork } from '../../fetch/robots/robots-judgement.ts';
import { robotsVerdictSchema, type RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import { canonicalTypedUrl } from '../../frontier/canonical-url.ts';
import { hostOf, type Page } from '../../frontier/page.ts';
import { readSubmission, type SubmittedSpec, type Submission } from '../submit-job/submit-job.ts';
import type { Dollars } from '../../job/cost.ts';
import type { Job } from '../../job/job.ts';
import { limits } from '../../limits/limits.ts';
import { estimateWork, type HostShare, type Work, type WorkFacts } from '../../deliver/estimate/estimate.ts';
import { jobCost } from '../read-results/job-cost.ts';
import { readMap } from './read-map.ts';
import { whatIsUnknown } from '../../deliver/estimate/estimate-doubts.ts';

/** What estimating needs. */
export interface EstimateDependencies {
  readonly table: Table;
  readonly results: Objects;
  readonly now: () => number;
  readonly policies: HostPolicies;
  readonly models: ModelSettings;
}

/**
 * What it would take to carry out a request. The URLs that the estimate counts are:
 * - `sitemap`: those that the site's sitemaps and its first page name
 * - `links`: those that its first page names, because there is no sitemap
 * - `urls`: those that the request names
 */
export interface JobEstimate extends Omit<Work, 'pages'> {
  readonly basis: 'sitemap' | 'links' | 'urls';
  readonly pages: {
    /** The pages that the numbers beside this one describe. */
    readonly known: number;
    /** How many of them robots.txt forbids. They are not requested, but they are counted. */
    readonly blocked: number;
    /** The most pages that the job may visit: the request's limit, if the site may have more pages than are known. */
    readonly atMost: number;
  };
  /** The same numbers for `pages.atMost` pages. */
  readonly atMost: Pick<Work, 'seconds' | 'tokens'> & Pick<Dollars, 'total'>;
  readonly hosts: readonly { readonly host: string; readonly pages: number; readonly secondsApart: number }[];
  readonly model: string | null;
  readonly unknown: readonly string[];
  /** What making the estimate cost. */
  readonly spent?: { readonly id: string; readonly total: number | null };
}

export type Estimated =
  /** `ignored`: keys of the request that change nothing. */
  | { readonly ok: true; readonly estimate: JobEstimate; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly failure: Failure };

interface Found {
  readonly basis: JobEstimate['basis'];
  readonly urls: readonly string[];
  /** Sitemap files that were requested. */
  readonly sitemaps: number;
  readonly isShownByBrowser: boolean;
  readonly warnings: readonly string[];
}

/** Reads what a map found of the site that a crawl is to visit; null if it could read nothing. */
const findInMap = async (
  { table, results }: EstimateDependencies,
  map: Job,
): Promise<Found | { readonly failure: Failure }> => {
  const read = await readMap(results, map, { bytesMax: Number.POSITIVE_INFINITY });
  if (read.kind === 'running') throw new Error(`Cannot estimate from the map ${map.id}: it has not ended`);
  if (read.kind === 'failed') return { failure: read.failure };
  const visited: Page[] = [];
  for await (const listed of listPages(table, map.id)) visited.push(...listed);
  const files = visited.filter(({ kind }) => kind === 'sitemap');
  return {
    basis: files.some(({ state }) => state === 'done') ? 'sitemap' : 'links',
    urls: read.links.map(({ url }) => url),
    sitemaps: files.filter(({ requests = [] }) => requests.length > 0).length,
    isShownByBrowser: visited.some(({ kind, tier }) => kind === 'page' && tier === 'browser'),
    warnings: read.warnings,
  };
};

/** How many hosts are looked up. The others are taken to be like the last one. */
const hostsLookedUp = 50;

interface Asked {
  readonly shares: readonly HostShare[];
  readonly blocked: number;
  readonly robots: number;
  /** How many of the blocked URLs count as forbidden because no work was left to judge them. */
  readonly unjudged: number;
}

/** Finds how the hosts of these URLs would be requested, and how many of the URLs each host has. */
const askedOf = async (
  { table, now, policies }: EstimateDependencies,
  job: Parameters<typeof policyFor>[2],
  urls: readonly string[],
): Promise<Asked> => {
  const shares: HostShare[] = [];
  let [blocked, robots, unjudged] = [0, 0, 0];
  const work = openRobotsWork();
  const byHost = [...Map.groupBy(urls, hostOf)].toSorted(([, a], [, b]) => b.length - a.length);
  for (const [index, [host, own]] of byHost.entries()) {
    const isKnown = index < hostsLookedUp;
    const parsed = robotsVerdictSchema.safeParse(isKnown ? await getRobots(table, host, now()) : undefined);
    const verdict: RobotsVerdict | null = parsed.success ? parsed.data : null;
    const ignores = job.request.crawl?.ignoreRobotsTxt === true;
    if (verdict === null && !ignores) robots += 1;
    const rules = verdict?.kind === 'rules' && !ignores ? verdict.rules : null;
    const judged = own.map((url) => (rules === null ? 'allowed' : judgeByRobots(rules, url, work)));
    const open = own.filter((_, at) => judged[at] === 'allowed');
    unjudged += judged.filter((judgement) => judgement === 'unjudged').length;
    blocked += own.length - open.length;
    shares.push({
      host,
      pages: open.length,
      policy: policyFor(policies, host, job, ignores ? null : verdict),
      responseMs: isKnown ? (await getPace(table, host)).responseMs : 0,
    });
  }
  return { shares, blocked, robots, unjudged };
};

/** Scales work to `pages` pages: unknown pages are taken to be like known ones. */
const scaledTo = (facts: WorkFacts, pages: number): WorkFacts => {
  const known = facts.hosts.reduce((sum, host) => sum + host.pages, 0);
  const factor = known === 0 ? 1 : pages / known;
  return { ...facts, hosts: facts.hosts.map((host) => ({ ...host, pages: Math.ceil(host.pages * factor) })) };
};

/** Computes the most pages that a crawl may visit, if it knows of that many. */
const mostPages = ({ request, limit }: SubmittedSpec, { basis, urls }: Found): number => {
  const known = Math.min(limit, urls.length);
  const { crawl } = request;
  if (crawl === undefined || crawl.sitemap === 'only' || crawl.maxDiscoveryDepth === 0) return known;
  if (crawl.maxDiscoveryDepth === 1 && basis === 'links') return known;
  return limit;
};

const browserShareOf = async (
  { table, now, policies }: EstimateDependencies,
  { request }: SubmittedSpec,
  found: Found,
): Promise<number> => {
  const tiers = openHostTiers(table, policies.hosts, now, () => 1);
  const why = await tiers.skipHttp(hostOf(request.url), request.scrape, { url: request.url });
  return why !== null || found.isShownByBrowser ? 1 : 0;
};

/** Lists the URLs that a request names, in the form in which its job would store them. */
const namedUrls = ({ urls }: SubmittedSpec): string[] => [
  ...new Set(urls.flatMap((url) => canonicalTypedUrl(url) ?? [])),
];

/**
 * Estimates what a request would take, without carrying it out.
 *
 * @param map The map of the site, for a crawl (`Submission.ofCrawl`); null for a request that names its URLs.
 */
export const estimateJob = async (
  dependencies: EstimateDependencies,
  submission: Pick<Submission, 'kind' | 'body' | 'dialect'>,
  map: Job | null,
): Promise<Estimated> => {
  const parsed = readSubmission(submission);
  if (!parsed.ok) return parsed;
  // An extraction that follows links admits more pages than it visits.
  const visited = parsed.value.spec?.budget.pages ?? parsed.value.limit;
  const spec = { ...parsed.value, limit: visited };
  const { limit } = spec;
  const found: Found | { readonly failure: Failure } =
    map === null
      ? { basis: 'urls', urls: namedUrls(spec), sitemaps: 0, isShownByBrowser: false, warnings: [] }
      : await findInMap(dependencies, map);
  if ('failure' in found) return { ok: false, failure: found.failure };
  const { request } = spec;
  const urls = found.urls.slice(0, limit);
  const asked = await askedOf(dependencies, { request }, urls);
  const hasSummary = request.scrape.formats.includes('summary');
  const model: ModelShare | null = estimateModelShare(dependencies.models, spec.spec ?? null, hasSummary);
  const facts: WorkFacts = {
    hosts: asked.shares,
    robots: asked.robots,
    unjudged: asked.unjudged,
    sitemaps: found.sitemaps,
    areLinked: found.basis === 'links',
    browserShare: await browserShareOf(dependencies, spec, found),
    model,
  };
  const { pages: _pages, ...work } = estimateWork(facts);
  const most = Math.max(mostPages(spec, found), urls.length);
  const { seconds, tokens, cost } = estimateWork(scaledTo(facts, most - asked.blocked));
  return {
    ok: true,
    ignored: parsed.ignored,
    estimate: {
      basis: found.basis,
      pages: { known: urls.length, blocked: asked.blocked, atMost: most },
      ...work,
      atMost: { seconds, tokens, total: cost.total },
      hosts: asked.shares
        .slice(0, limits.estimateHostsShown)
        .map(({ host, pages, policy }) => ({ host, pages, secondsApart: policy.spacingMs / 1_000 })),
      model: model?.model ?? null,
      unknown: [
        ...found.warnings,
        ...whatIsUnknown({ basis: found.basis, known: urls.length, most, limit }, facts, model),
      ],
      ...(map === null ? {} : { spent: { id: map.id, total: jobCost(map).total } }),
    },
  };
};
