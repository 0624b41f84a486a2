import type { FetcherName } from '../../request/source/fetcher.ts';
import type { Fetcher } from './fetcher-call.ts';
import type { FetcherSettings } from './fetcher-settings.ts';
import { firecrawl } from './firecrawl.ts';
import { scrapingant } from './scrapingant.ts';

/** The services that a deployment has settings for. */
export type Fetchers = Readonly<Partial<Record<FetcherName, Fetcher>>>;

/** Makes the services that a deployment's settings name. */
export const makeFetchers = (settings: FetcherSettings): Fetchers => ({
  ...(settings.firecrawl === undefined ? {} : { firecrawl: firecrawl(settings.firecrawl) }),
  ...(settings.scrapingant === undefined ? {} : { scrapingant: scrapingant(settings.scrapingant) }),
});
