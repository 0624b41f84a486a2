import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { AlarmTopic } from './alarm-topic.ts';
import type { StackFunctionName } from '../function-spec.ts';
import { constructId } from '../functions.ts';
import { makeAlarm, period } from './make-alarms.ts';
import { metricsNamespace } from '../names.ts';

/** Lines that functions in `lib/steps` and `functions/edge` log when they catch an outage of a service behind them. */
export const outageLines = [
  'message failed',
  'visit failed',
  'heartbeat failed',
  'request failed',
  'reading a corpus failed',
] as const;

/**
 * Matches an invocation that did not do its work: it caught an outage and logged that, or it died (crash, timeout, no
 * memory, no start), which Lambda itself logs (AWS Lambda, "Working with Lambda function logs", `platform.report`).
 * Lambda's own `Errors` stay 0 in the first case.
 */
export const failurePattern = `{ ${[
  ...outageLines.map((line) => `($.message = "${line}")`),
  '(($.type = "platform.report") && ($.record.status != "success"))',
].join(' || ')} }`;

/** Matches a page that waits because no model answers (docs/failures.md). */
export const modelPattern =
  '{ ($.message = "extraction waits") && (($.code = "LLM_UNAVAILABLE") || ($.code = "LLM_TIMEOUT")) }';

/** Matches a job that nobody moves (`reportStandStill` in lib/steps/heartbeat/heartbeat.ts). */
export const standStillPattern = '{ $.message = "job stands still" }';

/** Matches a job whose counters differ from its pages: `finish-job` and the heartbeat compare them. */
export const driftPattern = '{ $.message = "counters disagree" }';

/** Counts the lines of a function's log that match a pattern. Filters are free, and so is a metric without data. */
const countLines = (fn: LambdaFunction, metricName: string, pattern: string): void => {
  fn.logGroup.addMetricFilter(constructId(metricName), {
    metricNamespace: metricsNamespace(fn),
    metricName,
    filterPattern: FilterPattern.literal(pattern),
    metricValue: '1',
  });
};

const counted = (scope: Construct, metricName: string): Metric =>
  new Metric({ namespace: metricsNamespace(scope), metricName, period, statistic: 'Sum' });

type Scope = readonly [scope: Construct, topic: AlarmTopic];

/** Makes alarms about invocations that fail, do not start, or are given up. */
const makeInvocationAlarms = (
  [scope, topic]: Scope,
  functions: Readonly<Record<'bury-dead-letters' | 'heartbeat', LambdaFunction>>,
): void => {
  makeAlarm(scope, topic, {
    name: 'failures',
    // The heartbeat reads the table every minute, so that an outage of the table rings even without other work.
    says: 'More than 3 invocations within 5 minutes met an outage or died.',
    metric: counted(scope, 'Failures'),
    above: 3,
  });
  makeAlarm(scope, topic, {
    name: 'failures-persist',
    says: 'Invocations met an outage or died in 3 of 12 periods of 5 minutes: few, but again and again.',
    metric: counted(scope, 'Failures'),
    above: 0,
    periods: { above: 3, of: 12 },
  });
  makeAlarm(scope, topic, {
    name: 'dead-letters',
    says: 'A message was received as often as its queue allows and never finished, or a submission was given up.',
    metric: functions['bury-dead-letters'].metricInvocations({ period, statistic: 'Sum' }),
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
};

/** Makes alarms about the account and the API, which callers notice. */
const makeCallerAlarms = ([scope, topic]: Scope, rest: RestApi): void => {
  makeAlarm(scope, topic, {
    name: 'functions-throttled',
    says: 'Lambda refused to run functions of this account for 15 minutes: it is at its concurrent executions.',
    // For all functions of the account together, because they share its executions.
    metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', period, statistic: 'Sum' }),
    above: 0,
    periods: { above: 3, of: 3 },
  });
  makeAlarm(scope, topic, {
    name: 'api-server-errors',
    says: 'More than 2 requests to the API within 5 minutes were answered with a status of 500 or above.',
    metric: rest.metricServerError({ period, statistic: 'Sum' }),
    above: 2,
  });
};

/** Milliseconds. DynamoDB needs less than ten for a key, and tens for a query of a full megabyte. */
const tableSlowMs = 200;

/** Makes the alarm about a table that answers, but late: no call fails, and everything takes many times as long. */
const makeTableAlarm = ([scope, topic]: Scope, table: Table): void =>
  makeAlarm(scope, topic, {
    name: 'table-slow',
    says: `The table took longer than ${tableSlowMs} ms for a query, on average, in 2 of 3 periods of 5 minutes.`,
    // DynamoDB measures each operation separately. The heartbeat queries the table every minute, so this one is
    // measured even while nobody works. DynamoDB offers no percentiles of it ("Amazon DynamoDB Developer Guide",
    // DynamoDB metrics and dimensions).
    metric: new Metric({
      namespace: 'AWS/DynamoDB',
      metricName: 'SuccessfulRequestLatency',
      dimensionsMap: { TableName: table.tableName, Operation: 'Query' },
      period,
      statistic: 'Average',
    }),
    above: tableSlowMs,
    periods: { above: 2, of: 3 },
  });

/** Makes alarms about jobs that wait, stand still, or count wrong. */
const makeJobAlarms = ([scope, topic]: Scope): void => {
  makeAlarm(scope, topic, {
    name: 'models-unavailable',
    says: 'Pages waited for a model that nobody answers for in 3 of 6 periods of 5 minutes.',
    metric: counted(scope, 'ModelsUnavailable'),
    above: 0,
    periods: { above: 3, of: 6 },
  });
  makeAlarm(scope, topic, {
    name: 'jobs-stand-still',
    says: 'A job has had open pages that nobody takes, or has not been concluded, for longer than its priority allows.',
    metric: counted(scope, 'JobsStandStill'),
    above: 0,
    // Pages that waited for their host's hours are due all at once, so their workers get some minutes.
    periods: { above: 3, of: 4 },
  });
  makeAlarm(scope, topic, {
    name: 'counters-disagree',
    says: "A job's counters differ from its pages' states.",
    metric: counted(scope, 'CountersDisagree'),
    above: 0,
  });
};

/** Functions that have lines or invocations of their own to count. */
type Watched = 'bury-dead-letters' | 'heartbeat' | 'extract-pages' | 'finish-job';

/**
 * Makes the alarms that every deployment has. Together they take ten alarm metrics, as many as CloudWatch has free of
 * charge; for each outage of `test/alarms` at least one of them rings.
 */
export const makeEssentialAlarms = (
  scope: Construct,
  functions: Readonly<Partial<Record<StackFunctionName, LambdaFunction>>> &
    Readonly<Record<Watched, LambdaFunction>>,
  { rest, table }: { readonly rest: RestApi; readonly table: Table },
  topic: AlarmTopic,
): void => {
  for (const fn of Object.values(functions)) countLines(fn, 'Failures', failurePattern);
  countLines(functions['extract-pages'], 'ModelsUnavailable', modelPattern);
  countLines(functions.heartbeat, 'JobsStandStill', standStillPattern);
  for (const fn of [functions.heartbeat, functions['finish-job']])
    countLines(fn, 'CountersDisagree', driftPattern);
  const here: Scope = [scope, topic];
  makeInvocationAlarms(here, functions);
  makeCallerAlarms(here, rest);
  makeTableAlarm(here, table);
  makeJobAlarms(here);
};
