import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import {
  driftPattern,
  modelPattern,
  outageLines,
  standStillPattern,
} from '../../infra/alarms/essential-alarms.ts';
import { functionNames } from '../../infra/function-spec.ts';
import { dashboardMetricsMax, jobPlace, savedQueries } from '../../infra/operator-views.ts';
import { readSettings } from '../../infra/options.ts';
import { queueNames } from '../../infra/queues.ts';
import { findFunction, ofType, synthesise, target } from './synthesise.ts';

const template = synthesise({
  alarmEmail: 'ops@example.com',
  monthlyBudget: 50,
  logDays: 14,
  dashboard: true,
});

/** The metrics of the dashboard, as it writes them: namespace, name, dimensions. */
const dashboardMetrics = (): readonly (readonly unknown[])[] => {
  const body = ofType(template, 'AWS::CloudWatch::Dashboard')[0]?.[1].Properties['DashboardBody'];
  const join = body['Fn::Join'] as [string, unknown[]];
  const text = join[1].map((part) =>
    typeof part === 'string' ? part : (JSON.stringify(part).match(/"(\w+)"\]?\}?$/)?.[1] ?? ''),
  );
  const { widgets } = JSON.parse(text.join('')) as { widgets: { properties: { metrics?: unknown[][] } }[] };
  return widgets.flatMap(({ properties }) => properties.metrics ?? []);
};

test('the dashboard shows every queue and every function, and no more metrics than are free', () => {
  const metrics = dashboardMetrics();
  expect(metrics.length).toBeLessThanOrEqual(dashboardMetricsMax);
  const labels = metrics.map((metric) => (metric.at(-1) as { label?: string }).label);
  for (const name of functionNames) expect(labels.filter((label) => label === name)).toHaveLength(2);
  for (const name of queueNames) expect(labels.filter((label) => label === name)).toHaveLength(1);
});

test('every metric of ours on the dashboard is one that the stack makes', () => {
  const made = ofType(template, 'AWS::Logs::MetricFilter').map(
    ([, it]) => it.Properties['MetricTransformations'][0].MetricName as string,
  );
  const own = dashboardMetrics().filter(([namespace]) => namespace === 'Gleaner');
  expect(own.length).toBeGreaterThan(0);
  for (const [, name] of own) expect(made).toContain(name);
});

test('a budget tells the address at 80 percent, and before all of it is spent; without a sum there is none', () => {
  const [, budget] = ofType(template, 'AWS::Budgets::Budget')[0] ?? [];
  expect(budget?.Properties['Budget']).toMatchObject({
    BudgetLimit: { Amount: 50, Unit: 'USD' },
    TimeUnit: 'MONTHLY',
  });
  const told = budget?.Properties['NotificationsWithSubscribers'] as {
    Notification: object;
    Subscribers: unknown;
  }[];
  expect(told.map(({ Notification }) => Notification)).toMatchObject([
    { NotificationType: 'ACTUAL', Threshold: 80 },
    { NotificationType: 'FORECASTED', Threshold: 100 },
  ]);
  for (const { Subscribers } of told)
    expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }]);
  expect(ofType(synthesise(), 'AWS::Budgets::Budget')).toEqual([]);
});

test('each question of an operator is a saved query over the logs of every function', () => {
  const queries = ofType(template, 'AWS::Logs::QueryDefinition').map(([, it]) => it.Properties);
  expect(queries.map(({ Name: name }) => name).toSorted()).toEqual(
    savedQueries.map(({ name }) => `Gleaner/${name}`).toSorted(),
  );
  for (const query of queries) expect(query['LogGroupNames']).toHaveLength(functionNames.length);
  expect(savedQueries.filter(({ asks }) => asks.includes(jobPlace)).length).toBeGreaterThanOrEqual(5);
});

test('logs are kept as long as the deployment says; CloudWatch takes certain numbers of days only', () => {
  const days = ofType(template, 'AWS::Logs::LogGroup').map(
    ([, it]) => it.Properties['RetentionInDays'] as number,
  );
  expect(new Set(days)).toEqual(new Set([14]));
  expect(() => readSettings({ logDays: '15' })).toThrow(/logDays: expected one of 1, 3/);
});

test('logs of requests are the stack’s own: API Gateway writes none beside them, which would be kept for ever', () => {
  const logged = synthesise({ apiLogs: true, logDays: 14 });
  const [[, stage] = []] = ofType(logged, 'AWS::ApiGateway::Stage');
  const group = ofType(logged, 'AWS::Logs::LogGroup').find(([id]) => id.startsWith('HttpLogs'));
  expect(group?.[1]).toMatchObject({ Properties: { RetentionInDays: 14 }, DeletionPolicy: 'Delete' });
  expect(target(stage?.Properties['AccessLogSetting'].DestinationArn)).toBe(group?.[0]);
  expect(stage?.Properties['MethodSettings']).toMatchObject([
    { HttpMethod: '*', ResourcePath: '/*', LoggingLevel: 'OFF', DataTraceEnabled: false },
  ]);
});

test('of what Lambda logs by itself, only what tells of failed invocations is paid for', () => {
  for (const [name, it] of ofType(template, 'AWS::Lambda::Function')) {
    const { LogFormat, SystemLogLevel } = it.Properties['LoggingConfig'] as Record<string, unknown>;
    expect([name, LogFormat, SystemLogLevel]).toEqual([name, 'JSON', 'WARN']);
  }
});

test('where only a sample is logged, Lambda drops no line of it, and the logger every other line', async () => {
  const { Environment, LoggingConfig } = findFunction(synthesise({ logSample: 0 }), 'extract-pages')[1]
    .Properties;
  expect(LoggingConfig).toMatchObject({ ApplicationLogLevel: 'DEBUG' });
  const program =
    `const { logger } = await import('./functions/edge/logger.ts');` +
    `logger.info('a line'); logger.warn('odd');`;
  const linesOf = async (more: Readonly<Record<string, string>>): Promise<string[]> => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program],
      {
        // As Lambda does, from the level of its own configuration.
        env: { ...Environment.Variables, NODE_OPTIONS: '', AWS_LAMBDA_LOG_LEVEL: 'DEBUG', ...more },
      },
    );
    // Lines from the level `warn` on go to the error output.
    return `${stdout}${stderr}`
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { message: string }).message);
  };
  expect(await linesOf({})).toEqual(['odd']);
  expect(await linesOf({ POWERTOOLS_LOGGER_SAMPLE_RATE: '1' })).toContain('a line');
});

test('where only a sample is logged, the lines that alarms count are still written', async () => {
  const variables = findFunction(synthesise({ logSample: 0 }), 'extract-pages')[1].Properties['Environment']
    .Variables;
  expect(variables).toMatchObject({ POWERTOOLS_LOG_LEVEL: 'WARN', POWERTOOLS_LOGGER_SAMPLE_RATE: '0' });
  const { log, logger } = await import('../../functions/edge/logger.ts');
  const patterns = [modelPattern, standStillPattern, driftPattern];
  const counted = [...outageLines, ...patterns.map((it) => /message = "([^"]+)"/.exec(it)?.[1] ?? '')];
  for (const line of counted) {
    const written: string[] = [];
    for (const level of ['debug', 'info', 'warn', 'error'] as const)
      Object.assign(logger, { [level]: () => void written.push(level) });
    log(line, {});
    expect(['warn', 'error'], line).toContain(written[0]);
  }
});
