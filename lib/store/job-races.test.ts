import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStores, type PipelineStores } from '../../test/harness/pipeline.ts';
import { pageHash, type NewPage } from '../frontier/page.ts';
import type { RunningJob } from '../job/job.ts';
import { placeParts } from '../job/job-parts.ts';
import { newJob } from '../job/new-job.ts';
import type { JobWebhook } from '../job/webhook.ts';
import { jobSpecKey, paceKey, shardKey } from '../keys/table-keys.ts';
import { placeLimits } from '../limits/place-limits.ts';
import { apiKeySchema } from '../request/keys/api-key.ts';
import { completeScrapeOptions } from '../request/scrape-options.ts';
import { writeLease } from './corpus/corpus-lease.ts';
import { putCorpus } from './corpus/corpus-object.ts';
import { writeFrontier } from './frontier/write-frontier.ts';
import { closeShard } from './jobs/close-shard.ts';
import { concludeJob } from './jobs/conclude-job.ts';
import { writeJobEnd } from './jobs/end-job.ts';
import { reserveEmbedding } from './jobs/count-embedding.ts';
import { getJob, getJobItem } from './jobs/get-job.ts';
import { getShards } from './jobs/get-shards.ts';
import { noteAnnounced } from './jobs/note-announced.ts';
import { noteSeeding } from './jobs/note-seeding.ts';
import { noteWaiting } from './jobs/note-waiting.ts';
import { putJob } from './jobs/put-job.ts';
import { putRedrive } from './jobs/put-redrive.ts';
import { putTotals } from './jobs/put-totals.ts';
import { releaseSeeding } from './jobs/release-seeding.ts';
import { repairCounters } from './jobs/repair-counters.ts';
import { transferQuota } from './jobs/transfer-quota.ts';
import { putApiKey } from './keys/api-keys.ts';
import { listKeys } from './keys/list-keys.ts';
import { noteKeyUse } from './keys/note-key-use.ts';
import { revokeApiKey } from './keys/revoke-api-key.ts';
import { getObject, putObject, putObjectOnce } from './objects.ts';
import { renewObject } from './renew-object.ts';
import { putVersioned } from './put-versioned.ts';
import {
  acquireWebhook,
  claimWebhook,
  getWebhook,
  releaseWebhook,
  renewWebhook,
} from './webhooks/webhook-lease.ts';

/** Two callers of each operation on a job, a key or an object at the same time, and what the second is told. */
let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(async () => await stores.stop());

const now = Date.UTC(2026, 0, 1);
const ttl = Math.floor(now / 1_000) + 1_000_000_000;

const makeJob = (id: string, more: Partial<RunningJob> = {}): RunningJob => ({
  ...newJob({
    id,
    kind: 'crawl',
    team: 'team',
    request: { url: 'https://a.example/', scrape: completeScrapeOptions({}) },
    limit: 4,
    now,
  }),
  ttl,
  ...more,
});

const begin = async (id: string, more: Partial<RunningJob> = {}, webhook?: JobWebhook) => {
  const job = makeJob(id, more);
  expect(await again(async () => await putJob(stores.table, job, webhook ?? null))).toBe('put');
  return job;
};

/** What is answered once no other transaction is in the way. */
const again = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    if (answer !== 'conflict' || attempt === 20) return answer;
  }
};

const both = async <Answer>(ask: (which: number) => Promise<Answer>): Promise<Answer[]> =>
  await Promise.all([0, 1].map(async (which) => await again(async () => await ask(which))));

const webhookFor = (job: string): JobWebhook => ({
  job,
  team: 'team',
  kind: 'crawl',
  url: 'https://a.example/hook',
  headers: {},
  metadata: '{}',
  events: ['completed'],
  ttl,
});

const page = (name: string): NewPage => ({
  kind: 'page',
  hash: pageHash(name),
  url: `https://a.example/${name}`,
  depth: 0,
  position: 0,
});

