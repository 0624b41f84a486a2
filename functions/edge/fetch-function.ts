import { openObjects, openQueues, openSecrets } from '../../lib/store/clients.ts';
import { getExtractSpec } from '../../lib/store/jobs/extract-specs.ts';
import { readHosts } from '../../lib/config.ts';
import { cacheSpecs } from '../../lib/envelope/likely-links.ts';
import type { MakeRemoteTier, MakeTier } from '../../lib/fetch/tier/tier.ts';
import { fetchPages } from '../../lib/steps/fetch-pages/fetch-pages.ts';
import { openWeb } from '../../lib/steps/fetch-pages/open-web.ts';
import { readerVersion, version } from '../../lib/version.ts';
import { queueFunction } from './queue-function.ts';
import { watchReading } from './watch-reading.ts';
import { createRuntime, jobQueues } from './runtime.ts';

/**
 * Makes a function that fetches URL batches of pages through one tier.
 *
 * @param makeTier The tier that fetches pages; HTTP by default.
 * @param makeRemoteTier The tier that has services fetch pages, if this function has it.
 */
export const fetchFunction = (
  time: 'fetchMs' | 'renderMs',
  tiers: { readonly makeTier?: MakeTier; readonly makeRemoteTier?: MakeRemoteTier } = {},
): ReturnType<typeof queueFunction> => {
  const { config, meterFor, ...runtime } = createRuntime(
    [
      'TABLE_NAME',
      'ENVELOPE_BUCKET',
      ...jobQueues,
      'HEADER_SECRET_NAME',
      'GLEANER_DELAY_SECONDS',
      'GLEANER_ALLOW',
      'GLEANER_CLOSED_PORTS',
      'GLEANER_RESOLVE',
      'GLEANER_HOSTS',
      'GLEANER_CONTACT',
      'GLEANER_ENVIRONMENT',
      'BROWSER_SANDBOX',
      'SHARED_PROCESS',
    ],
    { objects: openObjects, queues: openQueues, secrets: openSecrets },
  );
  const web = openWeb({
    ...runtime,
    ...tiers,
    triesBrowserSandbox: config.BROWSER_SANDBOX === 'try',
    version,
    contact: config.GLEANER_CONTACT,
    allow: config.GLEANER_ALLOW,
    resolve: config.GLEANER_RESOLVE,
    ownPorts: config.GLEANER_CLOSED_PORTS,
    policies: { delaySeconds: config.GLEANER_DELAY_SECONDS, hosts: readHosts(config) },
  });
  const worker = {
    ...runtime,
    ...web,
    ...(config.SHARED_PROCESS === 'true' ? {} : { watchReading }),
    environment: config.GLEANER_ENVIRONMENT,
    engineVersion: readerVersion,
    readSpec: cacheSpecs((hash) => getExtractSpec(runtime.table, hash)),
    meter: meterFor(time),
  };
  return queueFunction((messages, remainingMs) => fetchPages(worker, messages, remainingMs));
};
