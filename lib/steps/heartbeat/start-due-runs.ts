import { limits } from '../../limits/limits.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import { nextRunAfter, planHash } from '../../source/source-plan.ts';
import { judgeCondition, lastTryAt, type SourceState } from '../../source/source-state.ts';
import type { AppliedSource } from '../../source/applied-manifest.ts';
import { listDueSources } from '../../store/sources/due-sources.ts';
import { noteRunTry } from '../../store/sources/note-run-try.ts';
import { scheduleSource } from '../../store/sources/schedule-source.ts';
import { noteSkippedRun } from '../../store/sources/source-log.ts';
import { getSourceState } from '../../store/sources/source-states.ts';
import { loadTeam } from '../sources/load-sources.ts';
import { reconcileSources } from '../sources/reconcile-sources.ts';
import { startRun } from '../submit-job/start-run.ts';
import type { SubmitDependencies } from '../submit-job/submit-job.ts';
import type { AlertDependencies } from '../sources/write-alert.ts';
import type { Log } from '../../log.ts';

/**
 * Starts the runs that are due. For each due source, one of these happens:
 *
 *   its run is started        the job is put and the next due time set, in one transaction
 *   its last run is open      this run is skipped, and its log says so; or the open one is ended to make way
 *   it does not run           it was paused, or fails: it leaves the index until somebody resumes it
 *
 * However long the heartbeat was out, only one run follows: the next due time is counted from now. If two heartbeats
 * run at the same time, one of them starts the run. Failures are logged, and the source stays due for the next
 * heartbeat.
 *
 * A source that ends the heartbeat, or whose start fails, is tried after all others from then on: it moves to the end
 * of the line before its run is started.
 *
 * Teams take turns: however many sources of one team are due, those of other teams are next after its first.
 */
export interface DueDependencies extends SubmitDependencies, AlertDependencies {
  readonly queues: SubmitDependencies['queues'];
  readonly log: Log;
}

const rank = { high: 0, medium: 1, low: 2 } as const;

interface DueSource {
  readonly team: string;
  readonly applied: AppliedSource;
  readonly state: SourceState;
}

const skipped = async (
  dependencies: DueDependencies,
  { team, applied, state }: DueSource,
  code: string,
): Promise<void> => {
  const { table, now } = dependencies;
  const at = now();
  const { source, version } = applied;
  const name = { team, source: source.id };
  const dueAt = nextRunAfter(source, state, at);
  const next = { plan: planHash(source), manifest: applied.manifest, dueAt };
  if (!(await scheduleSource(table, name, state, next))) return;
  await noteSkippedRun(table, name, {
    job: `skipped-${state.nextDueAt ?? at}`,
    startedAt: state.nextDueAt ?? at,
    endedAt: at,
    outcome: 'skipped',
    code,
    trigger: 'scheduled',
    manifestVersion: version,
    isComplete: false,
    visited: 0,
    changes: {},
    standings: {},
    held: 0,
  });
};

const start = async (
  dependencies: DueDependencies,
  due: DueSource,
): Promise<'started' | 'skipped' | 'passed'> => {
  const { team, applied, state } = due;
  const condition = judgeCondition(applied.source, state);
  if (condition !== 'active') {
    await skipped(dependencies, due, condition);
    return 'skipped';
  }
  const name = { team, source: applied.source.id };
  if (!(await noteRunTry(dependencies.table, name, state, dependencies.now()))) return 'passed';
  const started = await startRun(dependencies, { team, applied, state, trigger: 'scheduled' });
  if (started.kind === 'started') return 'started';
  if (started.kind === 'lost') return 'passed';
  await skipped(dependencies, due, started.kind === 'open' ? 'skipped_overlap' : started.failure.code);
  return 'skipped';
};

/** Orders what is due so that teams take turns: the first of each team, then the second of each, and so on. */
const inTurns = <Of extends { readonly team: string }>(all: readonly Of[]): Of[] => {
  const counts = new Map<string, number>();
  const turns = all.map((each) => {
    const turn = counts.get(each.team) ?? 0;
    counts.set(each.team, turn + 1);
    return { each, turn };
  });
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ each }) => each);
};

/** Reads what is due for one team. */
const readDue = async (
  dependencies: DueDependencies,
  team: string,
  ids: readonly string[],
): Promise<DueSource[]> => {
  const { sources } = await loadTeam(dependencies, team);
  const found: DueSource[] = [];
  for (const id of ids) {
    const state = await getSourceState(dependencies.table, { team, source: id });
    if (state.nextDueAt === undefined || state.nextDueAt > dependencies.now()) continue;
    const applied = sources.get(id);
    if (applied !== undefined) found.push({ team, applied, state });
    else
      await scheduleSource(dependencies.table, { team, source: id }, state, {
        plan: null,
        manifest: null,
        dueAt: null,
        isOver: true,
      });
  }
  return found;
};

/** Starts the due runs, a bounded number at a time; returns how many it started. */
export const startDueRuns = async (dependencies: DueDependencies): Promise<number> => {
  const { table, log, now } = dependencies;
  const listed = await listDueSources(table, now(), sourceLimits.dueReadMax);
  for (const { team } of listed.filter(({ source }) => source === null))
    await reconcileSources(dependencies, team);
  const named = listed.flatMap(({ team, source }) => (source === null ? [] : [{ team, source }]));
  const teams = Map.groupBy(inTurns(named).slice(0, sourceLimits.duePerBeat), ({ team }) => team);
  const due: DueSource[] = [];
  for (const [team, all] of teams)
    due.push(
      ...(await readDue(
        dependencies,
        team,
        all.map(({ source }) => source),
      )),
    );
  // What was not tried yet, by priority, then by how long it is due; then what was, the longest ago first.
  const inOrder = due.toSorted(
    (a, b) =>
      lastTryAt(a.state) - lastTryAt(b.state) ||
      rank[a.applied.source.priority] - rank[b.applied.source.priority] ||
      (a.state.nextDueAt ?? 0) - (b.state.nextDueAt ?? 0),
  );
  let started = 0;
  for (const each of inTurns(inOrder)) {
    const { team, applied } = each;
    try {
      const outcome = await start(dependencies, each);
      if (outcome === 'started') started += 1;
      log('source due', { team, source: applied.source.id, outcome });
    } catch (error) {
      log('heartbeat failed', { team, source: applied.source.id, error: String(error) });
    }
    if (started >= Math.min(sourceLimits.runsPerBeat, limits.heartbeatJobsAtOnce)) break;
  }
  return started;
};
