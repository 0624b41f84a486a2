import { browserTier } from '../lib/fetch/browser/browser-tier.ts';
import { fetchFunction } from './edge/fetch-function.ts';

export const handler = fetchFunction('renderMs', { makeTier: browserTier });
