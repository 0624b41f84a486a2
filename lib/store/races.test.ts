import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import { failure } from '../failure.ts';
import { pageHash, pageSchema, type ContentPage } from '../frontier/page.ts';
import type { StoredEvent } from '../job/webhook-event.ts';
import { jobKey, modelCacheItemKey, pageKey } from '../keys/table-keys.ts';
import { changeTier } from './frontier/change-tier.ts';
import { deferExtraction } from './frontier/defer-extraction.ts';
import { findPages } from './frontier/find-pages.ts';
import { recordAttempt } from './frontier/record-attempt.ts';
import { putUnseeded } from './frontier/put-unseeded.ts';
import { endLate } from './frontier/end-late.ts';
import { awaitLatePages } from './jobs/await-late-pages.ts';
import { skipPage } from './frontier/skip-page.ts';
import { claimResend } from './jobs/claim-resend.ts';
import { putQuestion } from './jobs/questions.ts';
import { noteRun } from './sources/source-runs.ts';
import { putSubmission } from './jobs/submissions.ts';
import { countRequest } from './keys/count-request.ts';
import { leaseCacheEntry, renewCacheEntry } from './models/model-cache.ts';
import type { Table } from './table.ts';
import { moveWebhookEvent, outboxItem } from './webhooks/outbox.ts';

/** Two callers of each operation at the same time, and what becomes of the one that was second. */
let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const now = Date.UTC(2026, 0, 1);

const put = async (table: Table, item: object): Promise<void> => {
  await table.documents.send(new PutCommand({ TableName: table.name, Item: item }));
};

const item = async (table: Table, key: object): Promise<Record<string, unknown> | undefined> =>
  (await table.documents.send(new GetCommand({ TableName: table.name, Key: key }))).Item;

const putPage = async (table: Table, job: string, state: 'admitted' | 'fetched'): Promise<ContentPage> => {
  const hash = pageHash(job);
  const facts = { attempts: 0, admittedAt: now, touchedAt: now, depth: 0, position: 0 };
  const page = { kind: 'page', job, hash, url: 'https://a.example/', state, ...facts };
  await put(table, { ...pageKey(job, hash), ...page });
  return pageSchema.parse(page) as ContentPage;
};

const why = failure('TIMEOUT', 'Too slow');

