import { logWindowSchema, redeliverSchema } from '../handlers/webhooks.ts';
import { deliveriesSchema, redeliveredSchema, webhookSecretSchema } from '../openapi/answers/webhooks.ts';
import { ofJob, type Operation } from '../openapi/operation.ts';

export const webhookOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v2/webhooks/{id}',
    id: 'getDeliveries',
    tag: 'Webhooks',
    summary: "What a job's webhook was told",
    description: 'In the order in which it happened: follow `next` until there is none.',
    query: logWindowSchema,
    answer: deliveriesSchema,
    failures: [...ofJob, 'NOT_FOUND'],
  },
  {
    method: 'POST',
    path: '/v2/webhooks/{id}/redeliver',
    id: 'redeliver',
    begins: 'page',
    tag: 'Webhooks',
    summary: "Tell a job's webhook again",
    description: 'Events that were given up, unless the body says which.',
    body: { schema: redeliverSchema, example: { all: true }, optional: true },
    answer: redeliveredSchema,
    failures: [...ofJob, 'NOT_FOUND'],
  },
  {
    method: 'GET',
    path: '/v2/team/webhook-secret',
    id: 'getWebhookSecret',
    tag: 'Webhooks',
    summary: "The secret that signs the caller's webhooks",
    answer: webhookSecretSchema,
    scope: 'write',
  },
];