const frontier = (job: string, token: string) => ({ job, limit: 4, now, ttl, token });

test('of two submissions with one id one makes the job', async () => {
  const job = makeJob('put');
  expect((await both(async () => await putJob(stores.table, job))).toSorted()).toEqual(['put', 'taken']);
});

test('of two redrives of one job one is made, and the other looks again', async () => {
  await begin('redriven');
  const redrive = async (which: number) =>
    await putRedrive(
      stores.table,
      makeJob(`redrive-${which}`),
      { first: 'redriven', previous: undefined },
      null,
    );
  const made = await both(redrive);
  expect(made.toSorted()).toEqual([false, true]);
  const job = await getJobItem(stores.table, 'redriven');
  expect(job?.lastRedrive).toBe(`redrive-${made.indexOf(true)}`);
  expect(await getJobItem(stores.table, `redrive-${made.indexOf(false)}`)).toBeNull();
});

test('of two writers that end a job one wins, and of two that conclude it one does', async () => {
  const job = await begin('end');
  const end = { outcome: 'completed', drained: false, now } as const;
  const ended = await both(async () => await writeJobEnd(stores.table, job, end));
  expect(ended.map(({ kind }) => kind).toSorted()).toEqual(['lost', 'won']);
  const conclude = async () => await concludeJob(stores.table, job, { outcome: 'completed' }, { now, ttl });
  expect((await both(conclude)).toSorted()).toEqual(['concluded', 'over']);
});

test('of two workers that end one page one is counted, and the other is told who did', async () => {
  await begin('frontier');
  await writeFrontier(stores.table, { ...frontier('frontier', 'seed'), children: [page('one')] });
  const finish = async (which: number) =>
    await writeFrontier(stores.table, {
      ...frontier('frontier', `worker-${which}`),
      page: { kind: 'page', hash: pageHash('one'), from: 'admitted', to: 'done' },
      children: [page('two')],
    });
  const answers = await both(finish);
  expect(answers.filter(({ kind }) => kind === 'applied')).toHaveLength(1);
  const job = await getJob(stores.table, 'frontier');
  expect(job).toMatchObject({ admitted: 2, finished: 1, done: 1, open: 1 });
});

test('a page that two parents link to is admitted once', async () => {
  await begin('children');
  const admit = async (which: number) =>
    await writeFrontier(stores.table, {
      ...frontier('children', `parent-${which}`),
      children: [page('child')],
    });
  const answers = await both(admit);
  expect(answers.filter(({ kind }) => kind === 'applied')).toHaveLength(1);
  expect(await getJob(stores.table, 'children')).toMatchObject({ admitted: 1, open: 1 });
});

test('counters that change meanwhile are not repaired from an older reading', async () => {
  const job = await begin('repair');
  const counts = {
    admitted: 2,
    open: 1,
    done: 1,
    failed: 0,
    blocked: 0,
    skipped: 0,
    sitemaps: 0,
    sitemapsOpen: 0,
  };
  expect((await both(async () => await repairCounters(stores.table, job, counts))).toSorted()).toEqual([
    false,
    true,
  ]);
});

test('quota is moved once, none comes into being, and a closed shard neither gives nor takes', async () => {
  const job = await begin('shards', { cells: 2 });
  const move = async () => await transferQuota(stores.table, job.id, 1, [{ shard: 0, pages: 2 }]);
  expect((await both(move)).toSorted()).toEqual([false, true]);
  expect((await getShards(stores.table, job.id, 2)).map(({ quota }) => quota)).toEqual([0, 4]);
  const closed = await both(async () => await closeShard(stores.table, job.id, 1));
  expect(closed[0]).toEqual(closed[1]);
  expect(await transferQuota(stores.table, job.id, 0, [{ shard: 1, pages: 1 }])).toBe(false);
  expect((await getShards(stores.table, job.id, 2))[1]?.quota).toBe(4);
});

