import { openEvents, openObjects, openQueues } from '../lib/store/clients.ts';
import middy from '@middy/core';
import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { readHosts } from '../lib/config.ts';
import type { AlertDetail } from '../lib/source/alerts/tell-alert.ts';
import { putAlertEvent } from '../lib/store/sources/put-alert-event.ts';
import { runHeartbeat } from '../lib/steps/heartbeat/heartbeat.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { logContext } from './edge/logger.ts';
import { metrics } from './edge/metrics.ts';
import { publishMetrics } from './edge/publish-metrics.ts';
import { createRuntime, jobQueues } from './edge/runtime.ts';

const { config, ...runtime } = createRuntime(
  ['TABLE_NAME', 'RESULT_BUCKET', 'SOURCE_BUCKET', ...jobQueues, 'GLEANER_HOSTS', 'GLEANER_STACK'],
  { objects: openObjects, queues: openQueues },
);
const events = openEvents();
const dependencies = {
  ...runtime,
  seal: openSeal(runtime.table, runtime.now),
  hosts: readHosts(config),
  announceAlert: (detail: AlertDetail) => putAlertEvent(events, config.GLEANER_STACK, detail),
};

export const handler = middy()
  .use(logContext())
  .use(publishMetrics())
  .handler(async () => {
    const { jobs, actions } = await runHeartbeat(dependencies);
    // CloudWatch bills a metric by the hours in which it gets a value.
    if (jobs > 0) metrics.addMetric('OpenJobs', MetricUnit.Count, jobs);
    if (actions > 0) metrics.addMetric('HeartbeatActions', MetricUnit.Count, actions);
    return { jobs, actions };
  });
