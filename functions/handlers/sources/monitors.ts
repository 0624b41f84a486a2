import { failure, type Failure } from '../../../lib/failure.ts';
import { newJobId } from '../../../lib/job/job-id.ts';
import { parseJsonBody, parseWith } from '../../../lib/request/parse-request.ts';
import type { AppliedSource } from '../../../lib/source/applied-manifest.ts';
import {
  monitorCheckQuerySchema,
  monitorListQuerySchema,
  monitorRequestSchema,
  monitorUpdateSchema,
} from '../../../lib/source/monitors/monitor-request.ts';
import { monitorSource, monitorsManifest } from '../../../lib/source/monitors/monitor-source.ts';
import { tellCheck, tellMonitor, tellOpenCheck } from '../../../lib/source/monitors/tell-monitor.ts';
import type { SourceRunRecord } from '../../../lib/source/source-run.ts';
import type { SourceState } from '../../../lib/source/source-state.ts';
import { nearOption } from '../../../lib/suggest-name.ts';
import { changeMonitors } from '../../../lib/steps/manage-sources/change-monitors.ts';
import { readCheckPages } from '../../../lib/steps/manage-sources/read-check.ts';
import { findRun } from '../../../lib/steps/manage-sources/read-chain.ts';
import { loadTeam } from '../../../lib/steps/sources/load-sources.ts';
import { startRun, whyNotStarted } from '../../../lib/steps/submit-job/start-run.ts';
import { getJob } from '../../../lib/store/jobs/get-job.ts';
import { listSourceRuns } from '../../../lib/store/sources/source-log.ts';
import { getSourceState } from '../../../lib/store/sources/source-states.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../../edge/http.ts';
import type { SourceDependencies } from './sources.ts';

const notFound = (id: string, known: readonly string[]): Failure => {
  const message = `Cannot find the monitor ${JSON.stringify(id.slice(0, 80))}: your team has none of that id`;
  return failure('SOURCE_NOT_FOUND', `${message}${nearOption(id, known)}`);
};

const findMonitor = async (
  dependencies: SourceDependencies,
  team: string,
  id: string,
): Promise<{ readonly applied: AppliedSource } | { readonly failure: Failure }> => {
  const { sources } = await loadTeam(dependencies, team);
  const applied = sources.get(id);
  if (applied?.manifest === monitorsManifest) return { applied };
  const monitors = [...sources.values()].filter(({ manifest }) => manifest === monitorsManifest);
  const ids = monitors.map(({ source }) => source.id);
  return { failure: notFound(id, ids) };
};

/** Finds the last run that was not skipped; undefined before the first. */
const lastRun = async (
  { table }: SourceDependencies,
  name: { readonly team: string; readonly source: string },
): Promise<SourceRunRecord | undefined> =>
  (await listSourceRuns(table, name, { count: 20 })).runs.find(({ outcome }) => outcome !== 'skipped');

const tell = async (dependencies: SourceDependencies, team: string, applied: AppliedSource) => {
  const name = { team, source: applied.source.id };
  const state = await getSourceState(dependencies.table, name);
  return tellMonitor(applied, state, await lastRun(dependencies, name));
};

const answered = async (
  dependencies: SourceDependencies,
  team: string,
  id: string,
): Promise<HttpResponse> => {
  const found = await findMonitor(dependencies, team, id);
  if ('failure' in found) return refuse(found.failure);
  const { applied } = found;
  return jsonResponse(200, { success: true, data: await tell(dependencies, team, applied) });
};

interface Found {
  readonly id: string;
  readonly applied: AppliedSource;
  readonly state: SourceState;
}

/** Finds the monitor that the path names, of the caller's team, and answers about it. */
const withMonitor =
  (answer: (dependencies: SourceDependencies, request: HttpRequest, found: Found) => Promise<HttpResponse>) =>
  async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
    const id = request.parameters['id'] ?? '';
    const { team } = request.caller;
    const found = await findMonitor(dependencies, team, id);
    if ('failure' in found) return refuse(found.failure);
    const { applied } = found;
    const state = await getSourceState(dependencies.table, { team, source: id });
    return await answer(dependencies, request, { id, applied, state });
  };

const create = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseWith(monitorRequestSchema, body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const { team, keyId } = request.caller;
  const now = dependencies.now();
  const id = newJobId(now);
  const made = monitorSource({ id }, parsed.value, new Date(now).toISOString());
  if (!made.ok) return refuse(failure('BAD_REQUEST', made.message));
  const why = await changeMonitors(dependencies, { team, by: keyId }, (sources) => [...sources, made.source]);
  return why === null ? await answered(dependencies, team, id) : refuse(why);
};

