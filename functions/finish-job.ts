import { openEvents, openObjects, openQueues } from '../lib/store/clients.ts';
import { putJobEnded } from '../lib/store/jobs/put-job-ended.ts';
import { putAlertEvent } from '../lib/store/sources/put-alert-event.ts';
import { finishJob } from '../lib/steps/finish-job/finish-job.ts';
import type { Job } from '../lib/job/job.ts';
import { eachMessage, queueFunction } from './edge/queue-function.ts';
import { createRuntime } from './edge/runtime.ts';
import type { AlertDetail } from '../lib/source/alerts/tell-alert.ts';
import { jobMessageSchema } from '../lib/job/job-message.ts';

const { meterFor, config, ...runtime } = createRuntime(
  [
    'TABLE_NAME',
    'ENVELOPE_BUCKET',
    'RESULT_BUCKET',
    'SOURCE_BUCKET',
    'DELIVER_QUEUE_URL',
    'FINISH_QUEUE_URL',
    'GLEANER_STACK',
  ],
  { objects: openObjects, queues: openQueues },
);
const events = openEvents();
const dependencies = {
  ...runtime,
  announce: (job: Job) => putJobEnded(events, config.GLEANER_STACK, job),
  announceAlert: (detail: AlertDetail) => putAlertEvent(events, config.GLEANER_STACK, detail),
};
const meter = meterFor('finishMs');

export const handler = queueFunction(
  eachMessage(async (body) => {
    const { job } = jobMessageSchema.parse(body);
    await meter.run(job, { invocations: 1, fromQueue: true }, () => finishJob(dependencies, job));
  }),
);
