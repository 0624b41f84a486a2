import type { AppliedSource } from '../../source/applied-manifest.ts';
import { tellUsual } from '../../source/alerts/usual-run.ts';
import type { SourceRunRecord } from '../../source/source-run.ts';
import { tellCadence } from '../../source/schedule/auto-cadence.ts';
import { creditsSpentIn, spentIn } from '../../source/schedule/run-budget.ts';
import { whyNotAlone } from '../../source/schedule/why-not-alone.ts';
import { dueNext, nextDues, sourceCadence } from '../../source/source-plan.ts';
import { judgeCondition, noState, type SourceState } from '../../source/source-state.ts';

const moment = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

/**
 * Says how often the source was checked, with older checks counting less, and how many of these checks found a change.
 */
const tellWatched = ({ watched }: SourceState) =>
  watched === undefined ? null : { checks: Math.round(watched.checks), changed: Math.round(watched.changed) };

/** Describes a source as an answer shows it: what its manifest says, and its present state. */
export const tellSource = (applied: AppliedSource, state: SourceState, now: number) => {
  const { source, manifest, version } = applied;
  const { id, name, description, group, url, urls, method, priority, timezone } = source;
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
    cadence: tellCadence(source),
    /** The distance of its runs now, if it depends on how often the source changes. */
    gap: sourceCadence(source, state).gap ?? null,
    slowdown: state.slowdown ?? 1,
    watched: tellWatched(state),
    timezone: timezone ?? 'UTC',
    status: source.status,
    condition: judgeCondition(source, state),
    why: whyNotAlone(source, state, now),
    paused:
      state.paused === undefined
        ? null
        : { at: new Date(state.paused.at).toISOString(), by: state.paused.by, why: state.paused.why ?? null },
    nextDueAt: moment(dueNext(source, state)),
    openRun: state.openRun ?? null,
    lastRun: state.head ?? state.lastRun ?? null,
    lastRunAt: moment(state.headAt ?? state.lastRunAt),
    lastRunOutcome: state.headOutcome ?? null,
    lastRunCode: state.headCode ?? null,
    lastChangeAt: moment(state.lastChangeAt),
    failedInRow: state.failedInRow,
    pages: state.standings ?? null,
    held: state.held ?? 0,
    contentHash: state.contentHash ?? null,
    lastRunDollars: state.lastCost ?? null,
    dollarsThisMonth: spentIn(state.spent, now),
    creditsThisMonth: creditsSpentIn(state.spent, now),
  };
};

/**
 * Describes a source with everything that its manifest says, the next due times, and the usual figures of its runs.
 *
 * @param runs The last runs, the latest first.
 */
export const tellSourceWhole = (
  applied: AppliedSource,
  state: SourceState | undefined,
  runs: readonly SourceRunRecord[],
  now: number,
) => ({
  ...tellSource(applied, state ?? noState, now),
  usual: tellUsual(runs),
  due: nextDues(applied.source, state ?? noState, now).map((at) => new Date(at).toISOString()),
  config: applied.source,
});
