import { keyHandlers } from '../handlers/keys.ts';
import { keySpecSchema } from '../../lib/request/keys/key-spec.ts';
import { createdKeySchema, keysSchema, keyUsageSchema, revokedKeySchema } from '../openapi/responses/keys.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

const ofKeys = { tag: 'Keys', ids: { id: 'Id of the key.' } } as const;

export const keyEndpoints: readonly KeyEndpoint<ApiDependencies>[] = [
  {
    method: 'POST',
    path: '/v2/keys',
    scope: 'admin',
    handler: keyHandlers.create,
    docs: !import.meta.bundled && {
      id: 'createKey',
      ...ofKeys,
      summary: 'Make a key',
      description: 'The answer is the only place where the key ever stands.',
      body: { schema: keySpecSchema, example: { name: 'ci', scopes: ['read', 'write'] } },
      response: createdKeySchema,
    },
  },
  {
    method: 'GET',
    path: '/v2/keys',
    scope: 'admin',
    handler: keyHandlers.list,
    docs: !import.meta.bundled && {
      id: 'listKeys',
      ...ofKeys,
      summary: "The team's keys",
      response: keysSchema,
    },
  },
  {
    method: 'DELETE',
    path: '/v2/keys/{id}',
    scope: 'admin',
    handler: keyHandlers.revoke,
    docs: !import.meta.bundled && {
      id: 'revokeKey',
      ...ofKeys,
      summary: 'Revoke a key',
      response: revokedKeySchema,
      failures: ['NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/keys/{id}/usage',
    scope: 'admin',
    handler: keyHandlers.usage,
    docs: !import.meta.bundled && {
      id: 'getKeyUsage',
      ...ofKeys,
      summary: 'What a key used',
      response: keyUsageSchema,
      failures: ['NOT_FOUND'],
    },
  },
];
