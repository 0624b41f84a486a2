import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { AlarmTopic } from './alarm-topic.ts';
import { type FunctionSpec } from './function-spec.ts';
import { constructId } from './functions.ts';
import type { QueueSpec } from './queues.ts';

/** CloudWatch namespace of what the functions measure themselves. */
export const metricsNamespace = 'Gleaner';

interface Condition {
  /** Equal to a heading of docs/runbook.md. */
  readonly name: string;
  readonly says: string;
  readonly metric: IMetric;
  readonly above: number;
  readonly missing?: TreatMissingData;
}

const period = Duration.minutes(5);

const makeAlarm = (
  scope: Construct,
  topic: AlarmTopic,
  { name, says, metric, above, missing }: Condition,
): void => {
  new Alarm(scope, constructId(name), {
    alarmName: name,
    alarmDescription: `${says} See docs/runbook.md, ${name}.`,
    metric,
    threshold: above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: 1,
    treatMissingData: missing ?? TreatMissingData.NOT_BREACHING,
  }).addAlarmAction(topic);
};

/** Alarms of a queue: a message waits too long; anything at all reached the dead-letter queue. */
export const makeQueueAlarms = (
  scope: Construct,
  spec: QueueSpec,
  queue: Queue,
  dead: Queue,
  topic: AlarmTopic,
): void => {
  makeAlarm(scope, topic, {
    name: `${spec.name}-oldest-message`,
    says: `A message has waited in ${spec.name} for more than ${spec.oldestMessageSecondsMax / 60} minutes.`,
    metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
    above: spec.oldestMessageSecondsMax,
  });
  makeAlarm(scope, topic, {
    name: `${spec.name}-dead-letters`,
    says: `A message of ${spec.name} was received ${spec.receivesMax} times and never finished.`,
    // bury-dead-letters empties the queue within seconds, between two samples of what is visible, so what it received
    // counts as well. SQS does not count redriven messages as sent.
    metric: new MathExpression({
      expression: 'FILL(visible, 0) + FILL(received, 0)',
      label: 'dead letters',
      period,
      usingMetrics: {
        visible: dead.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' }),
        received: dead.metricNumberOfMessagesReceived({ statistic: 'Sum' }),
      },
    }),
    above: 0,
  });
};

/** Alarm on invocations that threw, ran out of time or memory, or could not start. */
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

/** What a function counted; Powertools adds its service as the one dimension. */
const disagreements = (service: FunctionSpec['name']): Metric =>
  new Metric({
    namespace: metricsNamespace,
    metricName: 'CountersDisagree',
    dimensionsMap: { service },
    statistic: 'Sum',
  });

/** Alarms that belong to one function and no queue. */
export const makeServiceAlarms = (
  scope: Construct,
  functions: { readonly api: LambdaFunction; readonly heartbeat: LambdaFunction },
  topic: AlarmTopic,
): void => {
  makeAlarm(scope, topic, {
    name: 'api-throttles',
    says: 'Lambda refused to run api: the account is at its limit of concurrent executions.',
    metric: functions.api.metricThrottles({ period, statistic: 'Sum' }),
    above: 0,
  });
  makeAlarm(scope, topic, {
    name: 'heartbeat-not-running',
    says: 'heartbeat ran less than twice in 5 minutes; it is due every minute.',
    metric: new MathExpression({
      expression: '2 - FILL(runs, 0)',
      label: 'runs missed',
      period,
      usingMetrics: { runs: functions.heartbeat.metricInvocations({ statistic: 'Sum' }) },
    }),
    above: 0,
    missing: TreatMissingData.BREACHING,
  });
  makeAlarm(scope, topic, {
    name: 'counters-disagree',
    says: "A job's counters differ from its pages' states.",
    metric: new MathExpression({
      expression: 'FILL(finishing, 0) + FILL(beating, 0)',
      label: 'jobs that disagree',
      period,
      usingMetrics: { finishing: disagreements('finish-job'), beating: disagreements('heartbeat') },
    }),
    above: 0,
  });
};
