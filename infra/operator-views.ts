import { Duration, Stack } from 'aws-cdk-lib';
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
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { constructId } from './functions.ts';
import { metricsNamespace } from './names.ts';
import type { WorkQueue } from './make-queues.ts';

/** CloudWatch has three free dashboards with this many metrics each (https://aws.amazon.com/cloudwatch/pricing/). */
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

/** Makes the dashboard of a stack with exactly the functions and queues that it has. */
export const makeDashboard = (
  scope: Construct,
  parts: {
    readonly functions: Readonly<Record<string, LambdaFunction>>;
    readonly queues: readonly WorkQueue[];
    readonly dead: Queue;
    readonly rest: RestApi;
    readonly table: Table;
  },
): Dashboard => {
  const functions = Object.entries(parts.functions);
  const namespace = metricsNamespace(scope);
  const own = (metricName: string): Metric => new Metric({ namespace, metricName, ...sum });
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
      own('JobsStandStill'),
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
    graph('Messages given up', [parts.dead.metricNumberOfMessagesReceived(sum)]),
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
    graph(
      'Table: time of a query',
      [
        new Metric({
          namespace: 'AWS/DynamoDB',
          metricName: 'SuccessfulRequestLatency',
          dimensionsMap: { TableName: parts.table.tableName, Operation: 'Query' },
          period,
          statistic: 'Average',
        }),
      ],
      'milliseconds',
    ),
    graph('Lambda: refused for want of executions', [
      new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...sum }),
    ]),
  );
  return dashboard;
};

/** The placeholder for the id of a job in a query. */
export const jobPlace = '<job id>';

/** An operator's question, over all functions at once. */
export interface SavedQuery {
  readonly name: string;
  readonly asks: string;
}

const ofJob = `filter @message like "${jobPlace}"`;

/** One query for each question in the runbook. They cost nothing until they are run. */
export const savedQueries: readonly SavedQuery[] = [
  {
    name: 'what happened to a job',
    asks: `fields @timestamp, service, level, message\n| ${ofJob}\n| sort @timestamp\n| limit 10000`,
  },
  {
    name: 'which pages of a job failed and why',
    asks: `fields @timestamp, url, code, error\n| ${ofJob} and message = "page failed"\n| sort @timestamp`,
  },
  {
    name: 'why pages of a job went to the browser',
    asks: `fields @timestamp, url, from, to, reason\n| ${ofJob} and message = "fell through"\n| sort @timestamp`,
  },
  {
    name: 'what models were asked for a job and what it cost',
    asks: `filter @message like "${jobPlace}" and message = "model called"\n| stats count(*) as calls by model`,
  },
  {
    name: 'where a job spent its time',
    asks: `${ofJob}\n| stats count(*) as lines, min(@timestamp) as first, max(@timestamp) as last by service, message`,
  },
  {
    name: 'who met an outage',
    asks:
      'filter level = "ERROR" or (type = "platform.report" and record.status != "success")\n' +
      '| stats count(*) as times by service, message, error, bin(5m)\n| sort times desc',
  },
  {
    name: 'which failed invocations took longest',
    asks:
      'filter type = "platform.report"\n' +
      '| stats max(record.metrics.durationMs) as longest, pct(record.metrics.durationMs, 95) as p95, ' +
      'max(record.metrics.maxMemoryUsedMB) as memory by @log\n| sort longest desc',
  },
];

/** Saves the operators' questions in the stack, under its name: Logs Insights lists them by folder. */
export const makeQueries = (scope: Construct, functions: readonly LambdaFunction[]): void => {
  const folder = Stack.of(scope).stackName;
  const groups = functions.map(({ logGroup }) => logGroup.logGroupName);
  for (const { name, asks } of savedQueries)
    void new CfnQueryDefinition(scope, `Query${constructId(name.replaceAll(' ', '-'))}`, {
      name: `${folder}/${name}`,
      queryString: asks,
      logGroupNames: groups,
    });
};
