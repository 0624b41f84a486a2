import { CronPattern } from 'croner';
import * as z from 'zod';
import type { ReadProperties } from './property-reader.ts';
import { findResources, type StackTemplate } from './template.ts';

/** When a schedule fires: at a rate, by a calendar, or once. */
export type When =
  | { readonly kind: 'rate'; readonly everyMs: number }
  | { readonly kind: 'cron'; readonly pattern: string; readonly timezone: string }
  | { readonly kind: 'at'; readonly local: string; readonly timezone: string };

export interface SchedulePlan {
  readonly name: string;
  readonly when: When;
  readonly targets: readonly {
    readonly arn: string;
    /** The event as JSON; without it an EventBridge rule sends its own `Scheduled Event`. */
    readonly input: string | undefined;
  }[];
  readonly source: 'rule' | 'scheduler';
}

const unitMs: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/**
 * AWS counts weekdays 1-7 from Sunday, knows `6L`, and steps from a number (`0/15`); croner does so with these options.
 */
export const cronOptions = { alternativeWeekdays: true, sloppyRanges: true } as const;

/**
 * Parses a schedule expression: `rate(5 minutes)`, `cron(0 9 ? * MON-FRI *)`, `at(2026-11-21T09:00:00)`.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 *
 * @throws {Error} that shows the expression, when it is none of these.
 */
export const parseSchedule = (expression: string, timezone = 'UTC'): When => {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  if (rate && Number(rate[1]) > 0) {
    return { kind: 'rate', everyMs: Number(rate[1]) * (unitMs[rate[2] ?? ''] ?? 60_000) };
  }
  const at = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression);
  if (at) return { kind: 'at', local: at[1] ?? '', timezone };
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.trim().split(/\s+/);
  if (fields?.length !== 6) {
    throw new Error(
      `Cannot read the schedule ${expression}: expected rate(n unit), cron(six fields) or at(time)`,
    );
  }
  const pattern = `0 ${fields.join(' ').replaceAll('?', '*')}`;
  try {
    return { kind: 'cron', pattern: new CronPattern(pattern, timezone, cronOptions).pattern, timezone };
  } catch (error) {
    throw new Error(`Cannot read the schedule ${expression}: ${(error as Error).message}`, { cause: error });
  }
};

const ruleSchema = z.object({
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z
    .array(
      z.object({ Arn: z.string(), Input: z.string().optional(), InputTransformer: z.unknown().optional() }),
    )
    .default([]),
});

const scheduleSchema = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().optional(),
  State: z.string().default('ENABLED'),
  Target: z.object({ Arn: z.string(), Input: z.string().optional() }),
});

type Names = Readonly<Record<string, string>>;

/**
 * Returns the enabled EventBridge rules with a schedule, and EventBridge Scheduler schedules.
 *
 * @throws {Error} for an input transformer.
 */
export const readSchedules = (
  template: StackTemplate,
  names: Names,
  read: ReadProperties,
): SchedulePlan[] => [
  ...findResources(template, 'AWS::Events::Rule').flatMap(([logicalId, resource]): SchedulePlan[] => {
    const rule = read(logicalId, resource, ruleSchema);
    if (rule.State === 'DISABLED') return [];
    // A rule that waits for events (`event-rules.ts`).
    if (rule.ScheduleExpression === undefined) return [];
    if (rule.Targets.some((target) => target.InputTransformer !== undefined)) {
      throw new Error(`Cannot run ${logicalId}: the laptop knows no input transformers`);
    }
    const targets = rule.Targets.map((target) => ({ arn: target.Arn, input: target.Input }));
    return [
      {
        name: names[logicalId] ?? logicalId,
        when: parseSchedule(rule.ScheduleExpression),
        targets,
        source: 'rule',
      },
    ];
  }),
  ...findResources(template, 'AWS::Scheduler::Schedule').flatMap(([logicalId, resource]): SchedulePlan[] => {
    const schedule = read(logicalId, resource, scheduleSchema);
    if (schedule.State === 'DISABLED') return [];
    return [
      {
        name: names[logicalId] ?? logicalId,
        when: parseSchedule(schedule.ScheduleExpression, schedule.ScheduleExpressionTimezone),
        targets: [{ arn: schedule.Target.Arn, input: schedule.Target.Input }],
        source: 'scheduler',
      },
    ];
  }),
];
