import middy from '@middy/core';
import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { openObjects, openTable } from '../lib/store/clients.ts';
import { readHosts, readConfig } from '../lib/config.ts';
import { runHeartbeat } from '../lib/steps/heartbeat/heartbeat.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { createSeenCache } from '../lib/frontier/seen-cache.ts';
import { log, logger } from './edge/logger.ts';
import { metrics } from './edge/metrics.ts';
import { publishMetrics } from './edge/publish-metrics.ts';
import { openFunctionQueues } from './edge/function-queues.ts';
import { sleep } from './edge/sleep.ts';

const config = readConfig([
  'TABLE_NAME',
  'RESULT_BUCKET',
  'FETCH_HIGH_QUEUE_URL',
  'FETCH_NORMAL_QUEUE_URL',
  'FETCH_LOW_QUEUE_URL',
  'RENDER_QUEUE_URL',
  'EXTRACT_QUEUE_URL',
  'FINISH_QUEUE_URL',
  'DELIVER_QUEUE_URL',
  'SOURCE_BUCKET',
  'GLEANER_HOSTS',
]);
const client = openObjects();
const dependencies = {
  table: openTable(config.TABLE_NAME),
  results: { client, bucket: config.RESULT_BUCKET },
  sources: { client, bucket: config.SOURCE_BUCKET },
  seal: openSeal(openTable(config.TABLE_NAME)),
  queues: openFunctionQueues(config),
  seen: createSeenCache(),
  now: Date.now,
  random: Math.random,
  sleep,
  log,
  hosts: readHosts(config),
  counted: (metric: string) => void metrics.addMetric(metric, MetricUnit.Count, 1),
};

export const handler = middy()
  .use(injectLambdaContext(logger))
  .use(publishMetrics())
  .handler(async () => {
    const { jobs, actions } = await runHeartbeat(dependencies);
    metrics.addMetric('OpenJobs', MetricUnit.Count, jobs);
    metrics.addMetric('HeartbeatActions', MetricUnit.Count, actions);
    return { jobs, actions };
  });
