import { openObjects, openSecrets, openTable } from '../lib/store/clients.ts';
import { rememberSecret } from '../lib/store/keys/get-secret.ts';
import { readConfig, readHosts } from '../lib/config.ts';
import { createSeenCache } from '../lib/frontier/seen-cache.ts';
import { authenticator } from '../lib/steps/api/authenticate.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { openFunctionQueues } from './edge/function-queues.ts';
import { httpFunction } from './edge/http-function.ts';
import { sleep } from './edge/sleep.ts';
import { manifestRoutes } from './handlers/manifests.ts';
import { sourceHistoryRoutes } from './handlers/source-history.ts';
import { sourceRoutes, type SourceDependencies } from './handlers/sources.ts';

const config = readConfig([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'RESULT_BUCKET',
  'SOURCE_BUCKET',
  'FETCH_HIGH_QUEUE_URL',
  'FETCH_NORMAL_QUEUE_URL',
  'FETCH_LOW_QUEUE_URL',
  'RENDER_QUEUE_URL',
  'EXTRACT_QUEUE_URL',
  'FINISH_QUEUE_URL',
  'DELIVER_QUEUE_URL',
  'KEY_SECRET_ARN',
  'GLEANER_ALLOW_SCRIPTS',
  'GLEANER_DELAY_SECONDS',
  'GLEANER_HOSTS',
]);
const client = openObjects();
const dependencies: SourceDependencies = {
  table: openTable(config.TABLE_NAME),
  envelopes: { client, bucket: config.ENVELOPE_BUCKET },
  results: { client, bucket: config.RESULT_BUCKET },
  sources: { client, bucket: config.SOURCE_BUCKET },
  queues: openFunctionQueues(config),
  seal: openSeal(openTable(config.TABLE_NAME)),
  seen: createSeenCache(),
  allowScripts: config.GLEANER_ALLOW_SCRIPTS,
  policies: { delaySeconds: config.GLEANER_DELAY_SECONDS, hosts: readHosts(config) },
  now: Date.now,
  random: Math.random,
  sleep,
};

export const handler = httpFunction(
  [...manifestRoutes(dependencies), ...sourceRoutes(dependencies), ...sourceHistoryRoutes(dependencies)],
  authenticator(dependencies.table, rememberSecret(openSecrets(), config.KEY_SECRET_ARN), Date.now),
);
