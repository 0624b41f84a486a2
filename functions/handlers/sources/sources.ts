import { failure, type Failure } from '../../../lib/failure.ts';
import { sourceLimits } from '../../../lib/limits/source-limits.ts';
import type { SourceName } from '../../../lib/keys/table-keys.ts';
import { readListCursor, writeListCursor } from '../../../lib/list-cursor.ts';
import { parseJsonBody, parseWith } from '../../../lib/request/parse-request.ts';
import {
  bulkRequestSchema,
  confirmRequestSchema,
  pauseRequestSchema,
  runsQuerySchema,
  sourcesQuerySchema,
} from '../../../lib/request/source/source-query.ts';
import type { AppliedSource } from '../../../lib/source/applied-manifest.ts';
import type { AuditAction } from '../../../lib/source/audit/audit-actions.ts';
import { whyNotSteered } from '../../../lib/source/schedule/why-not-steered.ts';
import { judgeCondition, noState, type SourceState } from '../../../lib/source/source-state.ts';
import { enforceOpenJobs, enforceRateLimit } from '../../../lib/steps/api/admit-caller.ts';
import { confirmIngested } from '../../../lib/steps/manage-sources/confirm-ingested.ts';
import type { PlanDependencies } from '../../../lib/steps/manage-sources/plan-manifest.ts';
import { tellSource, tellSourceWhole } from '../../../lib/steps/manage-sources/tell-source.ts';
import { loadTeam } from '../../../lib/steps/sources/load-sources.ts';
import { sourceNotFound } from '../../../lib/steps/sources/missing-names.ts';
import { doOnRecord } from '../../../lib/steps/sources/put-on-record.ts';
import { reconcileSources } from '../../../lib/steps/sources/reconcile-sources.ts';
import { startRun, whyNotStarted } from '../../../lib/steps/submit-job/start-run.ts';
import type { SubmitDependencies } from '../../../lib/steps/submit-job/submit-job.ts';
import type { TransactItem } from '../../../lib/store/sources/audit-chain.ts';
import { askForReconciling } from '../../../lib/store/sources/manifest-root.ts';
import {
  acceptHeldItem,
  pauseSourceItem,
  unpauseSourceItem,
} from '../../../lib/store/sources/pause-source.ts';
import { listSourceRuns } from '../../../lib/store/sources/source-log.ts';
import { getSourceState, listSourceStates } from '../../../lib/store/sources/source-states.ts';
import type { Objects } from '../../../lib/store/objects.ts';
import { tellIgnored } from '../with-warnings.ts';
import { whyNoSuchFilter } from './missing-manifest.ts';
import { tellRun } from './tell-run.ts';
import { isKnownSource, whySourceIsMissing } from './missing-source.ts';
import { jsonResponse, refuse, refuseForNow, type HttpResponse, type HttpRequest } from '../../edge/http.ts';

/** The settings of the deployment; it contains no secret. */
export interface Deployment {
  readonly stack: string;
  readonly environment: string;
  readonly corpus: string | null;
  /** Dollars, for the whole account. */
  readonly monthlyBudget: number | null;
  /** The limits of keys that have none of their own. */
  readonly keyLimits: { readonly requestsPerMinute: number; readonly openJobs: number };
}

/** What the routes of sources need. */
export interface SourceDependencies extends SubmitDependencies, PlanDependencies {
  readonly queues: SubmitDependencies['queues'];
  readonly deployment: Deployment;
  readonly envelopes: Objects;
}

/** Finds the source that the path names, of the caller's team, and answers about it. */
export const withSource =
  (
    answer: (
      dependencies: SourceDependencies,
      request: HttpRequest,
      found: { readonly name: SourceName; readonly applied: AppliedSource; readonly state: SourceState },
    ) => Promise<HttpResponse>,
  ) =>
  async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
    const source = request.parameters['id'] ?? '';
    const { team } = request.caller;
    const { sources } = await loadTeam(dependencies, team);
    const applied = sources.get(source);
    const name = { team, source };
    if (applied === undefined)
      return refuse(await whySourceIsMissing(dependencies.table, name, [...sources.keys()]));
    return await answer(dependencies, request, {
      name,
      applied,
      state: await getSourceState(dependencies.table, name),
    });
  };

