import type { Endpoint } from '../edge/endpoint.ts';
import type { SourceDependencies } from '../handlers/sources/sources.ts';
import { alertEndpoints } from './alerts.ts';
import { auditEndpoints } from './audit.ts';
import { failureEndpoints } from './failures.ts';
import { fetcherEndpoints } from './fetchers.ts';
import { manifestEndpoints } from './manifests.ts';
import { overviewEndpoints } from './overview.ts';
import { monitorSourceEndpoints } from './monitors.ts';
import { historyEndpoints } from './source-history.ts';
import { steeringEndpoints } from './sources.ts';

/** Routes of the function manage-sources. */
export const sourceEndpoints: readonly Endpoint<SourceDependencies>[] = [
  ...manifestEndpoints,
  ...steeringEndpoints,
  ...historyEndpoints,
  ...overviewEndpoints,
  ...fetcherEndpoints,
  ...failureEndpoints,
  ...auditEndpoints,
  ...alertEndpoints,
  ...monitorSourceEndpoints,
];
