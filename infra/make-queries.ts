import { Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { constructId } from './functions.ts';

/** Stands where whoever asks puts the id of a job. */
export const jobPlace = '<job id>';

/** A question of an operator, over all functions at once. */
export interface SavedQuery {
  readonly name: string;
  readonly asks: string;
}

const ofJob = `filter @message like "${jobPlace}"`;

/** One for each question that the runbook asks. They cost nothing until they are run. */
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
    name: 'which invocations took longest',
    asks:
      'filter type = "platform.report"\n' +
      '| stats max(record.metrics.durationMs) as longest, pct(record.metrics.durationMs, 95) as p95, ' +
      'max(record.metrics.maxMemoryUsedMB) as memory by @log\n| sort longest desc',
  },
];

/** Keeps the questions of operators in the stack, under its name: Logs Insights lists them by folder. */
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