const list = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(monitorListQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { limit, offset } = parsed.value;
  const { team } = request.caller;
  const all = [...(await loadTeam(dependencies, team)).sources.values()]
    .filter(({ manifest }) => manifest === monitorsManifest)
    .toSorted((a, b) => (a.source.id < b.source.id ? 1 : -1));
  const wanted = all.slice(offset, offset + limit);
  const data = await Promise.all(wanted.map(async (applied) => await tell(dependencies, team, applied)));
  return jsonResponse(200, { success: true, data });
};

const read = async (dependencies: SourceDependencies, { parameters, caller }: HttpRequest) =>
  await answered(dependencies, caller.team, parameters['id'] ?? '');

const update = withMonitor(async (dependencies, request, { id }) => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parseWith(monitorUpdateSchema, body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const { team, keyId } = request.caller;
  const now = new Date(dependencies.now()).toISOString();
  const why = await changeMonitors(dependencies, { team, by: keyId }, (sources) => {
    const before = sources.find((source) => source.id === id);
    if (before === undefined)
      return notFound(
        id,
        sources.map((source) => source.id),
      );
    const made = monitorSource(before, parsed.value, now);
    if (!made.ok) return failure('BAD_REQUEST', made.message);
    return sources.map((source) => (source.id === id ? made.source : source));
  });
  return why === null ? await answered(dependencies, team, id) : refuse(why);
});

const remove = withMonitor(async (dependencies, request, { id }) => {
  const { team, keyId } = request.caller;
  const why = await changeMonitors(dependencies, { team, by: keyId }, (sources) =>
    sources.filter((source) => source.id !== id),
  );
  return why === null ? jsonResponse(200, { success: true }) : refuse(why);
});

const run = withMonitor(async (dependencies, { caller }, { id, applied, state }) => {
  const { team, keyId } = caller;
  const started = await startRun(dependencies, { team, applied, state, trigger: 'manual', keyId });
  if (started.kind === 'refused') return refuse(started.failure);
  if (started.kind !== 'started') return refuse(whyNotStarted(started, id));
  const open = { job: started.job, startedAt: dependencies.now(), trigger: 'manual' as const };
  return jsonResponse(200, { success: true, data: tellOpenCheck(applied.source, open) });
});

const openCheck = async ({ table }: SourceDependencies, { applied, state }: Found) => {
  const job = state.openRun === undefined ? null : await getJob(table, state.openRun);
  if (job === null) return null;
  const trigger = job.trigger === 'scheduled' ? ('scheduled' as const) : ('manual' as const);
  return tellOpenCheck(applied.source, { job: job.id, startedAt: job.createdAt, trigger });
};

const checks = withMonitor(async (dependencies, request, found) => {
  const parsed = parseWith(monitorListQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { limit, offset } = parsed.value;
  const { id } = found;
  const name = { team: request.caller.team, source: id };
  const { runs } = await listSourceRuns(dependencies.table, name, { count: offset + limit });
  const open = await openCheck(dependencies, found);
  const all = [
    ...(open === null ? [] : [open]),
    ...runs.map((each) => tellCheck(found.applied.source, each)),
  ];
  return jsonResponse(200, { success: true, data: all.slice(offset, offset + limit) });
});

const check = withMonitor(async (dependencies, request, found) => {
  const parsed = parseWith(monitorCheckQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const { limit, skip, status } = parsed.value;
  const { id } = found;
  const name = { team: request.caller.team, source: id };
  const job = request.parameters['check'] ?? '';
  const ended = await findRun(dependencies, name, { job });
  if (ended === null) {
    const open = await openCheck(dependencies, found);
    if (open?.id === job)
      return jsonResponse(200, { success: true, data: { ...open, pages: [], next: null } });
    const message = `Cannot find the check ${JSON.stringify(job.slice(0, 80))}: the monitor has none of that id`;
    return refuse(failure('PAGE_NOT_FOUND', message));
  }
  const read = await readCheckPages(dependencies, name, ended, { status, skip, limit });
  if (read === null) {
    const message = `Cannot read the pages of the check ${job}: the file in which it wrote its changes is gone`;
    return refuse(failure('VERSION_GONE', message));
  }
  const { pages, nextSkip } = read;
  const more = new URLSearchParams({
    limit: String(limit),
    skip: String(nextSkip),
    ...(status === undefined ? {} : { status }),
  });
  const next =
    nextSkip === null ? null : `${request.baseUrl}/v2/monitor/${id}/checks/${job}?${more.toString()}`;
  return jsonResponse(200, {
    success: true,
    next,
    data: { ...tellCheck(found.applied.source, ended), pages, next },
  });
});

/** Firecrawl's monitors: each is a source of the manifest `monitors`, and each of its checks a run. */
export const monitorSourceHandlers = { create, list, read, update, remove, run, checks, check };