test('of two that put a job one does, with what is kept beside it, and its conclusion makes both expire', async () => {
  const scrape = { ...completeScrapeOptions({ includeTags: ['.a'.repeat(600)] }), sealedHeaders: 'box' };
  const job = placeParts(makeJob('apart', { request: { url: 'https://a.example/', scrape } }));
  expect(job.apart).toBe(true);
  const puts = await both(async () => await again(async () => await putJob(stores.table, job)));
  expect(puts.toSorted()).toEqual(['put', 'taken']);
  expect(await getJobItem(stores.table, job.id)).toEqual(job);
  await writeJobEnd(stores.table, job, { outcome: 'completed', drained: false, now });
  const ended = await getJobItem(stores.table, job.id);
  const { sealedHeaders: _box, ...rest } = scrape;
  expect(ended?.request.scrape).toEqual(rest);
  const at = { now, ttl: ttl + 7 };
  const conclude = async () => await concludeJob(stores.table, ended ?? job, { outcome: 'completed' }, at);
  expect((await both(async () => await again(conclude))).toSorted()).toEqual(['concluded', 'over']);
  const { Item } = await stores.table.documents.send(
    new GetCommand({ TableName: stores.table.name, Key: jobSpecKey(job.id), ConsistentRead: true }),
  );
  expect(Item).toMatchObject({ ttl: ttl + 7, request: { scrape: { includeTags: rest.includeTags } } });
  expect(JSON.stringify(Item)).not.toContain('box');
});

test('two writers of a corpus spend no more of a budget together than it has', async () => {
  await begin('embedding');
  const reserve = async () =>
    await reserveEmbedding(stores.table, 'embedding', { tokens: 60, microdollars: 0 }, { tokens: 100 });
  expect((await both(reserve)).toSorted()).toEqual([false, true]);
});

test('what closed shards counted stands on the job once, whoever repeats it', async () => {
  const job = await begin('totals', { cells: 2 });
  await writeJobEnd(stores.table, job, { outcome: 'completed', drained: false, now });
  const shards = (await getShards(stores.table, job.id, 2)).map((shard) => ({
    ...shard,
    admitted: 3,
    finished: 2,
    done: 2,
    puts: 5,
  }));
  await both(async () => await putTotals(stores.table, job.id, shards));
  const item = await getJobItem(stores.table, job.id);
  expect(item).toMatchObject({ admitted: 6, finished: 4, done: 4, abandoned: 2, puts: 10 });
});

test('of two seeders the one that is behind sets nobody back', async () => {
  await begin('seeding', { seeding: true });
  await Promise.all([5, 3].map(async (step) => await noteSeeding(stores.table, 'seeding', step, now)));
  expect(await getJobItem(stores.table, 'seeding')).toMatchObject({ seedStep: 5 });
});

test('what waits for places is as much as may, and noting it twice is noting it once', async () => {
  await begin('waiting');
  const note = async (name: string) => await noteWaiting(stores.table, 'waiting', name);
  for (let count = 1; count < placeLimits.reservesMax; count += 1) expect(await note(`r${count}`)).toBe(true);
  expect((await both(async (which) => await note(`last-${which}`))).toSorted()).toEqual([false, true]);
  expect(await note('r1')).toBe(true);
});

test('a job that has expired stays gone, whatever comes late for it', async () => {
  await noteAnnounced(stores.table, 'gone');
  await releaseSeeding(stores.table, 'gone');
  await noteSeeding(stores.table, 'gone', 1, now);
  expect(await noteWaiting(stores.table, 'gone', 'page')).toBe(false);
  await expect(closeShard(stores.table, 'gone', 0)).rejects.toThrow();
  const { Item } = await stores.table.documents.send(
    new GetCommand({ TableName: stores.table.name, Key: shardKey('gone', 0) }),
  );
  expect(Item).toBeUndefined();
  expect(await getJobItem(stores.table, 'gone')).toBeNull();
});

