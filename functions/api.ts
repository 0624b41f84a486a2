import { openObjects, openQueues, openSecrets } from '../lib/store/clients.ts';
import { readHosts } from '../lib/config.ts';
import { authenticator, enforceRateLimit } from '../lib/steps/api/admit-caller.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { httpFunction } from './edge/http-function.ts';
import { createRuntime, jobQueues } from './edge/runtime.ts';
import { apiEndpoints } from './endpoints/api.ts';
import type { EstimatingDependencies } from './handlers/estimate.ts';

const { config, ...runtime } = createRuntime(
  [
    'TABLE_NAME',
    'ENVELOPE_BUCKET',
    'RESULT_BUCKET',
    'SOURCE_BUCKET',
    ...jobQueues,
    'KEY_SECRET_NAME',
    'GLEANER_V1_EXTRACT',
    'GLEANER_ALLOW_SCRIPTS',
    'GLEANER_KEY_REQUESTS_PER_MINUTE',
    'GLEANER_KEY_OPEN_JOBS',
    'GLEANER_SEARCH',
    'GLEANER_CORPUS',
    'GLEANER_WAITING_MAX',
    'GLEANER_DELAY_SECONDS',
    'GLEANER_HOSTS',
    'GLEANER_LLM',
  ],
  { objects: openObjects, queues: openQueues, secrets: openSecrets },
);
const { table, pepper, now } = runtime;
const dependencies: EstimatingDependencies = {
  ...runtime,
  seal: openSeal(table, now),
  allowScripts: config.GLEANER_ALLOW_SCRIPTS,
  keyLimits: {
    requestsPerMinute: config.GLEANER_KEY_REQUESTS_PER_MINUTE,
    openJobs: config.GLEANER_KEY_OPEN_JOBS,
  },
  extractDialect: config.GLEANER_V1_EXTRACT,
  ...(config.GLEANER_WAITING_MAX === undefined ? {} : { waitingMax: config.GLEANER_WAITING_MAX }),
  ...(config.GLEANER_CORPUS === undefined ? {} : { corpus: config.GLEANER_CORPUS.name }),
  ...(config.GLEANER_SEARCH === undefined ? {} : { searchEngine: config.GLEANER_SEARCH }),
  policies: { delaySeconds: config.GLEANER_DELAY_SECONDS, hosts: readHosts(config) },
  models: config.GLEANER_LLM,
};

export const handler = httpFunction(apiEndpoints, dependencies, {
  authenticate: authenticator(table, pepper, now),
  admit: async (caller, begins) => await enforceRateLimit(dependencies, caller, begins),
});
