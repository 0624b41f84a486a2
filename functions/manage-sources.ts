import { openEvents, openObjects, openQueues, openSecrets } from '../lib/store/clients.ts';
import { readHosts } from '../lib/config.ts';
import { createFetcherCheck } from '../lib/fetch/remote/check-fetcher.ts';
import type { AlertDetail } from '../lib/source/alerts/tell-alert.ts';
import { putAlertEvent } from '../lib/store/sources/put-alert-event.ts';
import { openFetchers } from '../lib/steps/hosts/open-fetchers.ts';
import { authenticator, enforceRateLimit } from '../lib/steps/api/admit-caller.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { httpFunction } from './edge/http-function.ts';
import { createRuntime, jobQueues } from './edge/runtime.ts';
import { sourceEndpoints } from './endpoints/manage-sources.ts';

const { config, ...runtime } = createRuntime(
  [
    'TABLE_NAME',
    'ENVELOPE_BUCKET',
    'RESULT_BUCKET',
    'SOURCE_BUCKET',
    ...jobQueues,
    'KEY_SECRET_NAME',
    'GLEANER_ALLOW_SCRIPTS',
    'GLEANER_DELAY_SECONDS',
    'GLEANER_HOSTS',
    'GLEANER_FETCHERS',
    'FETCHER_KEYS_NAME',
    'GLEANER_STACK',
    'GLEANER_ENVIRONMENT',
    'GLEANER_CORPUS',
    'GLEANER_KEY_REQUESTS_PER_MINUTE',
    'GLEANER_KEY_OPEN_JOBS',
    'GLEANER_MONTHLY_BUDGET',
  ],
  { objects: openObjects, queues: openQueues, secrets: openSecrets },
);
const { table, pepper, now } = runtime;
const services = openFetchers(config.GLEANER_FETCHERS, config.FETCHER_KEYS_NAME, openSecrets(), now);
const events = openEvents();
const dependencies = {
  ...runtime,
  seal: openSeal(table, now),
  allowScripts: config.GLEANER_ALLOW_SCRIPTS,
  policies: { delaySeconds: config.GLEANER_DELAY_SECONDS, hosts: readHosts(config) },
  checkFetcher: createFetcherCheck({ ...services, now }),
  announceAlert: (detail: AlertDetail) => putAlertEvent(events, config.GLEANER_STACK, detail),
  deployment: {
    stack: config.GLEANER_STACK,
    environment: config.GLEANER_ENVIRONMENT,
    corpus: config.GLEANER_CORPUS?.name ?? null,
    monthlyBudget: config.GLEANER_MONTHLY_BUDGET ?? null,
    keyLimits: {
      requestsPerMinute: config.GLEANER_KEY_REQUESTS_PER_MINUTE,
      openJobs: config.GLEANER_KEY_OPEN_JOBS,
    },
  },
};

export const handler = httpFunction(sourceEndpoints, dependencies, {
  authenticate: authenticator(table, pepper, now),
  admit: async (caller, begins) =>
    await enforceRateLimit({ table, now, keyLimits: dependencies.deployment.keyLimits }, caller, begins),
});
