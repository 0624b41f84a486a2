import * as z from 'zod';

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

/** Dollars a month at list prices of US East (N. Virginia), without the free allowances of each account. */
export interface IdleBill {
  readonly polls: number;
  readonly alarms: number;
  readonly metrics: number;
  readonly secrets: number;
  readonly heartbeat: number;
  readonly total: number;
}

const minutesAMonth = (365 / 12) * 24 * 60;
/**
 * Pollers that Lambda keeps for a queue, and how often each polls in a minute, twenty seconds long ("AWS Lambda
 * Developer Guide", SQS).
 */
const pollersPerSource = 5;
const receivesPerMinute = 3;
/**
 * https://aws.amazon.com/sqs/pricing/, https://aws.amazon.com/cloudwatch/pricing/,
 * https://aws.amazon.com/secrets-manager/pricing/
 */
const dollarsPer = { receive: 0.4e-6, alarmMetric: 0.1, metric: 0.3, secret: 0.4 } as const;
/** Metrics that the heartbeat always sends every minute. */
const steadyMetrics = 2;
/** A heartbeat without jobs: 0.1 s of 1,024 MB, and its request. */
const heartbeatDollars = 0.1 * 0.0000133334 + 0.2e-6;

/** Computes from a stack's template what an idle month costs. */
export const idleBill = (template: unknown): IdleBill => {
  const resources = Object.values(templateSchema.parse(template).Resources);
  const ofType = (type: string) =>
    resources.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
  const sources = ofType('AWS::Lambda::EventSourceMapping').filter(
    (source) => sourceSchema.parse(source).Enabled !== false,
  );
  const alarmMetrics = ofType('AWS::CloudWatch::Alarm').reduce((sum, alarm) => {
    const { Metrics: metrics } = alarmSchema.parse(alarm);
    return sum + (metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1);
  }, 0);
  const polls = sources.length * pollersPerSource * receivesPerMinute * minutesAMonth * dollarsPer.receive;
  const bill = {
    polls,
    alarms: alarmMetrics * dollarsPer.alarmMetric,
    metrics: steadyMetrics * dollarsPer.metric,
    secrets: ofType('AWS::SecretsManager::Secret').length * dollarsPer.secret,
    heartbeat: minutesAMonth * heartbeatDollars,
  };
  return { ...bill, total: Object.values(bill).reduce((sum, dollars) => sum + dollars, 0) };
};