/** By the file of `lib/store/` whose race is shown: both callers' outcomes, the winner's first. */
const races: Readonly<Record<string, (table: Table) => Promise<readonly [unknown[], unknown[]]>>> = {
  'frontier/record-attempt': async (table) => {
    const page = { ...(await putPage(table, 'attempt', 'admitted')), state: 'admitted' as const };
    const note = async () =>
      await recordAttempt(table, 'attempt', page, { failure: why, notBefore: now, now });
    const outcomes = await Promise.all([note(), note()]);
    expect((await findPages(table, 'attempt', [page.hash]))[0]?.attempts).toBe(1);
    return [outcomes, [true, false]];
  },
  'frontier/change-tier': async (table) => {
    const page = await putPage(table, 'tier', 'admitted');
    const reason = { tier: 'http', reason: 'empty', detail: '', at: now } as const;
    const move = async () => await changeTier(table, 'tier', page, 'browser', reason);
    const outcomes = await Promise.all([move(), move()]);
    expect((await findPages(table, 'tier', [page.hash]))[0]?.fallThrough).toHaveLength(1);
    return [outcomes, [true, false]];
  },
  'frontier/defer-extraction': async (table) => {
    const page = await putPage(table, 'defer', 'fetched');
    const defer = async () =>
      await deferExtraction(table, page, {
        writer: 'worker',
        failure: why,
        notBefore: now,
        now,
        counts: {},
        waited: { unanswered: [], told: [] },
      });
    return [await Promise.all([defer(), defer()]), [true, false]];
  },
  'frontier/put-unseeded': async (table) => {
    const page = await putPage(table, 'unseeded', 'admitted');
    const ended = { ...page, state: 'skipped', code: 'JOB_CANCELLED', unseeded: true } as const;
    await putUnseeded(table, ended, 1);
    const missing = { ...ended, hash: 'e'.repeat(32) };
    await Promise.all([putUnseeded(table, missing, 1), putUnseeded(table, missing, 1)]);
    const found = await findPages(table, 'unseeded', [page.hash, missing.hash]);
    return [found.map(({ state }) => state).toSorted(), ['admitted', 'skipped']];
  },
  'frontier/end-late': async (table) => {
    const page = await putPage(table, 'late', 'admitted');
    const open = { job: 'late', hash: page.hash, state: 'admitted' } as const;
    const end = async (at: number): Promise<boolean> =>
      await endLate(table, open, { to: 'done', facts: {}, at, puts: [], ifAwaited: true });
    const told: boolean[] = [];
    await put(table, { ...jobKey('late'), status: 'running' });
    told.push(await end(now));
    // A job that does not say that it waits may be one of which another release tells.
    await put(table, { ...jobKey('late'), status: 'finishing' });
    told.push(await end(now));
    await put(table, { ...jobKey('late'), status: 'finishing', latePagesUntil: now + 1 });
    told.push(await end(now + 1), ...(await Promise.all([end(now), end(now)])).toSorted());
    const [found] = await findPages(table, 'late', [page.hash]);
    return [
      [...told, found?.state, found?.kind === 'page' && found.late],
      [false, false, false, false, true, 'done', true],
    ];
  },
  'jobs/await-late-pages': async (table) => {
    await put(table, { ...jobKey('awaits'), status: 'finishing' });
    await put(table, { ...jobKey('is over'), status: 'cancelled' });
    await Promise.all(['awaits', 'is over'].map(async (job) => await awaitLatePages(table, job, now)));
    await awaitLatePages(table, 'awaits', now + 1);
    const until = await Promise.all(['awaits', 'is over'].map(async (job) => await item(table, jobKey(job))));
    return [until.map((job) => job?.['latePagesUntil']), [now, undefined]];
  },
  'frontier/skip-page': async (table) => {
    const page = await putPage(table, 'skip', 'admitted');
    await skipPage(table, page, why, now);
    await skipPage(table, page, failure('INTERNAL', 'Second'), now + 1);
    const [found] = await findPages(table, 'skip', [page.hash]);
    return [
      [found?.code, found?.finishedAt],
      ['TIMEOUT', now],
    ];
  },
  'jobs/claim-resend': async (table) => {
    await put(table, { ...jobKey('resend') });
    const claim = async () => await claimResend(table, 'resend', { now, everyMs: 60_000 });
    return [await Promise.all([claim(), claim()]), [true, false]];
  },
  'jobs/questions': async (table) => {
    const ask = async () =>
      await putQuestion(table, 'question', { url: 'https://a.example/', prompt: 'p' }, now);
    return [await Promise.all([ask(), ask()]), [true, false]];
  },
  'sources/source-runs': async (table) => {
    const note = async () =>
      await noteRun(table, { team: 'team', source: 'source' }, { job: 'run', failed: true, now });
    // The second is told what the first counted, and counts nothing.
    return [await Promise.all([note(), note()]), [1, 1]];
  },
  'jobs/submissions': async (table) => {
    const submit = async (job: string) =>
      await putSubmission(table, 'team', 'token', { job, bodyHash: 'h' }, { now, lifeMs: 60_000 });
    const first = await submit('first');
    const second = await submit('second');
    return [
      [first?.job, second?.job],
      [undefined, 'first'],
    ];
  },
  'keys/count-request': async (table) => {
    const count = async () => await countRequest(table, { team: 'team', keyId: 'key' }, now, 1);
    return [await Promise.all([count(), count()]), [true, false]];
  },
  'models/model-cache': async (table) => {
    const key = modelCacheItemKey('content', 'question');
    const lease = async (name: string) =>
      await leaseCacheEntry(table, key, { lease: name, until: now + 60_000, now });
    const outcomes = await Promise.all([lease('a'), lease('b')]);
    const renewed = await Promise.all(
      ['a', 'b'].map(async (name) => await renewCacheEntry(table, key, { lease: name, until: now + 90_000 })),
    );
    // Who has the lease renews it, and nobody else.
    expect(renewed).toEqual(outcomes);
    return [outcomes, [true, false]];
  },
  'webhooks/outbox': async (table) => {
    const event: StoredEvent = { place: '1', event: 'page', at: now, since: now, attempts: 0, ttl: now };
    await put(table, outboxItem('outbox', event));
    const move = async () => await moveWebhookEvent(table, 'outbox', 'E', event);
    return [await Promise.all([move(), move()]), [true, false]];
  },
};

test.each(Object.keys(races))('of two callers of %s one wins, and the other is told', async (name) => {
  const [outcomes, wanted] = (await races[name]?.(store.table)) ?? [[], []];
  expect(outcomes.toSorted()).toEqual(wanted.toSorted());
});
