import { estimateWork } from '../../deliver/estimate/estimate.ts';
import { failure, type Failure } from '../../failure.ts';
import { policyFor, type HostPolicies } from '../../fetch/politeness/host-policy.ts';
import { slotSpacing, type PacePolicy } from '../../fetch/politeness/slot-times.ts';
import { isAllowed } from '../../fetch/robots/robots.ts';
import { robotsVerdictSchema, type RobotsVerdict } from '../../fetch/robots/robots-verdict.ts';
import { hostOf } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import { manifestName, type AppliedManifest, type ManifestRoot } from '../../source/applied-manifest.ts';
import { hideManifestHeaders } from '../../source/kept-headers.ts';
import { parseManifest, type Manifest } from '../../source/manifest.ts';
import { usualPeriod, windowMs } from '../../source/next-due.ts';
import {
  planSources,
  type PlanFinding,
  type PlanEntry,
  type SourcesPlan,
} from '../../source/plan-sources.ts';
import type { ManifestSource } from '../../source/resolve-sources.ts';
import { tellAsking } from '../../source/schedule/auto-cadence.ts';
import { nextDues, sourceCadence } from '../../source/source-plan.ts';
import { noState, type SourceState } from '../../source/source-state.ts';
import { getRobots } from '../../store/hosts/robots.ts';
import { listSourceStates } from '../../store/sources/source-states.ts';
import { loadTeam, type SourceStores } from '../sources/load-sources.ts';
import { planHeaders, type PlannedHeaders } from './plan-headers.ts';
import type { SealingDependencies } from './seal-sources.ts';

/** What planning needs. */
export interface PlanDependencies extends SourceStores, SealingDependencies {
  readonly pepper: () => Promise<string>;
  readonly now: () => number;
  readonly policies: HostPolicies;
}

/** What a source will take, as far as it is known. For a source that never ran, only its due times are known. */
export interface PlanEffects {
  /** The next due times, in milliseconds since the epoch. */
  readonly due: readonly number[];
  /** How often it is asked, compared with how often it was seen to change; null if nothing is known. */
  readonly asks: string | null;
  readonly pages: number | null;
  readonly requestsPerMonth: number | null;
  readonly hoursPerRun: number | null;
  readonly dollarsPerMonth: number | null;
}

export interface PlannedEntry extends PlanEntry {
  readonly effects: PlanEffects | null;
}

export interface ManifestPlan extends Omit<SourcesPlan, 'entries'> {
  readonly name: string;
  readonly version: string;
  /** The state that the plan was made from. */
  readonly base: string;
  readonly root: ManifestRoot;
  readonly before: AppliedManifest | null;
  readonly headers: Pick<PlannedHeaders, 'values'>;
  readonly entries: readonly PlannedEntry[];
}

/** Names the state that is applied: a plan is valid as long as this name is the same. */
export const nameBase = ({ seq }: Pick<ManifestRoot, 'seq'>): string => `base-${seq}`;

/** Reads a manifest that was sent, or lists everything that is wrong with it. */
export const readManifestBody = (
  value: unknown,
): { readonly ok: true; readonly manifest: Manifest } | { readonly ok: false; readonly failure: Failure } => {
  const parsed = parseManifest(value);
  if (parsed.ok) return parsed;
  const lines = parsed.problems.map(({ path, message, unknown }) =>
    unknown === undefined
      ? `${path.join('.') || 'the manifest'}: ${message}`
      : `${[...path, unknown.keys[0]].join('.')}: unknown key; expected one of ${unknown.known.join(', ')}`,
  );
  const rest = lines.length > 5 ? `; and ${lines.length - 5} more` : '';
  const message = `Cannot accept the manifest: ${lines.slice(0, 5).join('; ')}${rest}`;
  return {
    ok: false,
    failure: { ...failure('BAD_REQUEST', message), details: parsed.problems.slice(0, 100) },
  };
};

const monthMs = 30 * 24 * 60 * 60_000;

const startOf = ({ url, urls }: ManifestSource): string => url ?? urls?.[0] ?? '';

const knownPages = ({ method, urls = [] }: ManifestSource, { standings }: SourceState): number | null => {
  if (method === 'scrape') return 1;
  if (method === 'batch') return urls.length;
  if (standings === undefined) return null;
  const { present = 0, missing = 0, moved = 0, unreachable = 0 } = standings;
  return present + missing + moved + unreachable;
};

/** Reads what robots.txt is known to say at the hosts where sources begin. A plan sends no requests. */
const readVerdicts = async (
  { table, now }: PlanDependencies,
  sources: readonly ManifestSource[],
): Promise<Map<string, RobotsVerdict>> => {
  const hosts = [...new Set(sources.map((source) => hostOf(startOf(source))))];
  const verdicts = new Map<string, RobotsVerdict>();
  const read = async (host: string): Promise<void> => {
    const parsed = robotsVerdictSchema.safeParse(await getRobots(table, host, now()));
    if (parsed.success) verdicts.set(host, parsed.data);
  };
  for (let start = 0; start < hosts.length; start += 20)
    await Promise.all(hosts.slice(start, start + 20).map(read));
  return verdicts;
};

