import { openObjects, openSecrets, openTable } from '../lib/store/clients.ts';
import { rememberSecret } from '../lib/store/keys/get-secret.ts';
import { readHosts, readConfig, readCorpus } from '../lib/config.ts';
import { createSeenCache } from '../lib/frontier/seen-cache.ts';
import { limits } from '../lib/limits/limits.ts';
import type { CorpusStore } from '../lib/store/corpus/corpus-store.ts';
import { holdCorpus } from '../lib/store/corpus/hold-corpus.ts';
import { openSqliteStore } from '../lib/store/corpus/sqlite-store.ts';
import { authenticator } from '../lib/steps/api/authenticate.ts';
import { openSeal } from '../lib/steps/submit-job/seal-request.ts';
import { httpFunction } from './edge/http-function.ts';
import { log } from './edge/logger.ts';
import { openFunctionQueues } from './edge/function-queues.ts';
import { sleep } from './edge/sleep.ts';
import { accountRoutes } from './handlers/account.ts';
import { activeCrawls } from './handlers/active-crawls.ts';
import { crawlPreviewRoute } from './handlers/crawl-prompt.ts';
import type { ApiDependencies } from './handlers/dependencies.ts';
import { documentationRoutes } from './handlers/documentation.ts';
import { estimateRoutes } from './handlers/estimate.ts';
import { extractRoutes } from './handlers/extract.ts';
import { errorsRoute, jobRoutes } from './handlers/job-routes.ts';
import { hostRoute } from './handlers/hosts.ts';
import { jobsRoutes } from './handlers/jobs.ts';
import { keyRoutes } from './handlers/keys.ts';
import { modelRoutes } from './handlers/models.ts';
import { mapRoutes } from './handlers/map.ts';
import { monitorRoutes } from './handlers/monitor.ts';
import { parseRoute } from './handlers/parse.ts';
import { redriveRoute } from './handlers/redrive.ts';
import { resultsRoute } from './handlers/results.ts';
import { scrapeRoutes } from './handlers/scrape.ts';
import { searchRoute } from './handlers/search.ts';
import { sessionsRoute } from './handlers/sessions.ts';
import { v1Routes } from './handlers/v1.ts';
import { webhookRoutes } from './handlers/webhooks.ts';

const config = readConfig([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'RESULT_BUCKET',
  'FETCH_HIGH_QUEUE_URL',
  'FETCH_NORMAL_QUEUE_URL',
  'FETCH_LOW_QUEUE_URL',
  'RENDER_QUEUE_URL',
  'EXTRACT_QUEUE_URL',
  'FINISH_QUEUE_URL',
  'DELIVER_QUEUE_URL',
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
  'GLEANER_SOURCES',
  'GLEANER_LLM',
]);
const client = openObjects();
const corpus = readCorpus(config);
const openCorpus = ({ name, bucket }: NonNullable<typeof corpus>): CorpusStore => {
  const corpora = { client, bucket };
  const timing = { now: Date.now, commitTriesMax: limits.corpusCommitTriesMax };
  return openSqliteStore(holdCorpus(corpora, name, timing), corpora, name);
};
const pepper = rememberSecret(openSecrets(), config.KEY_SECRET_ARN);
const dependencies: ApiDependencies = {
  table: openTable(config.TABLE_NAME),
  envelopes: { client, bucket: config.ENVELOPE_BUCKET },
  results: { client, bucket: config.RESULT_BUCKET },
  queues: openFunctionQueues(config),
  seal: openSeal(openTable(config.TABLE_NAME)),
  seen: createSeenCache(),
  allowScripts: config.GLEANER_ALLOW_SCRIPTS,
  now: Date.now,
  random: Math.random,
  sleep,
  keyLimits: {
    requestsPerMinute: config.GLEANER_KEY_REQUESTS_PER_MINUTE,
    openJobs: config.GLEANER_KEY_OPEN_JOBS,
  },
  extractDialect: config.GLEANER_V1_EXTRACT,
  pepper,
  ...(corpus === undefined ? {} : { corpus: { ...corpus, corpus: openCorpus(corpus), now: Date.now, log } }),
  ...(config.GLEANER_SEARCH === undefined ? {} : { searchEngine: config.GLEANER_SEARCH }),
  log,
};

const estimating = {
  ...dependencies,
  policies: { delaySeconds: config.GLEANER_DELAY_SECONDS, hosts: readHosts(config) },
  models: config.GLEANER_LLM,
};

export const handler = httpFunction(
  [
    ...documentationRoutes,
    ...monitorRoutes,
    ...activeCrawls(dependencies, '/v2/crawl'),
    crawlPreviewRoute(dependencies),
    ...jobRoutes(dependencies, 'crawl', '/v2/crawl'),
    ...jobRoutes(dependencies, 'batch', '/v2/batch/scrape'),
    redriveRoute(dependencies, 'crawl', '/v2/crawl'),
    redriveRoute(dependencies, 'batch', '/v2/batch/scrape'),
    resultsRoute(dependencies, 'crawl', '/v2/crawl'),
    resultsRoute(dependencies, 'batch', '/v2/batch/scrape'),
    ...extractRoutes(dependencies),
    errorsRoute(dependencies, 'extract', '/v2/extract'),
    redriveRoute(dependencies, 'extract', '/v2/extract'),
    ...scrapeRoutes(dependencies, '/v2/scrape'),
    searchRoute(dependencies, '/v2/search'),
    ...v1Routes(dependencies),
    ...mapRoutes(dependencies, '/v2/map'),
    ...estimateRoutes(estimating),
    parseRoute(dependencies),
    ...jobsRoutes(dependencies),
    hostRoute(dependencies),
    sessionsRoute(dependencies),
    ...webhookRoutes(dependencies),
    ...keyRoutes(dependencies),
    ...modelRoutes(dependencies),
    ...accountRoutes(dependencies),
  ],
  authenticator(dependencies.table, pepper, Date.now),
);
