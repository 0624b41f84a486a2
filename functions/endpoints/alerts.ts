import {
  alertsQuerySchema,
  channelRequestSchema,
  snoozeRequestSchema,
} from '../../lib/source/alerts/alert-request.ts';
import {
  alertDeliveriesSchema,
  alertDoneSchema,
  alertsSchema,
  channelDoneSchema,
  channelGoneSchema,
  channelsSchema,
} from '../openapi/responses/alerts.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import { alertHandlers } from '../handlers/sources/alerts.ts';
import type { SourceDependencies } from '../handlers/sources/sources.ts';

/** Alerts of sources, and the channels to which they are sent. */
export const alertEndpoints: readonly KeyEndpoint<SourceDependencies>[] = [
  {
    method: 'GET',
    path: '/v2/alerts',
    handler: alertHandlers.list,
    docs: !import.meta.bundled && {
      id: 'listAlerts',
      tag: 'Sources',
      summary: 'What is wrong with sources',
      query: alertsQuerySchema,
      response: alertsSchema,
      failures: ['SOURCE_NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/alerts/{id}/deliveries',
    handler: alertHandlers.deliveries,
    docs: !import.meta.bundled && {
      id: 'listAlertDeliveries',
      tag: 'Sources',
      summary: 'How each channel was told of an alert for the last time',
      ids: { id: 'The id of the alert.' },
      response: alertDeliveriesSchema,
      failures: ['ALERT_NOT_FOUND'],
    },
  },
  {
    method: 'POST',
    path: '/v2/alerts/{id}/ack',
    handler: alertHandlers.acknowledge,
    docs: !import.meta.bundled && {
      id: 'acknowledgeAlert',
      tag: 'Sources',
      summary: 'Say that somebody has seen an alert',
      description: 'It stays until it is over; it is told again only if it gets worse.',
      ids: { id: 'The id of the alert.' },
      response: alertDoneSchema,
      failures: ['ALERT_NOT_FOUND', 'CONFLICT'],
    },
  },
  {
    method: 'POST',
    path: '/v2/alerts/{id}/snooze',
    handler: alertHandlers.snooze,
    docs: !import.meta.bundled && {
      id: 'snoozeAlert',
      tag: 'Sources',
      summary: 'Put an alert off until a moment',
      description: 'It is told again if it gets worse, or if a run finds it after that moment.',
      ids: { id: 'The id of the alert.' },
      body: { schema: snoozeRequestSchema, example: { for: '3d' } },
      response: alertDoneSchema,
      failures: ['ALERT_NOT_FOUND', 'CONFLICT'],
    },
  },
  {
    method: 'GET',
    path: '/v2/alerts/channels',
    handler: alertHandlers.channels,
    scope: 'admin',
    docs: !import.meta.bundled && {
      id: 'listAlertChannels',
      tag: 'Sources',
      summary: 'Where your team is told of alerts',
      response: channelsSchema,
    },
  },
  {
    method: 'POST',
    path: '/v2/alerts/channels',
    handler: alertHandlers.putChannel,
    scope: 'admin',
    docs: !import.meta.bundled && {
      id: 'putAlertChannel',
      tag: 'Sources',
      summary: 'Have your team told of alerts',
      body: {
        schema: channelRequestSchema,
        example: { name: 'ops', kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/secret' },
      },
      response: channelDoneSchema,
    },
  },
  {
    method: 'DELETE',
    path: '/v2/alerts/channels/{name}',
    handler: alertHandlers.deleteChannel,
    scope: 'admin',
    docs: !import.meta.bundled && {
      id: 'deleteAlertChannel',
      tag: 'Sources',
      summary: 'Have your team told of alerts there no more',
      ids: { name: 'The name of the channel.' },
      response: channelGoneSchema,
    },
  },
];
