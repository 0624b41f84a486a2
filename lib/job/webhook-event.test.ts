import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { endEvent, pageEvent, startedEvent, makeWebhookId } from './webhook-event.ts';
import { webhookEvents } from '../request/webhook-events.ts';

const job = { ttl: 1, createdAt: 5, request: { webhook: { events: [...webhookEvents] } } };
const hashes = fc.stringMatching(/^[0-9a-f]{32}$/);

test('the start stands before every page, pages by when they ended, and the end behind all', () => {
  fc.assert(
    fc.property(hashes, hashes, fc.nat(2 ** 45), fc.nat(2 ** 45), (one, other, early, more) => {
      const places = [
        startedEvent(job)?.place,
        pageEvent(job, one, early)?.place,
        pageEvent(job, other, early + more + 1)?.place,
        endEvent(job, 'completed', 0)?.place,
      ];
      expect(places.toSorted()).toEqual(places);
      expect(new Set(places).size).toBe(4);
    }),
  );
});

test('an event that nobody asked for is none', () => {
  const quiet = { ...job, request: { webhook: { events: ['started' as const] } } };
  expect(pageEvent(quiet, 'a', 1)).toBeNull();
  expect(endEvent(quiet, 'failed', 1)).toBeNull();
  expect(startedEvent({ ...job, request: {} })).toBeNull();
});

test('an id is a UUID of version 8, the same for the same event of the same job alone', () => {
  expect(makeWebhookId('a', '0')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(makeWebhookId('a', '0')).toBe(makeWebhookId('a', '0'));
  expect(new Set([makeWebhookId('a', '0'), makeWebhookId('a', '2'), makeWebhookId('b', '0')]).size).toBe(3);
});
