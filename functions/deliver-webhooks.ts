import { openObjects, openQueues, openSecrets } from '../lib/store/clients.ts';
import { deliverJobs } from '../lib/steps/deliver-webhooks/deliver-jobs.ts';
import { guardedDispatcher } from '../lib/fetch/http/guarded-connect.ts';
import { openGuard } from '../lib/fetch/http/open-guard.ts';
import { version } from '../lib/version.ts';
import { queueFunction } from './edge/queue-function.ts';
import { createRuntime } from './edge/runtime.ts';

const { config, ...runtime } = createRuntime(
  [
    'TABLE_NAME',
    'ENVELOPE_BUCKET',
    'RESULT_BUCKET',
    'DELIVER_QUEUE_URL',
    'KEY_SECRET_NAME',
    'HEADER_SECRET_NAME',
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

export const handler = queueFunction((messages, remainingMs) =>
  deliverJobs(dependencies, messages, remainingMs),
);
