import { modelHandlers } from '../handlers/models.ts';
import { modelKeysSchema, wokenKeySchema } from '../openapi/responses/models.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

export const modelEndpoints: readonly KeyEndpoint<ApiDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/models',
    scope: 'admin',
    handler: modelHandlers.list,
    docs: !import.meta.bundled && {
      id: 'listModelKeys',
      tag: 'Models',
      ids: {},
      summary: 'Keys of models',
      description: 'Those that were used in the last week: which of them rest, until when, and why.',
      response: modelKeysSchema,
    },
  },
  {
    method: 'POST',
    path: '/v2/models/{fingerprint}/wake',
    scope: 'admin',
    handler: modelHandlers.wake,
    docs: !import.meta.bundled && {
      id: 'wakeModelKey',
      tag: 'Models',
      ids: { fingerprint: 'Fingerprint of the key.' },
      summary: 'Use a key again at once',
      description: 'For a key that you have repaired at its provider.',
      response: wokenKeySchema,
      failures: ['NOT_FOUND'],
    },
  },
];
