import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Dashboard,
  GraphWidget,
  Metric,
  TextWidget,
  type IMetric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { metricsNamespace } from './names.ts';
import type { QueueWithDeadLetters } from './queue-with-dead-letters.ts';

/** CloudWatch has three dashboards free, of so many metrics each (https://aws.amazon.com/cloudwatch/pricing/). */
export const dashboardMetricsMax = 50;

const period = Duration.minutes(5);
const sum = { period, statistic: 'Sum' } as const;
const width = 12;

const graph = (title: string, left: IMetric[], unit?: string): IWidget =>
  new GraphWidget({
    title,
    left,
    width,
    height: 6,
    ...(unit === undefined ? {} : { leftYAxis: { label: unit } }),
  });

/** Makes the dashboard of a stack, from the functions and queues that it has: each is on it, and nothing else. */
export const makeDashboard = (
  scope: Construct,
  parts: {
    readonly functions: Readonly<Record<string, LambdaFunction>>;
    readonly queues: readonly QueueWithDeadLetters[];
    readonly rest: RestApi;
    readonly table: Table;
  },
): Dashboard => {
  const functions = Object.entries(parts.functions);
  const namespace = metricsNamespace(scope);
  const own = (metricName: string, service?: string): Metric =>
    new Metric({
      namespace,
      metricName,
      ...sum,
      ...(service === undefined ? {} : { dimensionsMap: { service } }),
    });
  const dashboard = new Dashboard(scope, 'Dashboard', { defaultInterval: Duration.hours(12) });
  dashboard.addWidgets(
    new TextWidget({
      width: 24,
      height: 2,
      markdown:
        '**Gleaner.** What an alarm means and what to do stands in `docs/runbook.md` under its name. One job in the ' +
        'logs: the saved queries of Logs Insights, with its id.',
    }),
    graph('Outages met, models that answer nobody, jobs that stand still', [
      own('Failures'),
      own('ModelsUnavailable'),
      own('JobsStandStill', 'heartbeat'),
    ]),
    graph('API: requests, answers of 500 and above', [
      parts.rest.metricCount(sum),
      parts.rest.metricServerError(sum),
    ]),
    graph(
      'Oldest message of each queue',
      parts.queues.map(({ spec, queue }) =>
        queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum', label: spec.name }),
      ),
      'seconds',
    ),
    graph(
      'Messages given up, by queue',
      parts.queues.map(({ spec, dead }) => dead.metricNumberOfMessagesReceived({ ...sum, label: spec.name })),
    ),
    graph(
      'Invocations of each function',
      functions.map(([label, fn]) => fn.metricInvocations({ ...sum, label })),
    ),
    graph(
      'Time of each function, all invocations together',
      functions.map(([label, fn]) => fn.metricDuration({ ...sum, label })),
      'milliseconds',
    ),
    graph('Table: what is written', [parts.table.metricConsumedWriteCapacityUnits(sum)], 'units'),
    graph('Lambda: refused for want of executions', [
      new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum }),
    ]),
  );
  return dashboard;
};