const list = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(sourcesQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { team } = request.caller;
  const { manifest, group, condition } = parsed.value;
  const all = await loadTeam(dependencies, team);
  const missing = whyNoSuchFilter(all, parsed.value);
  if (missing !== null) return refuse(missing);
  const states = await listSourceStates(dependencies.table, team);
  const wanted = [...all.sources.values()].filter(
    (each) =>
      (manifest === undefined || each.manifest === manifest) &&
      (group === undefined || each.source.group === group) &&
      (condition === undefined ||
        judgeCondition(each.source, states.get(each.source.id) ?? noState) === condition),
  );
  const told = wanted.map((each) =>
    tellSource(each, states.get(each.source.id) ?? noState, dependencies.now()),
  );
  return jsonResponse(200, {
    success: true,
    sources: told.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ...tellIgnored(parsed),
  });
};

const readBody = (request: HttpRequest): ReturnType<typeof parseJsonBody> =>
  request.body === null || request.body.trim() === ''
    ? { ok: true, value: {}, ignored: [] }
    : parseJsonBody(request.body);

type Controlled =
  | { readonly ok: true; readonly job: string | null }
  | { readonly ok: false; readonly failure: Failure };

const control = async (
  dependencies: SourceDependencies,
  request: HttpRequest,
  action: 'run' | 'pause' | 'resume',
  {
    applied,
    state,
    why,
  }: { readonly applied: AppliedSource; readonly state: SourceState; readonly why?: string | undefined },
): Promise<Controlled> => {
  const { table, now } = dependencies;
  const { team, keyId } = request.caller;
  const name = { team, source: applied.source.id };
  // Without the reason: a person may write anything there, and records cannot be removed.
  const onRecord = async (done: AuditAction, item: TransactItem) => {
    const entry = { at: now(), by: keyId, action: done, details: { source: name.source } };
    await doOnRecord(dependencies, { team, chain: name.source }, entry, [item]);
  };
  const idle = action === 'run' ? null : whyNotSteered(action, applied.source, state);
  if (idle !== null) {
    const message =
      `Cannot ${action} the source ${name.source}: ${idle}. To change that, change its status there and apply ` +
      `the manifest ${applied.manifest}`;
    return { ok: false, failure: failure('BAD_REQUEST', message) };
  }
  if (action === 'pause') {
    const pause = { at: now(), by: keyId, ...(why === undefined ? {} : { why }) };
    await onRecord('source.paused', pauseSourceItem(table, name, pause));
    return { ok: true, job: null };
  }
  if (action === 'resume') {
    await onRecord('source.resumed', unpauseSourceItem(table, name));
    await askForReconciling(table, team, now());
    return { ok: true, job: null };
  }
  const started = await startRun(dependencies, { team, applied, state, trigger: 'manual', keyId });
  if (started.kind === 'started') return { ok: true, job: started.job };
  return {
    ok: false,
    failure: started.kind === 'refused' ? started.failure : whyNotStarted(started, name.source),
  };
};

const one = (action: 'run' | 'pause' | 'resume') =>
  withSource(async (dependencies, request, found) => {
    const body = readBody(request);
    if (!body.ok) return refuse(body.failure);
    const parsed = parseWith(pauseRequestSchema, body.value);
    if (!parsed.ok) return refuse(parsed.failure);
    const done = await control(dependencies, request, action, { ...found, why: parsed.value.why });
    if (!done.ok) return refuse(done.failure);
    if (action === 'run')
      return jsonResponse(200, { success: true, source: found.name.source, id: done.job });
    if (action === 'resume') await reconcileSources(dependencies, found.name.team);
    const state = await getSourceState(dependencies.table, found.name);
    return jsonResponse(200, { success: true, source: tellSource(found.applied, state, dependencies.now()) });
  });