const forbidden = (source: ManifestSource, verdict: RobotsVerdict | undefined): PlanFinding[] => {
  if (verdict?.kind !== 'rules' || source.crawl?.ignoreRobotsTxt === true) return [];
  const url = startOf(source);
  if (isAllowed(verdict.rules, url)) return [];
  const message = `robots.txt of ${hostOf(url)} forbids ${url}: it cannot be a source`;
  return [
    {
      level: source.status === 'proposed' ? 'warning' : 'error',
      source: source.id,
      code: 'ROBOTS_DISALLOWED',
      message,
    },
  ];
};

const tooSlow = (source: ManifestSource, hours: number | null, period: number | null): PlanFinding[] => {
  if (hours === null) return [];
  const found = (level: PlanFinding['level'], code: PlanFinding['code'], message: string): PlanFinding[] => [
    { level, source: source.id, code, message },
  ];
  const shown = hours.toFixed(1);
  const room = Math.min(period ?? Number.POSITIVE_INFINITY, limits.jobDeadlineMs) / 3_600_000;
  if (hours > room)
    return found(
      'warning',
      'LONGER_THAN_PERIOD',
      `Its pages need ${shown} h at the pace of their host, and a run has ${room.toFixed(1)} h`,
    );
  const window = windowMs(source.window);
  if (window !== undefined && hours * 3_600_000 > window)
    return found(
      'warning',
      'LONGER_THAN_WINDOW',
      `Its pages need ${shown} h at the pace of their host, and its window has ${(window / 3_600_000).toFixed(1)} h`,
    );
  return [];
};

const tellEffects = (
  source: ManifestSource,
  state: SourceState,
  policy: PacePolicy,
  now: number,
): PlanEffects & { readonly period: number | null } => {
  const due = nextDues(source, state, now);
  const pages = knownPages(source, state);
  const period = due.length === 0 ? null : usualPeriod(source.id, sourceCadence(source, state), now);
  const runs = period === null ? 0 : monthMs / period;
  const asks = tellAsking(source, state.watched, period);
  if (pages === null)
    return { due, asks, pages, requestsPerMonth: null, hoursPerRun: null, dollarsPerMonth: null, period };
  const host = { host: hostOf(startOf(source)), pages, policy, responseMs: 0 };
  const work = estimateWork({ hosts: [host], robots: 1, sitemaps: 0, browserShare: 0, model: null });
  return {
    due,
    asks,
    pages,
    requestsPerMonth: Math.round(work.requests.total * runs),
    hoursPerRun: Math.max(work.seconds, (pages * slotSpacing(policy)) / 1_000) / 3_600,
    dollarsPerMonth: (work.cost.total ?? 0) * runs,
    period,
  };
};

/**
 * Says what applying a manifest would do: to which sources, with which effects, and what speaks against it. It changes
 * nothing.
 */
export const planManifest = async (
  dependencies: PlanDependencies,
  team: string,
  manifest: Manifest,
  { prune }: { readonly prune: boolean },
): Promise<ManifestPlan> => {
  const { table, now, policies } = dependencies;
  const name = manifestName(manifest);
  const { root, manifests, sources } = await loadTeam(dependencies, team);
  const others = [...sources.values()].filter((each) => each.manifest !== name);
  const planned = await planHeaders(dependencies.pepper, team, manifests.get(name) ?? null, manifest);
  const { before, notes: headers } = planned;
  const plan = planSources(before, hideManifestHeaders(manifest), { prune, others, headers });
  const states = await listSourceStates(table, team);
  const after = plan.entries.flatMap(({ source }) => (source === null ? [] : [source]));
  const verdicts = await readVerdicts(dependencies, after);
  const findings: PlanFinding[] = [...planned.findings, ...plan.findings];
  const tooMany =
    root.manifests[name] === undefined && Object.keys(root.manifests).length >= sourceLimits.manifestsMax;
  if (tooMany) {
    const message = `The team has ${sourceLimits.manifestsMax} manifests, which is as many as there may be`;
    findings.push({ level: 'error', code: 'TOO_MANY_MANIFESTS', message });
  }
  const entries = plan.entries.map((entry): PlannedEntry => {
    const { source } = entry;
    if (source === null) return { ...entry, effects: null };
    const host = hostOf(startOf(source));
    const verdict = verdicts.get(host);
    const request = { delaySeconds: source.crawl?.delay, maxConcurrency: source.crawl?.maxConcurrency };
    const policy = policyFor(
      policies,
      host,
      { source: source.id, request: request as never },
      verdict ?? null,
    );
    const { period, ...effects } = tellEffects(source, states.get(source.id) ?? noState, policy, now());
    if (source.status !== 'retired')
      findings.push(...forbidden(source, verdict), ...tooSlow(source, effects.hoursPerRun, period));
    return { ...entry, effects };
  });
  const base = nameBase(root);
  return {
    ...plan,
    findings,
    name,
    version: manifest.version,
    base,
    root,
    before,
    headers: planned,
    entries,
  };
};
