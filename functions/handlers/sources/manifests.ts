import { failure, type Failure } from '../../../lib/failure.ts';
import { limits } from '../../../lib/limits/limits.ts';
import { sourceLimits } from '../../../lib/limits/source-limits.ts';
import { parseJsonBody, parseWith } from '../../../lib/request/parse-request.ts';
import {
  draftRequestSchema,
  manifestQuerySchema,
  planRequestSchema,
  rollbackRequestSchema,
} from '../../../lib/request/source/source-query.ts';
import type { AppliedManifest, AppliedVersion } from '../../../lib/source/applied-manifest.ts';
import { countActions } from '../../../lib/source/plan-sources.ts';
import {
  applyManifest,
  rollbackManifest,
  type Applied,
} from '../../../lib/steps/manage-sources/apply-manifest.ts';
import {
  planManifest,
  readManifestBody,
  type ManifestPlan,
} from '../../../lib/steps/manage-sources/plan-manifest.ts';
import { draftManifest } from '../../../lib/steps/manage-sources/draft-manifest.ts';
import { loadManifest, loadTeam } from '../../../lib/steps/sources/load-sources.ts';
import { manifestNotFound, versionNotFound } from '../../../lib/steps/sources/missing-names.ts';
import { listManifestVersions } from '../../../lib/store/sources/list-manifest-versions.ts';
import { getManifestRoot } from '../../../lib/store/sources/manifest-root.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../../edge/http.ts';
import type { SourceDependencies } from './sources.ts';

const tellPlan = (plan: ManifestPlan) => ({
  success: true as const,
  name: plan.name,
  version: plan.version,
  base: plan.base,
  counts: countActions(plan),
  entries: plan.entries.map(({ id, action, fields, effects, source }) => ({
    id,
    action,
    status: source?.status ?? null,
    fields: fields.map(({ field, before, after }) => ({
      field,
      before: before ?? null,
      after: after ?? null,
    })),
    effects:
      effects === null ? null : { ...effects, due: effects.due.map((at) => new Date(at).toISOString()) },
  })),
  findings: plan.findings,
});

const tellVersion = ({ seq, version, hash, at, by, rollback, counts }: AppliedVersion) => ({
  seq,
  version,
  hash,
  at: new Date(at).toISOString(),
  by,
  rollback: rollback === true,
  counts,
});

const tellApplied = (applied: Applied): HttpResponse =>
  applied.ok
    ? jsonResponse(200, {
        ...tellPlan(applied.plan),
        applied: applied.version === null ? null : tellVersion(applied.version),
      })
    : refuse(applied.failure);

const planOrApply =
  (does: 'plan' | 'apply') =>
  async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
    const body = parseJsonBody(request.body);
    if (!body.ok) return refuse(body.failure);
    const parsed = parseWith(planRequestSchema, body.value);
    if (!parsed.ok) return refuse(parsed.failure);
    const read = readManifestBody(parsed.value.manifest);
    if (!read.ok) return refuse(read.failure);
    const { prune, base } = parsed.value;
    const { team, keyId } = request.caller;
    if (does === 'plan')
      return jsonResponse(200, tellPlan(await planManifest(dependencies, team, read.manifest, { prune })));
    return tellApplied(
      await applyManifest(dependencies, { team, by: keyId, manifest: read.manifest, prune, base }),
    );
  };

const rollback = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseWith(rollbackRequestSchema, body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const to = parsed.value.seq ?? parsed.value.version;
  if (to === undefined)
    return refuse(failure('BAD_REQUEST', 'Cannot go back: expected version or seq, found neither'));
  const { team, keyId } = request.caller;
  const name = request.parameters['name'] ?? '';
  return tellApplied(await rollbackManifest(dependencies, { team, by: keyId, name, to }));
};

const list = async ({ table }: SourceDependencies, { caller }: HttpRequest): Promise<HttpResponse> => {
  const { manifests } = await getManifestRoot(table, caller.team);
  const told = Object.entries(manifests).map(([name, { version, hash, sources, appliedAt, by }]) => ({
    name,
    version,
    hash,
    sources,
    at: new Date(appliedAt).toISOString(),
    by,
  }));
  return jsonResponse(200, { success: true, manifests: told });
};

const missing = async ({ table }: SourceDependencies, team: string, name: string): Promise<Failure> => {
  const { manifests } = await getManifestRoot(table, team);
  return manifestNotFound(name, Object.keys(manifests));
};

/** Finds an applied manifest of a name: the one in force, or the version of that number. */
const findApplied = async (
  dependencies: SourceDependencies,
  { team, name, seq }: { readonly team: string; readonly name: string; readonly seq: number | undefined },
): Promise<AppliedManifest | Failure> => {
  if (seq === undefined) {
    const inForce = (await loadTeam(dependencies, team)).manifests.get(name);
    return inForce ?? (await missing(dependencies, team, name));
  }
  const all = await listManifestVersions(dependencies.table, team, name, sourceLimits.versionsLookedAtMax);
  const found = all.find((each) => each.seq === seq);
  if (found !== undefined) return await loadManifest(dependencies.sources, team, name, found.hash);
  return all.length === 0 ? await missing(dependencies, team, name) : versionNotFound(name, seq, all);
};

const read = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(manifestQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const name = request.parameters['name'] ?? '';
  const { seq } = parsed.value;
  const applied = await findApplied(dependencies, { team: request.caller.team, name, seq });
  if ('code' in applied) return refuse(applied);
  const { manifest, kept } = applied;
  return jsonResponse(200, {
    success: true,
    name,
    version: manifest.version,
    manifest,
    kept: kept.map(({ id }) => id),
  });
};

const versions = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const { team } = request.caller;
  const name = request.parameters['name'] ?? '';
  const found = await listManifestVersions(dependencies.table, team, name, sourceLimits.versionsPerAnswerMax);
  return found.length === 0
    ? refuse(await missing(dependencies, team, name))
    : jsonResponse(200, { success: true, name, versions: found.map(tellVersion) });
};

/** The time needed to answer before API Gateway closes the connection. */
const tailMs = 2_000;

const draft = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseWith(draftRequestSchema, body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const until = dependencies.now() + Math.min(request.remainingMs() - tailMs, limits.questionWaitMs);
  const drafted = await draftManifest(dependencies, request.caller.team, parsed.value.notes, until);
  if (drafted.kind === 'failed') return refuse(drafted.failure);
  const { manifest, left } = drafted;
  return jsonResponse(200, { success: true, manifest, left });
};

/** Drafting, planning, applying and rolling back; what is applied now, and what was. */
export const manifestHandlers = {
  draft,
  plan: planOrApply('plan'),
  apply: planOrApply('apply'),
  list,
  read,
  versions,
  rollback,
};
