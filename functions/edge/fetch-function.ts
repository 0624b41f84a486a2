import { openSecrets, openTable } from '../../lib/store/clients.ts';
import { rememberSecret } from '../../lib/store/keys/get-secret.ts';
import { getExtractSpec } from '../../lib/store/jobs/extract-specs.ts';
import { openMeter } from '../../lib/store/meter.ts';
import type { Objects } from '../../lib/store/objects.ts';
import { readHosts, type readConfig } from '../../lib/config.ts';
import { cacheSpecs } from '../../lib/envelope/likely-links.ts';
import { fetchPages } from '../../lib/steps/fetch-pages/fetch-pages.ts';
import { openWeb } from '../../lib/steps/fetch-pages/open-web.ts';
import { createSeenCache } from '../../lib/frontier/seen-cache.ts';
import { version } from '../../lib/version.ts';
import { log } from './logger.ts';
import { queueFunction } from './queue-function.ts';
import { openFunctionQueues } from './function-queues.ts';
import { sleep } from './sleep.ts';

/** What functions that fetch read of their configuration, beside the names of queues. */
type FetchConfig = ReturnType<
  typeof readConfig<
    | 'TABLE_NAME'
    | 'HEADER_SECRET_ARN'
    | 'GLEANER_DELAY_SECONDS'
    | 'GLEANER_ALLOW'
    | 'GLEANER_CLOSED_PORTS'
    | 'GLEANER_RESOLVE'
    | 'GLEANER_HOSTS'
    | 'GLEANER_CONTACT'
    | 'GLEANER_ENVIRONMENT'
  >
> &
  Parameters<typeof openFunctionQueues>[0];

/** A function that fetches URL batches of pages through one tier. */
export const fetchFunction = (
  config: FetchConfig,
  envelopes: Objects,
  tier: Pick<Parameters<typeof openWeb>[0], 'makeTier'> & { readonly time: 'fetchMs' | 'renderMs' },
): ReturnType<typeof queueFunction> => {
  const { time, ...made } = tier;
  const table = openTable(config.TABLE_NAME);
  const hosts = readHosts(config);
  const clock = { now: Date.now, random: Math.random, sleep };
  const web = openWeb({
    ...clock,
    ...made,
    table,
    version,
    contact: config.GLEANER_CONTACT,
    allow: config.GLEANER_ALLOW,
    resolve: config.GLEANER_RESOLVE,
    ownPorts: config.GLEANER_CLOSED_PORTS,
    log,
    policies: { delaySeconds: config.GLEANER_DELAY_SECONDS, hosts },
  });
  const worker = {
    ...clock,
    ...web,
    table,
    queues: openFunctionQueues(config),
    seen: createSeenCache(),
    envelopes,
    environment: config.GLEANER_ENVIRONMENT,
    engineVersion: version,
    readSpec: cacheSpecs((hash) => getExtractSpec(table, hash)),
    headerSecret: rememberSecret(openSecrets(), config.HEADER_SECRET_ARN),
    log,
    meter: openMeter(time, Date.now, performance.now()),
  };
  return queueFunction((messages, remainingMs) => fetchPages(worker, messages, remainingMs));
};
