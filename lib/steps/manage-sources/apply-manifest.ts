import { failure, type Failure } from '../../failure.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import {
  appliedHash,
  appliedKey,
  writeApplied,
  type AppliedVersion,
  type ManifestRoot,
} from '../../source/applied-manifest.ts';
import { teamChain, type AuditEntry } from '../../source/audit/audit-record.ts';
import type { Manifest } from '../../source/manifest.ts';
import { countActions } from '../../source/plan-sources.ts';
import { putObject } from '../../store/objects.ts';
import { commitManifestRoot, getManifestRoot } from '../../store/sources/manifest-root.ts';
import { listManifestVersions } from '../../store/sources/list-manifest-versions.ts';
import { loadManifest } from '../sources/load-sources.ts';
import { manifestNotFound, versionNotFound } from '../sources/missing-names.ts';
import { readyRecord } from '../sources/put-on-record.ts';
import { reconcileSources } from '../sources/reconcile-sources.ts';
import { sealSources } from './seal-sources.ts';
import { planManifest, type ManifestPlan, type PlanDependencies } from './plan-manifest.ts';

export interface ApplyRequest {
  readonly team: string;
  readonly by: string;
  readonly manifest: Manifest;
  readonly prune: boolean;
  /** The state that the plan was made from. If it is given and the state has changed, nothing is applied. */
  readonly base?: string | undefined;
  /** Goes back to an earlier version, so its version need not be higher. */
  readonly isRollback?: true;
}

export type Applied =
  | { readonly ok: true; readonly plan: ManifestPlan; readonly version: AppliedVersion | null }
  | { readonly ok: false; readonly failure: Failure };

const stale = (name: string): Applied => ({
  ok: false,
  failure: failure(
    'PLAN_STALE',
    `Cannot apply ${name}: something was applied since the plan was made. Plan again`,
  ),
});

/**
 * Names the object that holds the headers now. The previous object is removed once this one is in force
 * (`reconcile-sources.ts`).
 */
const nameHeaders = (
  head: ManifestRoot['manifests'][string] | undefined,
  key: string | null,
): Pick<ManifestRoot['manifests'][string], 'headers' | 'formerHeaders'> => {
  const former = [...(head?.formerHeaders ?? []), ...(head?.headers === undefined ? [] : [head.headers])];
  const gone = former.filter((each) => each !== key).slice(-sourceLimits.formerHeadersMax);
  return {
    ...(key === null ? {} : { headers: key }),
    ...(gone.length === 0 ? {} : { formerHeaders: gone }),
  };
};

const tellApplied = ({ at, by, name, version, seq, hash, rollback, counts }: AppliedVersion): AuditEntry => ({
  at,
  by,
  action: rollback === true ? 'manifest.rolled-back' : 'manifest.applied',
  details: { manifest: name, version, number: seq, hash, ...counts },
});

/**
 * Applies a manifest, all of it or nothing. The object is written first, under the hash of its content. The commit then
 * makes it the team's, on condition that nothing else was applied since the team's state was read. If the process dies
 * before the commit, nothing happened. If it dies after, the heartbeat notes on the sources when they are due.
 */
export const applyManifest = async (
  dependencies: PlanDependencies,
  request: ApplyRequest,
): Promise<Applied> => {
  const { team, by, manifest, prune, base } = request;
  const { table, sources, now } = dependencies;
  const plan = await planManifest(dependencies, team, manifest, { prune });
  if (base !== undefined && base !== plan.base) return stale(plan.name);
  const errors = plan.findings.filter(
    ({ level, code }) => level === 'error' && !(request.isRollback === true && code === 'VERSION_NOT_RAISED'),
  );
  const [first] = errors;
  if (first !== undefined) {
    const which = first.source === undefined ? '' : `${first.source}: `;
    const more = errors.length > 1 ? `; and ${errors.length - 1} more` : '';
    const refusal = failure('PLAN_REFUSED', `Cannot apply ${plan.name}: ${which}${first.message}${more}`);
    return { ok: false, failure: { ...refusal, details: errors } };
  }
  const hash = appliedHash(plan.next);
  if (plan.root.manifests[plan.name]?.hash === hash) return { ok: true, plan, version: null };
  const head = plan.root.manifests[plan.name];
  const sealed = await sealSources(
    dependencies,
    { team, name: plan.name, key: head?.headers },
    plan.before,
    plan.next,
    plan.headers,
  );
  if ('code' in sealed) return { ok: false, failure: sealed };
  await putObject(sources, appliedKey(team, plan.name, hash), writeApplied(plan.next), 'application/json');
  const at = now();
  const seq = plan.root.seq + 1;
  const version: AppliedVersion = {
    seq,
    name: plan.name,
    version: manifest.version,
    hash,
    at,
    by,
    ...(request.isRollback === true ? { rollback: true as const } : {}),
    counts: countActions(plan),
  };
  const count = manifest.sources.length + plan.next.kept.length;
  const applied = { version: manifest.version, hash, sources: count, appliedAt: at, by };
  const next = {
    seq,
    manifests: { ...plan.root.manifests, [plan.name]: { ...applied, ...nameHeaders(head, sealed.key) } },
  };
  const record = await readyRecord(dependencies, { team, chain: teamChain }, tellApplied(version));
  if (!(await commitManifestRoot(table, team, next, version, [record.item]))) return stale(plan.name);
  await record.settle();
  await reconcileSources(dependencies, team);
  return { ok: true, plan, version };
};

/**
 * Goes back to a version that was applied, given by its number or by its version. Of several with that version it takes
 * the last.
 */
export const rollbackManifest = async (
  dependencies: PlanDependencies,
  request: {
    readonly team: string;
    readonly by: string;
    readonly name: string;
    readonly to: string | number;
  },
): Promise<Applied> => {
  const { team, by, name, to } = request;
  const versions = await listManifestVersions(
    dependencies.table,
    team,
    name,
    sourceLimits.versionsLookedAtMax,
  );
  const found = versions.find(({ seq, version }) => (typeof to === 'number' ? seq === to : version === to));
  if (found === undefined) {
    if (versions.length > 0) return { ok: false, failure: versionNotFound(name, to, versions) };
    const { manifests } = await getManifestRoot(dependencies.table, team);
    return { ok: false, failure: manifestNotFound(name, Object.keys(manifests)) };
  }
  const { manifest } = await loadManifest(dependencies.sources, team, name, found.hash);
  return await applyManifest(dependencies, { team, by, manifest, prune: true, isRollback: true });
};
