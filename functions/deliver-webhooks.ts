import * as z from 'zod';
import { openObjects, openQueues, openSecrets, openTable } from '../lib/store/clients.ts';
import { rememberSecret } from '../lib/store/keys/get-secret.ts';
import { readConfig } from '../lib/config.ts';
import { deliverWebhooks } from '../lib/steps/deliver-webhooks/deliver-webhooks.ts';
import { guardedDispatcher } from '../lib/fetch/http/guarded-connect.ts';
import { openGuard } from '../lib/fetch/http/open-guard.ts';
import { limits } from '../lib/limits/limits.ts';
import { version } from '../lib/version.ts';
import { log } from './edge/logger.ts';
import { allAtOnce, queueFunction } from './edge/queue-function.ts';

const config = readConfig([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'RESULT_BUCKET',
  'DELIVER_QUEUE_URL',
  'KEY_SECRET_ARN',
  'GLEANER_ALLOW',
  'GLEANER_CLOSED_PORTS',
  'GLEANER_RESOLVE',
]);
const client = openObjects();
const dependencies = {
  table: openTable(config.TABLE_NAME),
  envelopes: { client, bucket: config.ENVELOPE_BUCKET },
  results: { client, bucket: config.RESULT_BUCKET },
  queues: { client: openQueues(), deliver: config.DELIVER_QUEUE_URL },
  dispatcher: guardedDispatcher(
    openGuard({
      allow: config.GLEANER_ALLOW,
      resolve: config.GLEANER_RESOLVE,
      ownPorts: config.GLEANER_CLOSED_PORTS,
      onRefused: (host, reasons) => log('address refused', { host, reasons }),
    }),
  ),
  pepper: rememberSecret(openSecrets(), config.KEY_SECRET_ARN),
  userAgent: `Gleaner-Webhooks/${version}`,
  now: Date.now,
  random: Math.random,
  log,
};
const messageSchema = z.object({ v: z.literal(1), job: z.string() });

export const handler = queueFunction(
  allAtOnce(async (message, remainingMs) => {
    const { job } = messageSchema.parse(JSON.parse(message.body));
    // The last event needs its time, and so does giving the webhook back.
    await deliverWebhooks(dependencies, job, Date.now() + remainingMs - 3 * limits.webhookMs);
  }),
);
