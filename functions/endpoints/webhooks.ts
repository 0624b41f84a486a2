import { logSliceSchema, redeliverSchema, webhookHandlers } from '../handlers/webhooks.ts';
import { deliveriesSchema, redeliveredSchema, webhookSecretSchema } from '../openapi/responses/webhooks.ts';
import { ofJob } from '../openapi/failure-groups.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import type { ApiDependencies } from '../handlers/dependencies.ts';

export const webhookEndpoints: readonly KeyEndpoint<ApiDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/webhooks/{id}',
    handler: webhookHandlers.list,
    docs: !import.meta.bundled && {
      id: 'getDeliveries',
      tag: 'Webhooks',
      summary: "What a job's webhook was told",
      description: 'In the order in which it happened: follow `next` until there is none.',
      query: logSliceSchema,
      response: deliveriesSchema,
      failures: [...ofJob, 'NOT_FOUND', 'CURSOR_UNKNOWN'],
    },
  },
  {
    method: 'POST',
    path: '/v2/webhooks/{id}/redeliver',
    begins: 'page',
    handler: webhookHandlers.redeliver,
    docs: !import.meta.bundled && {
      id: 'redeliver',
      tag: 'Webhooks',
      summary: "Tell a job's webhook again",
      description: 'Events that were given up, unless the body says which.',
      body: { schema: redeliverSchema, example: { all: true }, optional: true },
      response: redeliveredSchema,
      failures: [...ofJob, 'NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/team/webhook-secret',
    // Anyone who has the secret can sign as we do.
    scope: 'write',
    handler: webhookHandlers.secret,
    docs: !import.meta.bundled && {
      id: 'getWebhookSecret',
      tag: 'Webhooks',
      summary: "The secret that signs the caller's webhooks",
      response: webhookSecretSchema,
    },
  },
];
