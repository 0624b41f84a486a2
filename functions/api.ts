import { readCorpus, readHosts } from '../lib/config.ts';
import type { CorpusStore } from '../lib/store/corpus/corpus-store.ts';
import { holdCorpus } from '../lib/store/corpus/hold-corpus.ts';
import { openSqliteStore } from '../lib/store/corpus/sqlite-store.ts';
import { limits } from '../lib/limits/limits.ts';
import { authenticator } from '../lib/steps/api/authenticate.ts';
import { enforceRateLimit } from '../lib/steps/api/enforce-rate-limit.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { httpFunction } from './edge/http-function.ts';
import { createRuntime, jobQueues } from './edge/runtime.ts';
import { apiEndpoints } from './endpoints/api.ts';
import type { EstimatingDependencies } from './handlers/estimate.ts';

const { config, ...runtime } = createRuntime([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'RESULT_BUCKET',
  ...jobQueues,
  'KEY_SECRET_ARN',
  'GLEANER_V1_EXTRACT',
  'GLEANER_ALLOW_SCRIPTS',
  'GLEANER_KEY_REQUESTS_PER_MINUTE',
  'GLEANER_KEY_OPEN_JOBS',
  'GLEANER_SEARCH',
  'CORPUS_BUCKET',
  'GLEANER_CORPUS',
  'GLEANER_DELAY_SECONDS',
  'GLEANER_HOSTS',
  'GLEANER_LLM',
]);
const { table, envelopes, pepper, now, log } = runtime;
const corpus = readCorpus(config);
const openCorpus = ({ name, bucket }: NonNullable<typeof corpus>): CorpusStore => {
  const corpora = { client: envelopes.client, bucket };
  const timing = { now, commitTriesMax: limits.corpusCommitTriesMax };
  return openSqliteStore(holdCorpus(corpora, name, timing), corpora, name);
};
const dependencies: EstimatingDependencies = {
  ...runtime,
  seal: openSeal(table),
  allowScripts: config.GLEANER_ALLOW_SCRIPTS,
  keyLimits: {
    requestsPerMinute: config.GLEANER_KEY_REQUESTS_PER_MINUTE,
    openJobs: config.GLEANER_KEY_OPEN_JOBS,
  },
  extractDialect: config.GLEANER_V1_EXTRACT,
  ...(corpus === undefined ? {} : { corpus: { ...corpus, corpus: openCorpus(corpus), now, log } }),
  ...(config.GLEANER_SEARCH === undefined ? {} : { searchEngine: config.GLEANER_SEARCH }),
  policies: { delaySeconds: config.GLEANER_DELAY_SECONDS, hosts: readHosts(config) },
  models: config.GLEANER_LLM,
};

export const handler = httpFunction(apiEndpoints, dependencies, {
  authenticate: authenticator(table, pepper, now),
  admit: async (caller, begins) => await enforceRateLimit(dependencies, caller, begins),
});
