import { MetricUnit } from '@aws-lambda-powertools/metrics';
import * as z from 'zod';
import { openEvents, openObjects, openQueues, openTable } from '../lib/store/clients.ts';
import { openMeter } from '../lib/store/meter.ts';
import { putJobEnded } from '../lib/store/jobs/put-job-ended.ts';
import { readConfig } from '../lib/config.ts';
import { finishJob } from '../lib/steps/finish-job/finish-job.ts';
import type { Job } from '../lib/job/job.ts';
import { log } from './edge/logger.ts';
import { metrics } from './edge/metrics.ts';
import { eachMessage, queueFunction } from './edge/queue-function.ts';
import { sleep } from './edge/sleep.ts';

const config = readConfig([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'RESULT_BUCKET',
  'SOURCE_BUCKET',
  'DELIVER_QUEUE_URL',
  'FINISH_QUEUE_URL',
]);
const client = openObjects();
const events = openEvents();
const dependencies = {
  table: openTable(config.TABLE_NAME),
  envelopes: { client, bucket: config.ENVELOPE_BUCKET },
  results: { client, bucket: config.RESULT_BUCKET },
  sources: { client, bucket: config.SOURCE_BUCKET },
  queues: { client: openQueues(), deliver: config.DELIVER_QUEUE_URL, finish: config.FINISH_QUEUE_URL },
  announce: (job: Job) => putJobEnded(events, job),
  now: Date.now,
  random: Math.random,
  sleep,
  log,
};
const meter = openMeter('finishMs', Date.now, performance.now());
const messageSchema = z.object({ v: z.literal(1), job: z.string() });

export const handler = queueFunction(
  eachMessage(async (body) => {
    const { job } = messageSchema.parse(body);
    const outcome = await meter.run(job, { invocations: 1, fromQueue: true }, () =>
      finishJob(dependencies, job),
    );
    if (outcome === 'counters disagree') metrics.addMetric('CountersDisagree', MetricUnit.Count, 1);
  }),
);
