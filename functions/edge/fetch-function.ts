import { openTable } from '../../lib/store/clients.ts';
import { getExtractOrder } from '../../lib/store/jobs/extract-orders.ts';
import { openMeter } from '../../lib/store/meter.ts';
import type { Objects } from '../../lib/store/objects.ts';
import { hostBookOf, type readConfig } from '../../lib/config.ts';
import { rememberOrders } from '../../lib/envelope/likely-links.ts';
import { fetchPages } from '../../lib/steps/fetch-pages/fetch-pages.ts';
import { openWeb } from '../../lib/steps/fetch-pages/open-web.ts';
import { rememberPages } from '../../lib/frontier/known-pages.ts';
import { version } from '../../lib/version.ts';
import { log } from './logger.ts';
import { queueFunction } from './queue-function.ts';
import { queuesOf } from './queues-of.ts';
import { sleep } from './sleep.ts';

/** What functions that fetch read of their configuration, beside the names of queues. */
type FetchConfig = ReturnType<
  typeof readConfig<
    | 'TABLE_NAME'
    | 'GLEANER_DELAY_SECONDS'
    | 'GLEANER_ALLOW'
    | 'GLEANER_RESOLVE'
    | 'GLEANER_HOSTS'
    | 'GLEANER_SOURCES'
    | 'GLEANER_CONTACT'
    | 'GLEANER_ENVIRONMENT'
  >
> &
  Parameters<typeof queuesOf>[0];

/** A function that fetches bundles of pages through one tier. */
export const fetchFunction = (
  config: FetchConfig,
  envelopes: Objects,
  tier: Pick<Parameters<typeof openWeb>[0], 'makeTier'> & { readonly time: 'fetchMs' | 'renderMs' },
): ReturnType<typeof queueFunction> => {
  const { time, ...made } = tier;
  const table = openTable(config.TABLE_NAME);
  const hosts = hostBookOf(config);
  const clock = { now: Date.now, random: Math.random, sleep };
  const web = openWeb({
    ...clock,
    ...made,
    table,
    version,
    contact: config.GLEANER_CONTACT,
    allow: config.GLEANER_ALLOW,
    resolve: config.GLEANER_RESOLVE,
    policies: { delaySeconds: config.GLEANER_DELAY_SECONDS, hosts },
  });
  const worker = {
    ...clock,
    ...web,
    table,
    queues: queuesOf(config),
    known: rememberPages(),
    envelopes,
    environment: config.GLEANER_ENVIRONMENT,
    engineVersion: version,
    orderOf: rememberOrders((hash) => getExtractOrder(table, hash)),
    log,
    meter: openMeter(time, Date.now, performance.now()),
  };
  return queueFunction((messages, remainingMs) => fetchPages(worker, messages, remainingMs));
};
