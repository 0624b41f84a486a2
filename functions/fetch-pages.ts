import { readConfig } from '../lib/config.ts';
import { remoteTier } from '../lib/fetch/remote/remote-tier.ts';
import { openFetchers } from '../lib/steps/hosts/open-fetchers.ts';
import { openSecrets } from '../lib/store/clients.ts';
import { fetchFunction } from './edge/fetch-function.ts';

const config = readConfig(['GLEANER_FETCHERS', 'FETCHER_KEYS_NAME']);
const services = openFetchers(config.GLEANER_FETCHERS, config.FETCHER_KEYS_NAME, openSecrets(), Date.now);

export const handler = fetchFunction('fetchMs', {
  makeRemoteTier: (guard) => remoteTier({ ...services, guard }),
});
