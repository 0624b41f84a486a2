import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { AlarmTopic } from './alarm-topic.ts';
import { type FunctionSpec } from '../function-spec.ts';
import { constructId } from '../functions.ts';
import { physicalName } from '../names.ts';
import type { QueueSpec } from '../queues.ts';

export interface Condition {
  /** Equal to a heading of docs/runbook.md. */
  readonly name: string;
  readonly says: string;
  readonly metric: IMetric;
  readonly above: number;
  readonly missing?: TreatMissingData;
  /** How many of how many periods must be above; by default 1 of 1. */
  readonly periods?: { readonly above: number; readonly of: number };
}

export const period = Duration.minutes(5);

/** Makes an alarm that publishes to the topic; the runbook has an article with its name. */
export const makeAlarm = (
  scope: Construct,
  topic: AlarmTopic,
  { name, says, metric, above, missing, periods = { above: 1, of: 1 } }: Condition,
): void => {
  new Alarm(scope, constructId(name), {
    alarmName: physicalName(scope, name),
    alarmDescription: `${says} See docs/runbook.md, ${name}.`,
    metric,
    threshold: above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: periods.of,
    datapointsToAlarm: periods.above,
    treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
  }).addAlarmAction(topic);
};

/** Makes the alarm of a queue: a message waits too long. */
export const makeQueueAlarm = (scope: Construct, spec: QueueSpec, queue: Queue, topic: AlarmTopic): void =>
  makeAlarm(scope, topic, {
    name: `${spec.name}-oldest-message`,
    says: `A message has waited in ${spec.name} for more than ${spec.oldestMessageSecondsMax / 60} minutes.`,
    metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
    above: spec.oldestMessageSecondsMax,
  });

/** Makes an alarm on invocations that threw, ran out of time or memory, or could not start. */
export const makeErrorAlarm = (
  scope: Construct,
  spec: FunctionSpec,
  fn: LambdaFunction,
  topic: AlarmTopic,
): void => {
  makeAlarm(scope, topic, {
    name: `${spec.name}-errors`,
    says: `More than ${spec.errorsTolerated} invocations of ${spec.name} failed within 5 minutes.`,
    metric: fn.metricErrors({ period, statistic: 'Sum' }),
    above: spec.errorsTolerated,
  });
};

/** Makes the alarms that only `alarms: all` has: on single resources, and on the API's latency. */
export const makeServiceAlarms = (
  scope: Construct,
  { api, rest }: { readonly api: LambdaFunction; readonly rest: RestApi },
  topic: AlarmTopic,
): void => {
  makeAlarm(scope, topic, {
    name: 'api-throttles',
    says: 'Lambda refused to run api: the account is at its limit of concurrent executions.',
    metric: api.metricThrottles({ period, statistic: 'Sum' }),
    above: 0,
  });
  makeAlarm(scope, topic, {
    name: 'api-slow',
    // A caller that waits for a page is answered after 25 seconds at the latest, and told to ask again.
    says: 'One request in a hundred took longer than 27 seconds: longer than anybody is kept waiting on purpose.',
    metric: rest.metricLatency({ period, statistic: 'p99' }),
    above: 27_000,
  });
};
