import type { Endpoint } from '../edge/endpoint.ts';
import type { EstimatingDependencies } from '../handlers/estimate.ts';
import { accountEndpoints } from './account.ts';
import { documentationEndpoints } from './documentation.ts';
import { estimateEndpoints } from './estimate.ts';
import { extractEndpoints } from './extract.ts';
import { jobEndpoints } from './jobs.ts';
import { keyEndpoints } from './keys.ts';
import { mapEndpoints } from './map.ts';
import { modelEndpoints } from './models.ts';
import { monitorEndpoints } from './monitor.ts';
import { parseEndpoints } from './parse.ts';
import { scrapeEndpoints } from './scrape.ts';
import { searchEndpoints } from './search.ts';
import { v1Endpoints } from './v1.ts';
import { webhookEndpoints } from './webhooks.ts';

/** The endpoints of the function `api`, in the order of the documentation. */
export const apiEndpoints: readonly Endpoint<EstimatingDependencies>[] = [
  ...scrapeEndpoints,
  ...parseEndpoints,
  ...mapEndpoints,
  ...jobEndpoints,
  ...extractEndpoints,
  ...estimateEndpoints,
  ...searchEndpoints,
  ...monitorEndpoints,
  ...webhookEndpoints,
  ...keyEndpoints,
  ...modelEndpoints,
  ...accountEndpoints,
  ...v1Endpoints,
  ...documentationEndpoints,
];
