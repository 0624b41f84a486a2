import * as z from 'zod';
import { alertRules, severities, type AlertRule, type Severity } from './alert-rules.ts';

/**
 * An alert: one for each rule of a source, whatever number of runs finds the same.
 *
 *   (none), closed ── the rule holds ──► open, told
 *   open, acknowledged ── it holds, and is graver ──► open, told
 *   open, acknowledged ── it holds no more ──► closed, told
 *   open ── somebody has seen it ──► acknowledged
 *   open, acknowledged ── somebody puts it off ──► acknowledged, until a moment
 *   acknowledged ── it holds after that moment ──► open, told
 *
 * It moves once a run: `lastRun` is the one that it was judged by last.
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
  /** The run after which it was told last: deliveries go by its name. */
  toldRun: z.string().optional(),
  /** Runs that found it since it was opened. */
  runs: z.number().int(),
  acknowledgedBy: z.string().optional(),
  /** Until when somebody put it off. */
  snoozedUntil: z.number().optional(),
  closedAt: z.number().optional(),
  /** Told by the event bus; an alert that is not yet is told when it is judged again. */
  announced: z.boolean().optional(),
  /** Counts its writes: of two at the same moment one is heard. */
  revision: z.number().int(),
});
export type Alert = z.infer<typeof alertSchema>;

/** Where a team is told of alerts. */
export const alertChannelSchema = z.object({
  name: z.string(),
  kind: z.enum(['webhook', 'slack']),
  url: z.string(),
  /** Alerts below it are not told there. */
  severity: z.enum(severities),
});
export type AlertChannel = z.infer<typeof alertChannelSchema>;

/** What is told of an alert. */
export type AlertStep = 'opened' | 'escalated' | 'closed';

export const isAtLeast = (severity: Severity, wanted: Severity): boolean =>
  severities.indexOf(severity) >= severities.indexOf(wanted);

/** What a run says of a rule: how grave it is and in which words; null where it does not hold. */
export interface RuleVerdict {
  readonly rule: AlertRule;
  readonly holds: { readonly severity: Severity; readonly message: string } | null;
}

/** An alert as a run leaves it, and what is told of it. */
interface AlertMove {
  readonly alert: Alert;
  readonly step: AlertStep | null;
}

/** The run that an alert is judged by. */
interface JudgingRun {
  readonly team: string;
  readonly source: string;
  readonly job: string;
  readonly at: number;
}

/** What becomes of an alert by a run, and what is told of it; null where nothing changes. */
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
    const { severity } = before;
    const closed = { ...before, ...moved, state: 'closed' as const, closedAt: run.at, announced: false };
    return { alert: closed, step: severity === 'info' ? null : 'closed' };
  }
  if (!isOpen) {
    const { team, source, at } = { ...run };
    const opened = { team, source, rule, ...holds, state: 'open' as const, openedAt: at, runs: 1 };
    return { alert: { ...opened, ...moved, announced: false }, step: 'opened' };
  }
  const isGraver = !isAtLeast(before.severity, holds.severity);
  const alert = { ...before, ...holds, ...moved, runs: before.runs + 1 };
  if (before.snoozedUntil !== undefined && before.snoozedUntil <= run.at) {
    const { acknowledgedBy: _seenBy, snoozedUntil: _until, ...again } = alert;
    return { alert: { ...again, state: 'open', announced: false }, step: 'opened' };
  }
  if (isGraver) return { alert: { ...alert, state: 'open', announced: false }, step: 'escalated' };
  // What changed in a run is news each time.
  return rule === 'changed'
    ? { alert: { ...alert, announced: false }, step: 'opened' }
    : { alert, step: null };
};
