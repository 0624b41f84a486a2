import * as z from 'zod';
import { prices } from '../../lib/job/prices.ts';

/** The parts of a template that cost money while the stack is idle. */
const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.looseObject({}).default({}) }),
  ),
});
const alarmSchema = z.looseObject({
  Metrics: z.array(z.looseObject({ MetricStat: z.unknown().optional() })).optional(),
});
const sourceSchema = z.looseObject({ EventSourceArn: z.unknown(), Enabled: z.boolean().optional() });
const ruleSchema = z.looseObject({
  ScheduleExpression: z.string().optional(),
  Targets: z
    .array(z.looseObject({ Arn: z.looseObject({ 'Fn::GetAtt': z.array(z.string()).optional() }) }))
    .default([]),
});
const functionSchema = z.looseObject({ MemorySize: z.number().default(128) });

/** Dollars of a month. */
export interface MonthlyPrice {
  /** At list prices of US East (N. Virginia). */
  readonly list: number;
  /** After what each account has free for good, in an account that uses none of it otherwise. */
  readonly afterAllowances: number;
}

/**
 * - `polls`: Lambda asks each queue for messages all the time.
 * - `clock`: functions that EventBridge invokes all the time, and what they read and log.
 */
export type IdleLine = 'polls' | 'alarms' | 'dashboards' | 'secrets' | 'keys' | 'clock';

export type IdleBill = Readonly<Record<IdleLine | 'total', MonthlyPrice>>;

const minutesAMonth = (365 / 12) * 24 * 60;
/**
 * Pollers that Lambda keeps for a queue without messages, and how often each of them polls in a minute, twenty seconds
 * long ("AWS Lambda Developer Guide", SQS). The limit of an event source's concurrency does not lower their number.
 */
const pollersPerSource = 5;
const receivesPerMinute = 3;
/** What an invocation without work takes: seconds, read units of the table, and bytes of log. */
const idleInvocation = { seconds: 0.1, readUnits: 2, logBytes: 1_000 } as const;

/**
 * https://aws.amazon.com/cloudwatch/pricing/, https://aws.amazon.com/secrets-manager/pricing/,
 * https://aws.amazon.com/kms/pricing/; all others as for jobs.
 */
const dollarsPer = { alarmMetric: 0.1, dashboard: 3, secret: 0.4, key: 1, logGigabyte: 0.5 } as const;

/**
 * What each account has free in a month, not only in its first year: https://aws.amazon.com/sqs/pricing/,
 * https://aws.amazon.com/cloudwatch/pricing/, https://aws.amazon.com/lambda/pricing/. Secrets Manager, KMS and tables
 * on demand have nothing like it.
 */
export const freeAllowances = {
  sqsRequests: 1_000_000,
  alarmMetrics: 10,
  dashboards: 3,
  lambdaRequests: 1_000_000,
  lambdaGigabyteSeconds: 400_000,
  logGigabytes: 5,
} as const;

/** Prices a number of units, of which so many are free. */
const price = (units: number, dollars: number, free = 0): MonthlyPrice => ({
  list: units * dollars,
  afterAllowances: Math.max(0, units - free) * dollars,
});

const add = (prices: readonly MonthlyPrice[]): MonthlyPrice => ({
  list: prices.reduce((sum, { list }) => sum + list, 0),
  afterAllowances: prices.reduce((sum, { afterAllowances }) => sum + afterAllowances, 0),
});

/** Returns the minutes between two invocations of `rate(5 minutes)`; infinity for a rule that waits for events. */
const minutesBetween = (schedule: string | undefined): number =>
  Number(/^rate\((\d+) minutes?\)$/.exec(schedule ?? '')?.[1] ?? Number.POSITIVE_INFINITY);

/** Computes from a stack's template what an idle month costs. */
export const idleBill = (template: unknown): IdleBill => {
  const all = templateSchema.parse(template).Resources;
  const ofType = (type: string) =>
    Object.values(all).flatMap(({ Type, Properties }) => (Type === type ? [Properties] : []));
  const sources = ofType('AWS::Lambda::EventSourceMapping').filter(
    (source) => sourceSchema.parse(source).Enabled !== false,
  );
  const receives = sources.length * pollersPerSource * receivesPerMinute * minutesAMonth;
  const alarmMetrics = ofType('AWS::CloudWatch::Alarm').reduce((sum, alarm) => {
    const { Metrics: metrics } = alarmSchema.parse(alarm);
    return sum + (metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1);
  }, 0);
  const clocked = ofType('AWS::Events::Rule').flatMap((rule) => {
    const { ScheduleExpression: schedule, Targets: targets } = ruleSchema.parse(rule);
    return targets.map(({ Arn }) => {
      const { MemorySize: mb } = functionSchema.parse(all[Arn['Fn::GetAtt']?.[0] ?? '']?.Properties ?? {});
      const times = minutesAMonth / minutesBetween(schedule);
      return { times, gigabyteSeconds: (times * idleInvocation.seconds * mb) / 1_024 };
    });
  });
  const times = clocked.reduce((sum, each) => sum + each.times, 0);
  const gigabyteSeconds = clocked.reduce((sum, each) => sum + each.gigabyteSeconds, 0);
  const free = freeAllowances;
  const lines: Record<IdleLine, MonthlyPrice> = {
    polls: price(receives, prices.queueRequest, free.sqsRequests),
    alarms: price(alarmMetrics, dollarsPer.alarmMetric, free.alarmMetrics),
    dashboards: price(ofType('AWS::CloudWatch::Dashboard').length, dollarsPer.dashboard, free.dashboards),
    secrets: price(ofType('AWS::SecretsManager::Secret').length, dollarsPer.secret),
    keys: price(ofType('AWS::KMS::Key').length, dollarsPer.key),
    clock: add([
      price(times, prices.lambdaRequest, free.lambdaRequests),
      price(gigabyteSeconds, prices.lambdaGigabyteSecond.arm64, free.lambdaGigabyteSeconds),
      price(times * idleInvocation.readUnits, prices.readUnit),
      price((times * idleInvocation.logBytes) / 1e9, dollarsPer.logGigabyte, free.logGigabytes),
    ]),
  };
  return { ...lines, total: add(Object.values(lines)) };
};