test('the use of a key is noted once in its time, and a key that is gone is not revoked', async () => {
  const key = apiKeySchema.parse({ id: 'k', hmac: 'h', name: 'ci', team: 'team', createdAt: now });
  expect(await revokeApiKey(stores.table, key, now)).toBe(false);
  await putApiKey(stores.table, key);
  const note = async (which: number) =>
    await noteKeyUse(stores.table, key, { now: now + which, unless: now - 60_000 });
  await note(0);
  await note(1);
  const [listed] = await listKeys(stores.table, 'team');
  expect(listed?.lastUsedAt).toBe(now);
  expect(await both(async () => await revokeApiKey(stores.table, key, now))).toEqual([true, true]);
});

const versionBy = (which: number): { readonly version: number; readonly by: number } => ({
  version: 1,
  by: which,
});

test('of two writers of one version one wins, and the other is handed what stands', async () => {
  const write = async (which: number) =>
    await putVersioned(stores.table, paceKey('a.example'), versionBy(which), ttl);
  const answers = await both(write);
  const winner = answers.indexOf(null);
  expect(winner).not.toBe(-1);
  expect(answers[1 - winner]?.current).toMatchObject({ version: 1, by: winner });
});

test('of two workers one has a webhook; the other neither renews nor gives back what it has not', async () => {
  await begin('hook', {}, webhookFor('hook'));
  const at = { now, until: now + 60_000 };
  const taken = await both(
    async (which) => await acquireWebhook(stores.table, 'hook', { lease: `w${which}`, ...at }),
  );
  expect(taken.filter((webhook) => webhook !== null)).toHaveLength(1);
  const loser = `w${taken.indexOf(null)}`;
  expect(await renewWebhook(stores.table, 'hook', loser, now + 90_000)).toBe(false);
  expect(await releaseWebhook(stores.table, 'hook', loser, 'closed')).toBe(false);
  expect((await getWebhook(stores.table, 'hook'))?.leaseUntil).toBe(at.until);
  const due = { job: 'hook', lookAt: at.until };
  const claims = await both(async (which) => await claimWebhook(stores.table, due, at.until + 1 + which));
  expect(claims.toSorted()).toEqual([false, true]);
});

test('of two writers of one key or one corpus one writes it', async () => {
  const write = async () => await putObjectOnce(stores.envelopes, 'staged/one', '{}', 'application/json');
  expect((await both(write)).toSorted()).toEqual(['exists', 'written']);
  const commit = async (which: number, held: string | null) =>
    await putCorpus(stores.results, 'main', new Uint8Array([which]), held);
  const first = await both(async (which) => await commit(which, null));
  const etag = first.find((each) => each !== null) ?? null;
  expect(first.filter((each) => each === null)).toHaveLength(1);
  const next = await both(async (which) => await commit(which + 2, etag));
  expect(next.filter((each) => each === null)).toHaveLength(1);
});

test('of two writers that want the lease of a corpus one has it, and gives it back to one', async () => {
  const lease = async (which: number, read: string | null) =>
    await writeLease(stores.results, 'main', `writer ${which}`, read);
  const first = await both(async (which) => await lease(which, null));
  expect(first.filter((each) => each === null)).toHaveLength(1);
  const etag = first.find((each) => each !== null) ?? null;
  const next = await both(async (which) => await lease(which + 2, etag));
  expect(next.filter((each) => each === null)).toHaveLength(1);
});

test('an object that is renewed while another writes it has what the other wrote', async () => {
  const [key, type] = ['captures/one', 'text/plain'];
  await putObject(stores.envelopes, key, 'first', type);
  await Promise.all([
    renewObject(stores.envelopes, key, Date.now() + 1_000, 0),
    putObject(stores.envelopes, key, 'second', type),
  ]);
  expect(await getObject(stores.envelopes, key)).toBe('second');
});
