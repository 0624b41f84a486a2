import { limits } from '../../limits/limits.ts';
import { liveLeases, type Pace } from './pace.ts';
import type { PaceReport } from './pace-report.ts';
import { addRetries, type RetryRecord } from './retry-record.ts';
import { noteAnswered, noteTold } from './team-pause.ts';

/** What a report says of retries. One that fails while the host fails everything says nothing of its page. */
const retriesOf = (pace: Pace, { won, lost }: RetryRecord): RetryRecord => ({
  won,
  lost: pace.failures < limits.breakerFailuresMax ? lost : 0,
});

/** Gives a lease back, with the worker's report: a failing host is left alone for a while, then probed once. */
export const releaseLease = (pace: Pace, lease: string, report: PaceReport, now: number): Pace => {
  const leases = Object.fromEntries(Object.entries(liveLeases(pace, now)).filter(([name]) => name !== lease));
  const failures = report.answered > 0 ? report.failedInRow : pace.failures + report.failedInRow;
  const broken = report.failedInRow > 0 && failures >= limits.breakerFailuresMax;
  const grantedEnd = report.granted.from + report.granted.count * report.granted.spacing;
  const next =
    report.unusedFrom !== undefined && report.granted.spacing > 0 && pace.next === grantedEnd
      ? Math.min(pace.next, report.unusedFrom)
      : pace.next;
  const { sharedUntil, ...told } =
    report.retryAfterMs !== undefined
      ? noteTold(pace, report.team, report.retryAfterMs, now)
      : report.answered > 0 && report.failedInRow === 0
        ? { ...noteAnswered(pace, report.team, now), sharedUntil: 0 }
        : { sharedUntil: 0 };
  const retries =
    report.retries === undefined ? pace.retries : addRetries(pace.retries, retriesOf(pace, report.retries));
  return {
    ...pace,
    ...told,
    ...(retries === undefined ? {} : { retries }),
    leases,
    next,
    failures,
    pausedUntil: Math.max(pace.pausedUntil, sharedUntil, broken ? now + limits.breakerPauseMs : 0),
    responseMs:
      report.responseMs === undefined
        ? pace.responseMs
        : pace.responseMs === 0
          ? report.responseMs
          : Math.round(pace.responseMs * 0.7 + report.responseMs * 0.3),
    version: pace.version + 1,
  };
};
