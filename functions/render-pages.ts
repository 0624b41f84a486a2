import { openObjects } from '../lib/store/clients.ts';
import { readConfig } from '../lib/config.ts';
import { browserTier } from '../lib/fetch/browser/browser-tier.ts';
import { fetchFunction } from './edge/fetch-function.ts';

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
  'HEADER_SECRET_ARN',
  'GLEANER_DELAY_SECONDS',
  'GLEANER_ALLOW',
  'GLEANER_CLOSED_PORTS',
  'GLEANER_RESOLVE',
  'GLEANER_HOSTS',
  'GLEANER_CONTACT',
  'GLEANER_ENVIRONMENT',
]);
const envelopes = { client: openObjects(), bucket: config.ENVELOPE_BUCKET };

export const handler = fetchFunction(config, envelopes, { time: 'renderMs', makeTier: browserTier });
