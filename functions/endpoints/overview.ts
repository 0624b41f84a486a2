import type { KeyEndpoint } from '../edge/endpoint.ts';
import { deploymentHandler, overviewHandler } from '../handlers/sources/overview.ts';
import type { SourceDependencies } from '../handlers/sources/sources.ts';
import { deploymentSchema, overviewSchema } from '../openapi/responses/overview.ts';

/** The overview of everything, which comes first. */
export const overviewEndpoints: readonly KeyEndpoint<SourceDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/overview',
    handler: overviewHandler,
    docs: !import.meta.bundled && {
      id: 'getOverview',
      tag: 'Jobs',
      summary: 'How the sources and jobs of the team are',
      description:
        'What runs, what changed, what failed and what it cost within a day, and what is due next.',
      response: overviewSchema,
    },
  },
  {
    method: 'GET',
    path: '/v2/deployment',
    handler: deploymentHandler,
    docs: !import.meta.bundled && {
      id: 'getDeployment',
      tag: 'Usage',
      summary: 'What runs here, and what was decided when it was deployed',
      response: deploymentSchema,
    },
  },
];
