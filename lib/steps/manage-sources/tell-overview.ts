import type { Alert } from '../../source/alerts/alert.ts';
import { severities } from '../../source/alerts/alert-rules.ts';
import { describeAlert } from '../../source/alerts/tell-alert.ts';
import type { AppliedSource } from '../../source/applied-manifest.ts';
import { sourceLimits } from '../../limits/source-limits.ts';
import { dueNext } from '../../source/source-plan.ts';
import {
  judgeCondition,
  lastRunFailed,
  noState,
  sourceConditions,
  type SourceCondition,
  type SourceState,
} from '../../source/source-state.ts';

/** How far back an overview looks. */
export const overviewMs = 24 * 60 * 60_000;

/** A source and the moment that put it on a list. */
interface SourceMoment {
  readonly id: string;
  readonly name: string | null;
  readonly at: string;
}

/** A team's sources, summed up. Times are ISO 8601. */
export interface SourcesOverview {
  readonly sources: {
    readonly total: number;
    readonly conditions: Readonly<Record<SourceCondition, number>>;
    /** Sources with an open run. */
    readonly running: number;
    /** Sources whose last run failed. */
    readonly failed: number;
    /** Sources that had a change within the last day. */
    readonly changed: number;
    /** Sources that hold deletions back until somebody accepts them. */
    readonly holding: number;
  };
  readonly next: readonly SourceMoment[];
  readonly changed: readonly SourceMoment[];
  readonly troubled: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly condition: SourceCondition;
    readonly failedInRow: number;
    /** How the last run went, and the code with which it ended early; null where that is not known. */
    readonly lastRunOutcome: NonNullable<SourceState['headOutcome']> | null;
    readonly lastRunCode: string | null;
    readonly held: number;
  }[];
}

/** Counts a team's sources, and names those that are due next, changed last, or need attention. */
export const tellSourcesOverview = (
  applied: readonly AppliedSource[],
  states: ReadonlyMap<string, SourceState>,
  now: number,
): SourcesOverview => {
  const all = applied.map(({ source }) => {
    const state = states.get(source.id) ?? noState;
    const condition = judgeCondition(source, state);
    return { id: source.id, name: source.name ?? null, state, condition, dueAt: dueNext(source, state) };
  });
  const count = (isSo: (each: (typeof all)[number]) => boolean): number => all.filter(isSo).length;
  const conditions = Object.fromEntries(
    sourceConditions.map((condition) => [condition, count((each) => each.condition === condition)]),
  ) as Record<SourceCondition, number>;
  const moments = (when: (each: (typeof all)[number]) => number | undefined) =>
    all.flatMap((each) => {
      const at = when(each);
      return at === undefined ? [] : [{ id: each.id, name: each.name, at }];
    });
  const tell = ({ id, name, at }: { id: string; name: string | null; at: number }): SourceMoment => ({
    id,
    name,
    at: new Date(at).toISOString(),
  });
  const most = sourceLimits.overviewLinesMax;
  const due = moments(({ dueAt }) => dueAt);
  const changed = moments(({ state }) => state.lastChangeAt).filter(({ at }) => at >= now - overviewMs);
  const troubled = all.filter(({ state }) => lastRunFailed(state) || (state.held ?? 0) > 0);
  return {
    sources: {
      total: all.length,
      conditions,
      running: count(({ state }) => state.openRun !== undefined),
      failed: count(({ state }) => lastRunFailed(state)),
      changed: changed.length,
      holding: count(({ state }) => (state.held ?? 0) > 0),
    },
    next: due
      .toSorted((a, b) => a.at - b.at)
      .slice(0, most)
      .map(tell),
    changed: changed
      .toSorted((a, b) => b.at - a.at)
      .slice(0, most)
      .map(tell),
    troubled: troubled
      .toSorted((a, b) => b.state.failedInRow - a.state.failedInRow)
      .slice(0, most)
      .map(({ id, name, condition, state }) => ({
        id,
        name,
        condition,
        failedInRow: state.failedInRow,
        lastRunOutcome: state.headOutcome ?? null,
        lastRunCode: state.headCode ?? null,
        held: state.held ?? 0,
      })),
  };
};

/** Alerts that nobody has seen, counted by severity, with the gravest of them in words. */
export interface AlertsOverview {
  readonly open: number;
  readonly acknowledged: number;
  readonly severities: Readonly<Record<string, number>>;
  readonly gravest: readonly ReturnType<typeof describeAlert>[];
}

/** Counts a team's alerts, and names the gravest that nobody has seen yet. */
export const tellAlertsOverview = (alerts: readonly Alert[]): AlertsOverview => {
  const open = alerts.filter(({ state }) => state === 'open');
  const rank = ({ severity }: Alert): number => severities.indexOf(severity);
  return {
    open: open.length,
    acknowledged: alerts.filter(({ state }) => state === 'acknowledged').length,
    severities: Object.fromEntries(
      severities.map((each) => [each, open.filter(({ severity }) => severity === each).length]),
    ),
    gravest: open
      .toSorted((a, b) => rank(b) - rank(a) || b.lastAt - a.lastAt)
      .slice(0, sourceLimits.overviewLinesMax)
      .map(describeAlert),
  };
};
