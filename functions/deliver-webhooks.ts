import { openObjects, openQueues, openSecrets } from '../lib/store/clients.ts';
import { deliverWebhooks } from '../lib/steps/deliver-webhooks/deliver-webhooks.ts';
import { guardedDispatcher } from '../lib/fetch/http/guarded-connect.ts';
import { openGuard } from '../lib/fetch/http/open-guard.ts';
import { limits } from '../lib/limits/limits.ts';
import { version } from '../lib/version.ts';
import { jobMessageSchema } from '../lib/job/job-message.ts';
import { allAtOnce, queueFunction } from './edge/queue-function.ts';
import { createRuntime } from './edge/runtime.ts';

const { config, ...runtime } = createRuntime(
  [
    'TABLE_NAME',
    'ENVELOPE_BUCKET',
    'RESULT_BUCKET',
    'DELIVER_QUEUE_URL',
    'KEY_SECRET_ARN',
    'GLEANER_ALLOW',
    'GLEANER_CLOSED_PORTS',
    'GLEANER_RESOLVE',
  ],
  { objects: openObjects, queues: openQueues, secrets: openSecrets },
);
const dependencies = {
  ...runtime,
  dispatcher: guardedDispatcher(
    openGuard({
      allow: config.GLEANER_ALLOW,
      resolve: config.GLEANER_RESOLVE,
      ownPorts: config.GLEANER_CLOSED_PORTS,
      onRefused: (host, reasons) => runtime.log('address refused', { host, reasons }),
    }),
  ),
  userAgent: `Gleaner-Webhooks/${version}`,
};

export const handler = queueFunction(
  allAtOnce(async (message, remainingMs) => {
    const { job } = jobMessageSchema.parse(JSON.parse(message.body));
    // Time is kept for the last event, and for giving the webhook back.
    await deliverWebhooks(dependencies, job, runtime.now() + remainingMs - 3 * limits.webhookMs);
  }),
);
