import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import type { StoredEvent } from '../job/webhook-event.ts';
import { jobKey, manifestRootKey, modelCacheItemKey, webhookEventKey } from '../keys/table-keys.ts';
import { nextRecord } from '../source/audit/audit-record.ts';
import { countEmbedding } from './jobs/count-embedding.ts';
import { getQuestion, putQuestion, settleQuestion } from './jobs/questions.ts';
import {
  getCachedOutput,
  leaseCacheEntry,
  putCachedOutput,
  releaseCacheEntry,
} from './models/model-cache.ts';
import { getAlert, noteAlertAnnounced, putAlert } from './sources/alerts.ts';
import { auditHeadItem, commitWithAudit, getAuditHead, noteSettled } from './sources/audit-chain.ts';
import { askForReconciling, commitManifestRoot, noteReconciled } from './sources/manifest-root.ts';
import { noteWebhookAttempt, outboxItem } from './webhooks/outbox.ts';
import { reopenWebhook } from './webhooks/webhook-lease.ts';

/** What comes late: after what it is about is gone, or has moved on. */
let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

const item = async (key: object): Promise<Record<string, unknown> | undefined> =>
  (
    await store.table.documents.send(
      new GetCommand({ TableName: store.table.name, Key: key, ConsistentRead: true }),
    )
  ).Item;
const put = async (wanted: object): Promise<void> =>
  void (await store.table.documents.send(new PutCommand({ TableName: store.table.name, Item: wanted })));

const now = Date.UTC(2026, 0, 1);

test('what embedding took is not counted of a job that is gone, and does not bring it back', async () => {
  const usage = { calls: 1, inputTokens: 10, outputTokens: 0, dollars: 0 };
  const count = async (job: string): Promise<void> =>
    await countEmbedding(store.table, job, usage, { tokens: 4, microdollars: 0 });
  await Promise.all([count('gone'), count('gone')]);
  expect(await item(jobKey('gone'))).toBeUndefined();
  await put(jobKey('there'));
  await Promise.all([count('there'), count('there')]);
  expect(await item(jobKey('there'))).toMatchObject({ spentTokens: 12 });
});

test('the first answer of a question stays, and a question that is gone is not answered', async () => {
  await putQuestion(store.table, 'late', { url: 'https://a.example/', prompt: 'p' }, now);
  await settleQuestion(store.table, 'late', { answer: '1' });
  await settleQuestion(store.table, 'late', { failure: { code: 'INTERNAL', message: 'later' } });
  await settleQuestion(store.table, 'late', { answer: '2' });
  const found = await getQuestion(store.table, 'late', now);
  expect([found?.answer, found?.failure]).toEqual(['1', undefined]);
  await settleQuestion(store.table, 'never asked', { answer: '1' });
  expect(await getQuestion(store.table, 'never asked', now)).toBeNull();
});

test('whoever lost the lease of an answer neither keeps its own in its place nor gives it back', async () => {
  const key = modelCacheItemKey('late', 'answer');
  const lease = async (name: string, at: number): Promise<boolean> =>
    await leaseCacheEntry(store.table, key, { lease: name, until: at + 10, now: at });
  expect([await lease('slow', 1), await lease('other', 20)]).toEqual([true, true]);
  await releaseCacheEntry(store.table, key, 'slow');
  await putCachedOutput(store.table, key, { lease: 'slow', answer: Buffer.from('slow'), until: 90 });
  expect(await getCachedOutput(store.table, key, 21)).toEqual({ kind: 'leased', until: 30 });
  await putCachedOutput(store.table, key, { lease: 'other', answer: Buffer.from('other'), until: 90 });
  const kept = await getCachedOutput(store.table, key, 21);
  expect(kept.kind === 'kept' && Buffer.from(kept.answer).toString()).toBe('other');
  await releaseCacheEntry(store.table, key, 'other');
  expect((await getCachedOutput(store.table, key, 21)).kind).toBe('kept');
});

test('an alert that was moved since is not noted as announced', async () => {
  const alert = {
    team: 'late',
    source: 'tides',
    rule: 'quiet',
    severity: 'high',
    state: 'open',
    message: 'so it is',
    openedAt: 1,
    lastAt: 1,
    lastRun: 'a',
    runs: 1,
    revision: 1,
  } as const;
  await putAlert(store.table, alert, []);
  await putAlert(store.table, { ...alert, state: 'closed', revision: 2 }, []);
  await noteAlertAnnounced(store.table, alert);
  const found = await getAlert(store.table, alert);
  expect([found?.revision, found?.state, found?.announced]).toEqual([2, 'closed', undefined]);
  await noteAlertAnnounced(store.table, { ...alert, state: 'closed', revision: 2 });
  expect((await getAlert(store.table, alert))?.announced).toBe(true);
});

test('a record that came since is not taken for settled', async () => {
  const chain = { team: 'late', chain: 'tides' };
  const record = async (): Promise<number> => {
    const head = await getAuditHead(store.table, chain);
    const next = nextRecord(chain, head, { at: 1, by: 'a', action: 'source.paused', details: {} });
    await commitWithAudit(store.table, auditHeadItem(store.table, chain, head, next), []);
    return next.seq;
  };
  const first = await record();
  await noteSettled(store.table, chain, first);
  const second = await record();
  await noteSettled(store.table, chain, first);
  expect((await getAuditHead(store.table, chain))?.settled ?? false).toBe(false);
  await noteSettled(store.table, chain, second);
  expect((await getAuditHead(store.table, chain))?.settled).toBe(true);
});

test('a version that was applied since is told of yet, and nothing is due of a team without one', async () => {
  const apply = async (seq: number): Promise<boolean> => {
    const version = { version: `${seq}.0.0`, hash: String(seq), sources: 1, appliedAt: 1, by: 'key' };
    const entry = {
      seq,
      name: 'tides',
      version: version.version,
      hash: version.hash,
      at: 1,
      by: 'key',
      counts: {},
    };
    return await commitManifestRoot(store.table, 'late', { seq, manifests: { tides: version } }, entry, []);
  };
  expect([await apply(1), await apply(2)]).toEqual([true, true]);
  const before = await item(manifestRootKey('late'));
  await noteReconciled(store.table, 'late', 1);
  expect(await item(manifestRootKey('late'))).toEqual(before);
  await noteReconciled(store.table, 'late', 2);
  const told = await item(manifestRootKey('late'));
  expect(Object.keys(told ?? {}).length).toBe(Object.keys(before ?? {}).length - 2);
  await askForReconciling(store.table, 'late', 1);
  expect(Object.keys((await item(manifestRootKey('late'))) ?? {}).length).toBe(
    Object.keys(before ?? {}).length,
  );
  await askForReconciling(store.table, 'nobody', 1);
  expect(await item(manifestRootKey('nobody'))).toBeUndefined();
});

test('of an event that left the outbox no try is noted, and a webhook that is gone stays so', async () => {
  const event: StoredEvent = { place: '1', event: 'page', at: now, since: now, attempts: 1, ttl: now };
  await put(outboxItem('late', event));
  const key = webhookEventKey('late', 'E', event.place);
  await noteWebhookAttempt(store.table, 'late', { ...event, attempts: 2, triedAt: now });
  expect(await item(key)).toMatchObject({ attempts: 2 });
  await store.table.documents.send(new DeleteCommand({ TableName: store.table.name, Key: key }));
  await noteWebhookAttempt(store.table, 'late', { ...event, attempts: 3, triedAt: now });
  expect(await item(key)).toBeUndefined();
  expect(await reopenWebhook(store.table, 'late', now)).toBe(false);
});
