import type { AppliedSource } from '../../source/applied-manifest.ts';
import { tellUsual } from '../../source/alerts/usual-run.ts';
import type { SourceRunRecord } from '../../source/source-run.ts';
import { nextDues } from '../../source/source-plan.ts';
import { judgeCondition, noState, type SourceState } from '../../source/source-state.ts';

const moment = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/** A source as an answer shows it: what its manifest says, and what became of it. */
export const tellSource = (applied: AppliedSource, state: SourceState = noState) => {
  const { source, manifest, version } = applied;
  const { id, name, description, group, url, urls, method, priority, frequency, every, cron, timezone } =
    source;
  return {
    id,
    manifest,
    manifestVersion: version,
    name: name ?? null,
    description: description ?? null,
    group: group ?? null,
    url: url ?? urls?.[0] ?? null,
    method,
    priority,
    cadence: cron ?? every ?? frequency ?? null,
    timezone: timezone ?? 'UTC',
    status: source.status,
    condition: judgeCondition(source, state),
    paused:
      state.paused === undefined
        ? null
        : { at: new Date(state.paused.at).toISOString(), by: state.paused.by, why: state.paused.why ?? null },
    nextDueAt: moment(state.nextDueAt),
    openRun: state.openRun ?? null,
    lastRun: state.head ?? state.lastRun ?? null,
    lastRunAt: moment(state.headAt ?? state.lastRunAt),
    lastChangeAt: moment(state.lastChangeAt),
    failedInRow: state.failedInRow,
    pages: state.standings ?? null,
    held: state.held ?? 0,
    contentHash: state.contentHash ?? null,
    lastRunDollars: state.lastCost ?? null,
  };
};

/**
 * The same with all that its manifest says, the next times at which it is due, and what is usual of its runs.
 *
 * @param runs The last ones, the last one first.
 */
export const tellSourceWhole = (
  applied: AppliedSource,
  state: SourceState | undefined,
  runs: readonly SourceRunRecord[],
  now: number,
) => ({
  ...tellSource(applied, state),
  usual: tellUsual(runs),
  due: nextDues(applied.source, state ?? noState, now).map((at) => new Date(at).toISOString()),
  config: applied.source,
});
