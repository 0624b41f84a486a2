import { openObjects, openTable } from '../lib/aws/clients.ts';
import { getExtractOrder } from '../lib/aws/extract-orders.ts';
import { hostBookOf, readConfig } from '../lib/config.ts';
import { rememberOrders } from '../lib/envelope/likely-links.ts';
import { stagePages } from '../lib/envelope/stage-page.ts';
import { goneIn } from '../lib/envelope/track-page.ts';
import { browserTier } from '../lib/fetch/browser-tier.ts';
import { fetchPages } from '../lib/fetch/fetch-pages.ts';
import { openWeb } from '../lib/fetch/open-web.ts';
import { recordFailureIn } from '../lib/fetch/visit-page.ts';
import { rememberPages } from '../lib/frontier/known-pages.ts';
import { version } from '../lib/version.ts';
import { log } from './edge/logger.ts';
import { queueFunction } from './edge/queue-function.ts';
import { openMeter } from '../lib/aws/meter.ts';
import { queuesOf } from './edge/queues-of.ts';
import { sleep } from './edge/sleep.ts';

const config = readConfig([
  'TABLE_NAME',
  'ENVELOPE_BUCKET',
  'FETCH_HIGH_QUEUE_URL',
  'FETCH_NORMAL_QUEUE_URL',
  'FETCH_LOW_QUEUE_URL',
  'RENDER_QUEUE_URL',
  'EXTRACT_QUEUE_URL',
  'FINISH_QUEUE_URL',
  'DELIVER_QUEUE_URL',
  'GLEANER_DELAY_SECONDS',
  'GLEANER_ALLOW',
  'GLEANER_RESOLVE',
  'GLEANER_HOSTS',
  'GLEANER_SOURCES',
  'GLEANER_CONTACT',
  'GLEANER_ENVIRONMENT',
]);
const table = openTable(config.TABLE_NAME);
const hosts = hostBookOf(config);
const clock = { now: Date.now, random: Math.random, sleep };
const web = openWeb({
  ...clock,
  table,
  version,
  contact: config.GLEANER_CONTACT,
  allow: config.GLEANER_ALLOW,
  resolve: config.GLEANER_RESOLVE,
  makeTier: browserTier,
  policies: { delaySeconds: config.GLEANER_DELAY_SECONDS, hosts },
});
const dependencies = {
  ...clock,
  ...web,
  table,
  queues: queuesOf(config),
  known: rememberPages(),
  keep: stagePages({
    table,
    envelopes: { client: openObjects(), bucket: config.ENVELOPE_BUCKET },
    now: Date.now,
    environment: config.GLEANER_ENVIRONMENT,
    groupOf: hosts.groupOf,
    isPage: web.wikis.showsArticle,
    engineVersion: version,
    orderOf: rememberOrders((hash) => getExtractOrder(table, hash)),
  }),
  noteGone: goneIn(table, Date.now),
  recordFailure: recordFailureIn(table, Date.now),
  log,
  meter: openMeter('renderMs', Date.now, performance.now()),
};

export const handler = queueFunction((messages, remainingMs) =>
  fetchPages(dependencies, messages, remainingMs),
);
