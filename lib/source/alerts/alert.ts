import * as z from 'zod';
import { alertRules, severities, type AlertRule, type Severity } from './alert-rules.ts';

/** How a source ends, and its alerts with it. */
const sourceEnds = ['removed', 'retired'] as const;
export type SourceEnd = (typeof sourceEnds)[number];

/**
 * An alert: one for each rule of a source, however many runs find the same.
 *
 *   (none), closed ── the rule holds ──► open, told
 *   open, acknowledged ── it holds, and is more severe ──► open, told
 *   open, acknowledged ── it holds no more ──► closed, told
 *   open, acknowledged ── its source is removed or retired: no run will judge it ──► closed, told
 *   open ── a person has seen it ──► acknowledged
 *   open, acknowledged ── a person puts it off ──► acknowledged, until a moment
 *   acknowledged ── it holds after that moment ──► open, told
 *   open, acknowledged ── it is the rule `changed`, not put off, and a run finds other changes ──► open, told
 *
 * It changes at most once in each run: `lastRun` is the last run that judged it. A source that comes back begins anew:
 * a run that finds the problem opens an alert as if there had been none.
 */
export const alertSchema = z.object({
  team: z.string(),
  source: z.string(),
  rule: z.enum(alertRules),
  severity: z.enum(severities),
  state: z.enum(['open', 'acknowledged', 'closed']),
  message: z.string(),
  /** Milliseconds since the epoch. */
  openedAt: z.number(),
  lastAt: z.number(),
  lastRun: z.string(),
  /** The last run for which a channel was told, or the end of its source after it; deliveries are named after it. */
  toldRun: z.string().optional(),
  /** Runs that found it since it was opened. */
  runs: z.number().int(),
  acknowledgedBy: z.string().optional(),
  /** Until when a person put it off. */
  snoozedUntil: z.number().optional(),
  closedAt: z.number().optional(),
  /** How its source ended; absent of an alert that a run found to be over. */
  endedBy: z.enum(sourceEnds).optional(),
  /** Whether the event bus was told; an alert for which it was not is announced when it is judged again. */
  announced: z.boolean().optional(),
  /** Counts its writes: of two at the same moment one succeeds. */
  revision: z.number().int(),
});
export type Alert = z.infer<typeof alertSchema>;

/** A channel that tells a team about alerts. */
export const alertChannelSchema = z.object({
  name: z.string(),
  kind: z.enum(['webhook', 'slack']),
  url: z.string(),
  /** The channel is not told of less severe alerts. */
  severity: z.enum(severities),
});
export type AlertChannel = z.infer<typeof alertChannelSchema>;

/** The events of an alert that are told. */
export type AlertStep = 'opened' | 'escalated' | 'closed';

export const isAtLeast = (severity: Severity, wanted: Severity): boolean =>
  severities.indexOf(severity) >= severities.indexOf(wanted);

/** What a run says about a rule: the severity and the message; null if the rule does not hold. */
export interface RuleVerdict {
  readonly rule: AlertRule;
  readonly holds: { readonly severity: Severity; readonly message: string } | null;
}

/** An alert after a run or the end of its source, and the event that is told. */
export interface AlertMove {
  readonly alert: Alert;
  readonly step: AlertStep | null;
}

/** The run that judges an alert. */
interface JudgingRun {
  readonly team: string;
  readonly source: string;
  readonly job: string;
  readonly at: number;
}

/** Tells channels of an alert that closes, unless it only was news. */
const closingStep = ({ severity }: Alert): AlertStep | null => (severity === 'info' ? null : 'closed');

/** Returns an alert after its source ended, and the event to tell; null if it was closed. */
export const endAlert = (before: Alert, end: SourceEnd, at: number): AlertMove | null => {
  if (before.state === 'closed') return null;
  const step = closingStep(before);
  const closed = { state: 'closed' as const, closedAt: at, endedBy: end, announced: false };
  // Named after a run, which is of one team, and closed once after each run: no other delivery has that name.
  const told = step === null ? {} : { toldRun: `${before.lastRun}-${end}` };
  return { alert: { ...before, ...closed, ...told, revision: before.revision + 1 }, step };
};

/** Returns an alert after a run, and the event to tell; null if nothing changes. */
export const moveAlert = (before: Alert | null, verdict: RuleVerdict, run: JudgingRun): AlertMove | null => {
  const move = judgeMove(before, verdict, run);
  return move === null || move.step === null ? move : { ...move, alert: { ...move.alert, toldRun: run.job } };
};

const judgeMove = (before: Alert | null, { rule, holds }: RuleVerdict, run: JudgingRun): AlertMove | null => {
  if (before?.lastRun === run.job) return null;
  const isOpen = before !== null && before.state !== 'closed';
  const moved = { lastAt: run.at, lastRun: run.job, revision: (before?.revision ?? 0) + 1 };
  if (holds === null) {
    if (!isOpen) return null;
    const closed = { ...before, ...moved, state: 'closed' as const, closedAt: run.at, announced: false };
    return { alert: closed, step: closingStep(before) };
  }
  if (!isOpen) {
    const { team, source, at } = { ...run };
    const opened = { team, source, rule, ...holds, state: 'open' as const, openedAt: at, runs: 1 };
    return { alert: { ...opened, ...moved, announced: false }, step: 'opened' };
  }
  const isGraver = !isAtLeast(before.severity, holds.severity);
  const alert = { ...before, ...holds, ...moved, runs: before.runs + 1 };
  const { acknowledgedBy: _seenBy, snoozedUntil: until, ...unseen } = alert;
  const again = { ...unseen, state: 'open' as const, announced: false };
  if (isGraver) return { alert: again, step: 'escalated' };
  if (until !== undefined && until > run.at) return { alert, step: null };
  // A change is news in each run: nobody has seen the change of this one.
  return rule === 'changed' || until !== undefined ? { alert: again, step: 'opened' } : { alert, step: null };
};
