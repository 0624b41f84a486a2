import { failure, type Failure } from '../../failure.ts';
import type { CheckFetcher } from '../../fetch/remote/check-fetcher.ts';
import { policyFor, type HostPolicies } from '../../fetch/politeness/host-policy.ts';
import { hostOf } from '../../frontier/page.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import { manifestName, type AppliedManifest, type ManifestRoot } from '../../source/applied-manifest.ts';
import { hideManifestHeaders } from '../../source/kept-headers.ts';
import { parseManifest, type Manifest } from '../../source/manifest.ts';
import { tellUnknownKey } from '../../tell-unknown-key.ts';
import {
  planSources,
  type PlanFinding,
  type PlanEntry,
  type SourcesPlan,
} from '../../source/plan-sources.ts';
import { sourceStart } from '../../source/resolve-sources.ts';
import { noState } from '../../source/source-state.ts';
import { listSourceStates } from '../../store/sources/source-states.ts';
import { loadTeam } from '../sources/load-sources.ts';
import type { AlertDependencies } from '../sources/write-alert.ts';
import { judgeFetchers } from './judge-fetchers.ts';
import { judgeRequests } from './judge-requests.ts';
import { judgeRobots, readRobots } from './judge-robots.ts';
import { planHeaders, type PlannedHeaders } from './plan-headers.ts';
import type { SealingDependencies } from './seal-sources.ts';
import { tellEffects, tooSlow, type PlanEffects } from './tell-effects.ts';

/** What planning needs. */
export interface PlanDependencies extends AlertDependencies, SealingDependencies {
  readonly pepper: () => Promise<string>;
  readonly now: () => number;
  readonly policies: HostPolicies;
  /** Asks how a service is that fetches pages. */
  readonly checkFetcher: CheckFetcher;
  /** Whether callers may run scripts of their own in the pages that are fetched for them. */
  readonly allowScripts?: boolean;
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
  const lines = parsed.problems.flatMap(({ path, message, unknown }) =>
    unknown === undefined
      ? [`${path.join('.') || 'the manifest'}: ${message}`]
      : unknown.keys.map((key) => `${[...path, key].join('.')}: ${tellUnknownKey(key, unknown.known)}`),
  );
  const rest = lines.length > 5 ? `; and ${lines.length - 5} more` : '';
  const message = `Cannot accept the manifest: ${lines.slice(0, 5).join('; ')}${rest}`;
  return {
    ok: false,
    failure: { ...failure('BAD_REQUEST', message), details: parsed.problems.slice(0, 100) },
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
  const robots = await readRobots(dependencies, after);
  const services = await judgeFetchers(dependencies.checkFetcher, after);
  const unfit = services.flatMap(({ code, source }) => (code === 'FETCHER_UNFIT' ? [source ?? ''] : []));
  const requests = { allowScripts: dependencies.allowScripts === true, unfit: new Set(unfit) };
  const findings: PlanFinding[] = [
    ...planned.findings,
    ...plan.findings,
    ...services,
    ...judgeRequests(plan.entries, manifest, requests),
    ...judgeRobots(plan.entries, robots, states),
  ];
  const tooMany =
    root.manifests[name] === undefined && Object.keys(root.manifests).length >= sourceLimits.manifestsMax;
  if (tooMany) {
    const message = `The team has ${sourceLimits.manifestsMax} manifests, which is as many as there may be`;
    findings.push({ level: 'error', code: 'TOO_MANY_MANIFESTS', message });
  }
  const entries = plan.entries.map((entry): PlannedEntry => {
    const { source } = entry;
    if (source === null) return { ...entry, effects: null };
    const host = hostOf(sourceStart(source));
    const verdict = robots.get(host) ?? null;
    const request = { delaySeconds: source.crawl?.delay, maxConcurrency: source.crawl?.maxConcurrency };
    const policy = policyFor(policies, host, { source: source.id, request: request as never }, verdict);
    const { period, ...effects } = tellEffects(source, states.get(source.id) ?? noState, policy, now());
    if (source.status !== 'retired') findings.push(...tooSlow(source, effects.hoursPerRun, period));
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
