import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Dispatcher } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicSealKey, sealHeaders, webhookSealedFor } from '../../lib/job/sealed-headers.ts';
import type { StoredEvent } from '../../lib/job/webhook-event.ts';
import { newWebhook } from '../../lib/job/webhook.ts';
import { deliverJobs } from '../../lib/steps/deliver-webhooks/deliver-jobs.ts';
import type { SecretVersions } from '../../lib/store/keys/secret-versions.ts';
import { listWebhookEvents } from '../../lib/store/webhooks/outbox.ts';
import { webhookPuts } from '../../lib/store/webhooks/webhook-lease.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';

/** Who opens the headers that a caller gave for the receiver of a webhook, and what becomes of the event otherwise. */
let stores: TestTable;
beforeAll(async () => {
  stores = await startTestTable();
});
afterAll(() => stores.stop());

const pepper = 'the secret of API keys';

const refuse =
  (name: string): (() => Promise<never>) =>
  async () =>
    await Promise.reject(Object.assign(new Error('no secret'), { name }));
const versions = (known: readonly string[], anew: readonly string[] = known): SecretVersions => ({
  known: async () => await Promise.resolve(known),
  anewFor: async () => await Promise.resolve(anew),
});

let jobs = 0;
interface Delivered {
  readonly sent: readonly Readonly<Record<string, string>>[];
  readonly again: readonly string[];
  /** What is noted on the event that waits; absent once it is delivered. */
  readonly waits: StoredEvent | undefined;
}

/** Delivers one event of a webhook whose headers were sealed for a secret. */
const deliver = async (
  sealedFor: string,
  headerSecret: SecretVersions,
  headers: Readonly<Record<string, string>> = { authorization: 'Bearer 1' },
): Promise<Delivered> => {
  const job = `job-${(jobs += 1)}`;
  const at = 1_000_000;
  const spec = { url: 'http://receiver.example/', headers: {}, metadata: {}, events: [] };
  const webhook = newWebhook({ id: job, team: 'team', kind: 'crawl', ttl: 9_999_999 }, spec);
  const key = publicSealKey(sealedFor, 'webhook');
  const sealedHeaders = sealHeaders(key, 'webhook', headers, webhookSealedFor(webhook));
  const event: StoredEvent = { place: '0', event: 'started', at, since: at, attempts: 0, ttl: 9_999_999 };
  const TransactItems = [...webhookPuts(stores.table, { ...webhook, sealedHeaders }, event, at)];
  await stores.table.documents.send(new TransactWriteCommand({ TransactItems }));
  const sent: Readonly<Record<string, string>>[] = [];
  const request = async ({ headers }: { headers: Readonly<Record<string, string>> }) => {
    sent.push(headers);
    return await Promise.resolve({ statusCode: 200, body: { dump: async () => await Promise.resolve() } });
  };
  const none = { client: null as never, bucket: 'none' };
  const sends = { send: async () => await Promise.resolve({ Failed: [] }) };
  const again = await deliverJobs(
    {
      table: stores.table,
      envelopes: none,
      results: none,
      queues: { client: sends as never, deliver: 'deliver' },
      dispatcher: { request } as unknown as Dispatcher,
      pepper: async () => await Promise.resolve(pepper),
      headerSecret,
      userAgent: 'test',
      now: () => at,
      random: () => 0.5,
      log: () => {},
    },
    [{ id: 'message', body: JSON.stringify({ v: 1, job }), receives: 1 }],
    120_000,
  );
  const [waits] = await listWebhookEvents(stores.table, job, 'E', { most: 1 });
  return { sent, again, waits };
};

test.each([
  ['the secret of headers', 'now', versions(['now'])],
  ['a secret that was renewed since this sandbox read it', 'new', versions(['old'], ['new', 'old'])],
  ['the secret before the present one', 'old', versions(['new'], ['new', 'old'])],
  ['the secret of API keys, as release 0.1.0 did', pepper, versions(['now'])],
])('the receiver gets headers that were sealed for %s', async (_name, sealedFor, secret) => {
  const { sent, again, waits } = await deliver(sealedFor, secret);
  expect(sent).toMatchObject([{ authorization: 'Bearer 1' }]);
  expect([again, waits]).toEqual([[], undefined]);
});

test('headers of release 0.1.0 cost no call for the secret of headers, and go out while it is shut off', async () => {
  const shut = refuse('AccessDeniedException');
  const { sent } = await deliver(pepper, { known: shut, anewFor: shut });
  expect(sent).toMatchObject([{ authorization: 'Bearer 1' }]);
});

test('who has the secret of API keys alone does not open them', async () => {
  const { sent, waits } = await deliver('now', versions([pepper]));
  expect(sent).toEqual([]);
  expect(waits?.error).toBe('The headers of the webhook do not open with the secret of now');
});

test('a secret that is shut off is a failed try with its reason, and nothing is sent without the headers', async () => {
  const shut = refuse('AccessDeniedException');
  const { sent, again, waits } = await deliver('now', { known: shut, anewFor: shut });
  expect([sent, again]).toEqual([[], []]);
  expect(waits).toMatchObject({ attempts: 1 });
  expect(waits?.error).toMatch(/the deployment may not open them now \(AccessDeniedException\)$/);
});

test('while the secret cannot be read the message comes again, and no try counts', async () => {
  const out = refuse('InternalServerError');
  const { sent, again, waits } = await deliver('now', { known: out, anewFor: out });
  expect([sent, again]).toEqual([[], ['message']]);
  expect(waits?.attempts).toBe(0);
});

test('no header of a caller stands beside our own, in whatever letter case', async () => {
  const usual = (await deliver('now', versions(['now']))).sent[0] ?? {};
  const own = Object.keys(usual).filter((name) => name !== 'authorization');
  expect(own).toContain('webhook-signature');
  const title = (name: string): string => name.replaceAll(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
  const forged = Object.fromEntries(own.map((name) => [title(name), 'forged']));
  const [sent = {}] = (await deliver('now', versions(['now']), { ...forged, 'X-Own': '1' })).sent;
  expect(Object.keys(sent).toSorted()).toEqual([...own, 'X-Own'].toSorted());
  expect(Object.values(sent)).not.toContain('forged');
});
