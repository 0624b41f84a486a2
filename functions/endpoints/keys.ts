import { keySpecSchema } from '../../lib/request/keys/key-spec.ts';
import { createdKeySchema, keysSchema, keyUsageSchema, revokedKeySchema } from '../openapi/answers/keys.ts';
import type { Operation } from '../openapi/operation.ts';

const ofKeys = { tag: 'Keys', scope: 'admin', ids: { id: 'Id of the key.' } } as const;

export const keyOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v2/keys',
    id: 'createKey',
    ...ofKeys,
    summary: 'Make a key',
    description: 'The answer is the only place where the key ever stands.',
    body: { schema: keySpecSchema, example: { name: 'ci', scopes: ['read', 'write'] } },
    answer: createdKeySchema,
  },
  {
    method: 'GET',
    path: '/v2/keys',
    id: 'listKeys',
    ...ofKeys,
    summary: "The team's keys",
    answer: keysSchema,
  },
  {
    method: 'DELETE',
    path: '/v2/keys/{id}',
    id: 'revokeKey',
    ...ofKeys,
    summary: 'Revoke a key',
    answer: revokedKeySchema,
    failures: ['NOT_FOUND'],
  },
  {
    method: 'GET',
    path: '/v2/keys/{id}/usage',
    id: 'getKeyUsage',
    ...ofKeys,
    summary: 'What a key used',
    answer: keyUsageSchema,
    failures: ['NOT_FOUND'],
  },
];
