import { openSecrets, openTable } from '../../lib/store/clients.ts';
import { rememberSecret } from '../../lib/store/keys/get-secret.ts';
import { getExtractSpec } from '../../lib/store/jobs/extract-specs.ts';
import { openMeter } from '../../lib/store/meter.ts';
import type { Objects } from '../../lib/store/objects.ts';
import type { Table } from '../../lib/store/table.ts';
import { readHosts, type readConfig } from '../../lib/config.ts';
import { cacheSpecs } from '../../lib/envelope/likely-links.ts';
import { stagePages } from '../../lib/steps/fetch-pages/keep/stage-page.ts';
import { goneIn } from '../../lib/steps/page-version/track-page.ts';
import { fetchPages } from '../../lib/steps/fetch-pages/fetch-pages.ts';
import { openJobHeaders } from '../../lib/steps/fetch-pages/open-job-headers.ts';
import { openWeb } from '../../lib/steps/fetch-pages/open-web.ts';
import type { VisitDependencies } from '../../lib/steps/fetch-pages/host-visit.ts';
import { recordFailureIn } from '../../lib/steps/fetch-pages/visit-page.ts';
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
    | 'GLEANER_SOURCES'
    | 'GLEANER_CONTACT'
    | 'GLEANER_ENVIRONMENT'
  >
> &
  Parameters<typeof openFunctionQueues>[0];

/** A function that fetches URL batches of pages through one tier. `more` is what only that tier's pages need. */
export const fetchFunction = (
  config: FetchConfig,
  envelopes: Objects,
  tier: Pick<Parameters<typeof openWeb>[0], 'makeTier'> & { readonly time: 'fetchMs' | 'renderMs' },
  more: (table: Table) => Pick<VisitDependencies, 'readUpload' | 'validatorsOf'> = () => ({}),
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
  const dependencies = {
    ...clock,
    ...web,
    ...more(table),
    table,
    queues: openFunctionQueues(config),
    seen: createSeenCache(),
    process: stagePages({
      table,
      envelopes,
      now: Date.now,
      environment: config.GLEANER_ENVIRONMENT,
      groupOf: hosts.groupOf,
      isPage: web.wikis.showsArticle,
      engineVersion: version,
      readSpec: cacheSpecs((hash) => getExtractSpec(table, hash)),
    }),
    noteGone: goneIn(table, Date.now),
    recordFailure: recordFailureIn(table, Date.now),
    openHeaders: openJobHeaders(rememberSecret(openSecrets(), config.HEADER_SECRET_ARN)),
    log,
    meter: openMeter(time, Date.now, performance.now()),
  };
  return queueFunction((messages, remainingMs) => fetchPages(dependencies, messages, remainingMs));
};
