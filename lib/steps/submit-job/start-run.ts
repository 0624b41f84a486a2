import { failure, type Failure } from '../../failure.ts';
import type { AppliedSource } from '../../source/applied-manifest.ts';
import { hiddenNames, withHeaders } from '../../source/kept-headers.ts';
import type { ManifestSource } from '../../source/resolve-sources.ts';
import { knownPages } from '../../source/known-pages.ts';
import { readSnapshot, type SnapshotLine } from '../../source/snapshot.ts';
import { nextRunAfter } from '../../source/source-plan.ts';
import { allowRun } from '../../source/schedule/allow-run.ts';
import { sourceRequest } from '../../source/source-request.ts';
import type { SourceState } from '../../source/source-state.ts';
import { getJob } from '../../store/jobs/get-job.ts';
import { getObjectBytes, type Objects } from '../../store/objects.ts';
import { getHeaderBoxes } from '../../store/sources/header-boxes.ts';
import { endEarly } from '../protocol/end-job.ts';
import { isOver, type Job } from '../../job/job.ts';
import type { SealedRequest } from './seal-request.ts';
import { submitJob, type SubmitDependencies } from './submit-job.ts';

export interface RunRequest {
  readonly team: string;
  readonly applied: AppliedSource;
  readonly state: SourceState;
  readonly trigger: 'scheduled' | 'manual';
  readonly keyId?: string;
  /** The id of its job, if the caller has claimed one. */
  readonly id?: string;
}

export type RunStarted =
  | { readonly kind: 'started'; readonly job: string }
  /** Another run is open, and continues. */
  | { readonly kind: 'open'; readonly job: string }
  /** Another process started a run, or changed the source, at the same moment. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Loads the pages of a source as its last run left them; none before the first run. */
export const loadSnapshot = async (
  sources: Objects,
  { headKey }: Pick<SourceState, 'headKey'>,
): Promise<SnapshotLine[]> => {
  if (headKey === undefined) return [];
  const bytes = await getObjectBytes(sources, headKey);
  if (bytes === null) throw new Error(`Cannot read a snapshot: ${headKey} is not in its bucket`);
  return readSnapshot(bytes);
};

const openRun = async ({ table }: SubmitDependencies, { openRun: id }: SourceState): Promise<Job | null> => {
  const job = id === undefined ? null : await getJob(table, id);
  return job === null || isOver(job) ? null : job;
};

/** Reads the headers of a source: sealed, to be passed on unopened; or, from an old manifest, in the clear. */
const readHeaders = async (
  { sources }: SubmitDependencies,
  { source, headers, unsealed }: AppliedSource,
): Promise<{ readonly source: ManifestSource; readonly sealed?: SealedRequest } | Failure> => {
  if (unsealed !== undefined) return { source: withHeaders(source, unsealed) };
  const names = hiddenNames(source);
  if (names.length === 0) return { source };
  const box = headers === undefined ? undefined : (await getHeaderBoxes(sources, headers.key))[source.id];
  if (headers === undefined || box === undefined)
    return failure(
      'PLAN_REFUSED',
      `Cannot run the source ${source.id}: the values of its headers are not kept any more. Apply its manifest with ` +
        `them again: ${names.join(', ')}`,
    );
  const { names: all, sealedFor } = headers.note;
  return { source, sealed: { names: all, sealedFor, box } };
};

/**
 * Starts a run of a source: a job whose first pages are the pages that the manifest names and every known page, so that
 * each is judged by its own response. The source's open run and its next due time change in the transaction that puts
 * the job. If the process dies before it, nothing happened; if it dies after, the heartbeat continues to admit its
 * pages.
 */
export const startRun = async (
  dependencies: SubmitDependencies,
  request: RunRequest,
): Promise<RunStarted> => {
  const { team, applied, state, trigger } = request;
  const { source } = applied;
  const crawls = source.method === 'crawl';
  const of = { id: source.id, listed: source, crawls };
  const allowed = allowRun(of, state, dependencies.now());
  if (!allowed.ok) return { kind: 'refused', failure: allowed.failure };
  const open = await openRun(dependencies, state);
  if (open !== null && open.status === 'running') {
    if (source.overlap !== 'replace') return { kind: 'open', job: open.id };
    await endEarly(dependencies, open, { outcome: 'cancelled', code: 'JOB_CANCELLED' });
  }
  const now = dependencies.now();
  const lines = crawls ? await loadSnapshot(dependencies.sources, state) : [];
  const headers = await readHeaders(dependencies, applied);
  if ('code' in headers) return { kind: 'refused', failure: headers };
  const { kind, body } = sourceRequest(headers.source, applied);
  const submitted = await submitJob(dependencies, {
    kind,
    body,
    team,
    ...(headers.sealed === undefined ? {} : { sealed: headers.sealed }),
    ...(request.keyId === undefined ? {} : { keyId: request.keyId }),
    run: {
      trigger,
      ...(request.id === undefined ? {} : { id: request.id }),
      budget: allowed.budget,
      known: knownPages(lines),
      claim: {
        name: { team, source: source.id },
        seenDueAt: state.nextDueAt,
        nextDueAt: nextRunAfter(source, state, now),
        seenRun: state.openRun,
        now,
      },
    },
  });
  if (submitted.ok) return { kind: 'started', job: submitted.job.id };
  return submitted.failure.code === 'CONFLICT'
    ? { kind: 'lost' }
    : { kind: 'refused', failure: submitted.failure };
};

/** Says why a run was not started, in words for the caller. */
export const whyNotStarted = (
  started: Exclude<RunStarted, { kind: 'started' | 'refused' }>,
  source: string,
): Failure =>
  started.kind === 'open'
    ? failure(
        'RUN_OPEN',
        `Cannot run the source ${source}: its run ${started.job} is open. Wait for its end, or cancel it`,
      )
    : failure(
        'CONFLICT',
        `Cannot run the source ${source}: it was changed or run at the same moment. Try again`,
      );
