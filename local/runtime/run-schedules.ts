import { randomUUID } from 'node:crypto';
import { Cron } from 'croner';
import { functionNameIn } from '../template/functions.ts';
import { localAccount, localRegion } from '../template/intrinsics.ts';
import { cronOptions, type SchedulePlan } from '../template/schedules.ts';

/**
 * Schedules with at most this period also fire at the start: through them a stack notices what happened while it was
 * stopped.
 */
const eagerRateMs = 60_000;
/** Longest timer that Node has. */
const timerMsMax = 2_147_483_647;

/** Invokes a function, or sends to a queue, by ARN. */
export type Deliver = (targetArn: string, event: unknown) => Promise<void>;

const isoSeconds = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');

/** The event of an EventBridge rule with a schedule. */
const scheduledEvent = (name: string, at: Date): Record<string, unknown> => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: localAccount,
  time: isoSeconds(at),
  region: localRegion,
  resources: [`arn:aws:events:${localRegion}:${localAccount}:rule/${name}`],
  detail: {},
});

/** Fires a schedule. `dueAt`: when it was due, which a timer reaches a little early or late. */
const fire = async (plan: SchedulePlan, deliver: Deliver, dueAt: Date): Promise<void> => {
  for (const target of plan.targets) {
    const usual = plan.source === 'rule' ? scheduledEvent(plan.name, new Date()) : {};
    // Like EventBridge Scheduler; only the one placeholder that our schedules use.
    const input = target.input?.replaceAll('<aws.scheduler.scheduled-time>', isoSeconds(dueAt));
    const event = input === undefined ? usual : (JSON.parse(input) as unknown);
    await deliver(target.arn, event);
  }
};

/** Fires at multiples of the period, so that a restart neither skips nor repeats one. */
const everyMultiple = (everyMs: number, run: () => void): (() => void) => {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const leftMs = everyMs - (Date.now() % everyMs);
    timer = setTimeout(
      () => {
        if (leftMs <= timerMsMax) run();
        wait();
      },
      Math.min(leftMs, timerMsMax),
    );
  };
  wait();
  return () => clearTimeout(timer);
};

/**
 * Fires rules and schedules until the returned function is called. Times that passed while the laptop was off are not
 * made up for, like those of a disabled rule on AWS.
 */
export const runSchedules = (
  plans: readonly SchedulePlan[],
  deliver: Deliver,
  onNotice: (line: string) => void,
): (() => void) => {
  const stops = plans.map((plan) => {
    const run = (): void => {
      const dueAt = new Date(Math.round(Date.now() / 1_000) * 1_000);
      fire(plan, deliver, dueAt).catch((error: unknown) =>
        onNotice(`${plan.name}: ${(error as Error).message}`),
      );
    };
    const { when } = plan;
    if (when.kind === 'rate') {
      if (when.everyMs <= eagerRateMs) run();
      return everyMultiple(when.everyMs, run);
    }
    const job = new Cron(
      when.kind === 'cron' ? when.pattern : when.local,
      { timezone: when.timezone, ...cronOptions },
      run,
    );
    return () => job.stop();
  });
  return () => {
    for (const stop of stops) stop();
  };
};

/** Returns the name of the function in an ARN; undefined for a queue. */
export const functionTarget = (arn: string): string | undefined =>
  arn.startsWith('arn:aws:lambda:') ? functionNameIn(arn) : undefined;