const bulk = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseWith(bulkRequestSchema, body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const { action, select } = parsed.value;
  const { team } = request.caller;
  const all = await loadTeam(dependencies, team);
  const { sources } = all;
  const unknown = select.ids?.find((id) => !sources.has(id));
  const missing =
    unknown === undefined ? whyNoSuchFilter(all, select) : sourceNotFound(unknown, [...sources.keys()]);
  if (missing !== null) return refuse(missing);
  const wanted = [...sources.values()].filter(
    ({ source, manifest }) =>
      (select.ids === undefined ? source.status === 'active' : select.ids.includes(source.id)) &&
      (select.manifest === undefined || manifest === select.manifest) &&
      (select.group === undefined || source.group === select.group) &&
      (select.priority === undefined || source.priority === select.priority),
  );
  if (wanted.length > sourceLimits.bulkSourcesMax) {
    const message =
      `Cannot ${action} ${wanted.length} sources at once: ` +
      `expected at most ${sourceLimits.bulkSourcesMax}`;
    return refuse(failure('BAD_REQUEST', message));
  }
  const limited = { ...dependencies, keyLimits: dependencies.deployment.keyLimits };
  // What is resumed runs by its schedule again.
  const begins = action === 'run' ? 'job' : 'page';
  const refused = action === 'pause' ? null : await enforceRateLimit(limited, request.caller, begins);
  if (refused !== null) return refuseForNow(refused);
  const results = [];
  for (const applied of wanted) {
    const { id } = applied.source;
    const state = await getSourceState(dependencies.table, { team, source: id });
    // Each run is a job of the key; the request was counted once.
    const full = action === 'run' ? await enforceOpenJobs(limited, request.caller) : null;
    const done: Controlled =
      full === null
        ? await control(dependencies, request, action, { applied, state })
        : { ok: false, failure: full.failure };
    const why = done.ok ? null : done.failure;
    results.push({
      source: id,
      job: done.ok ? done.job : null,
      code: why?.code ?? null,
      error: why?.message ?? null,
    });
  }
  if (action === 'resume') await reconcileSources(dependencies, team);
  return jsonResponse(200, { success: true, results });
};

const read = withSource(async ({ table, now }, _, { name, applied, state }) => {
  // Twice as many as are needed for the usual figures, because some are skipped or incomplete.
  const { runs: last } = await listSourceRuns(table, name, { count: 2 * sourceLimits.healthRuns });
  return jsonResponse(200, { success: true, source: tellSourceWhole(applied, state, last, now()) });
});

const confirm = withSource(async (dependencies, request, { name }) => {
  const body = readBody(request);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseWith(confirmRequestSchema, body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const done = await confirmIngested(dependencies, name, parsed.value.envelopes);
  return jsonResponse(200, { success: true, ...done });
});

const accept = withSource(async (dependencies, { caller }, { name, applied, state }) => {
  const { table, now } = dependencies;
  const { held = 0 } = state;
  if (held === 0) {
    const message = `Cannot accept deletions of the source ${name.source}: its last run held no pages back`;
    return refuse(failure('BAD_REQUEST', message));
  }
  const details = { source: name.source, pages: held };
  const entry = { at: now(), by: caller.keyId, action: 'deletions.accepted' as const, details };
  await doOnRecord(dependencies, { team: name.team, chain: name.source }, entry, [
    acceptHeldItem(table, name),
  ]);
  const after = await getSourceState(table, name);
  return jsonResponse(200, { success: true, source: tellSource(applied, after, now()) });
});

/** Answers with the runs of a source, also of one that was removed. */
const runs = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const { table } = dependencies;
  const name = { team: request.caller.team, source: request.parameters['id'] ?? '' };
  const { sources } = await loadTeam(dependencies, name.team);
  if (!sources.has(name.source) && !(await isKnownSource(table, name)))
    return refuse(sourceNotFound(name.source, [...sources.keys()]));
  const parsed = parseWith(runsQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const listAsked = { list: 'runs', filters: { ...name } };
  const from = readListCursor(listAsked, parsed.value.cursor);
  if (!from.ok) return refuse(from.failure);
  const found = await listSourceRuns(table, name, { count: parsed.value.limit, cursor: from.place });
  const cursor = writeListCursor(listAsked, found.cursor);
  const told = { runs: found.runs.map(tellRun), cursor };
  return jsonResponse(200, { success: true, ...told, ...tellIgnored(parsed) });
};

/** Listing, reading and steering sources. */
export const sourceHandlers = {
  list,
  bulk,
  read,
  run: one('run'),
  pause: one('pause'),
  resume: one('resume'),
  accept,
  confirm,
  runs,
};
