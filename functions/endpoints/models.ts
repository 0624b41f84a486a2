import { modelKeysSchema, wokenKeySchema } from '../openapi/answers/models.ts';
import type { Operation } from '../openapi/operation.ts';

const ofModels = { tag: 'Models', scope: 'admin' } as const;

export const modelOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v2/models',
    id: 'listModelKeys',
    ...ofModels,
    ids: {},
    summary: 'Keys of models',
    description: 'Those that were used in the last week: which of them rest, until when, and why.',
    answer: modelKeysSchema,
  },
  {
    method: 'POST',
    path: '/v2/models/{fingerprint}/wake',
    id: 'wakeModelKey',
    ...ofModels,
    ids: { fingerprint: 'Fingerprint of the key.' },
    summary: 'Use a key again at once',
    description: 'For a key that somebody has mended at its provider.',
    answer: wokenKeySchema,
    failures: ['NOT_FOUND'],
  },
];
