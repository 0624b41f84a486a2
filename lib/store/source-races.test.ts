import { afterAll, beforeAll, expect, test } from 'vitest';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import { latestKey } from '../keys/table-keys.ts';
import { nextRecord } from '../source/audit/audit-record.ts';
import { findLatest } from './frontier/find-latest.ts';
import { getAlert, putAlert } from './sources/alerts.ts';
import { auditHeadItem, commitWithAudit, getAuditHead } from './sources/audit-chain.ts';
import { runClaimItems } from './sources/claim-run.ts';
import { commitRun, getFeedLength } from './sources/commit-run.ts';
import { commitManifestRoot, getManifestRoot } from './sources/manifest-root.ts';
import { markDeleted } from './sources/mark-deleted.ts';
import { listDueSources } from './sources/due-sources.ts';
import { noteRunTry } from './sources/note-run-try.ts';
import { scheduleSource } from './sources/schedule-source.ts';
import { getSourceState } from './sources/source-states.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(() => store.stop());

const name = (source: string) => ({ team: 'team', source });

test('of two who apply at the same time one succeeds, and nothing of the other is applied', async () => {
  const apply = async (version: string) =>
    await commitManifestRoot(
      store.table,
      'team',
      {
        seq: 1,
        manifests: { tides: { version, hash: version, sources: 1, appliedAt: 1, by: 'key' } },
      },
      { seq: 1, name: 'tides', version, hash: version, at: 1, by: 'key', counts: {} },
      [],
    );
  const applied = await Promise.all([apply('1.0.0'), apply('2.0.0')]);
  expect(applied.toSorted()).toEqual([false, true]);
  expect((await getManifestRoot(store.table, 'team')).seq).toBe(1);
});

test('of two who say when a source is due one is heard, the other looks again', async () => {
  const schedule = async (dueAt: number) =>
    await scheduleSource(store.table, name('due'), {}, { plan: 'p', manifest: 'tides', dueAt });
  expect((await Promise.all([schedule(1), schedule(2)])).toSorted()).toEqual([false, true]);
});

test('a due time has one run, however many heartbeats see it', async () => {
  await scheduleSource(store.table, name('run'), {}, { plan: 'p', manifest: 'tides', dueAt: 5 });
  const start = async (job: string): Promise<boolean> => {
    const claim = { name: name('run'), seenDueAt: 5, nextDueAt: 9, seenRun: undefined, now: 6 };
    const items = runClaimItems(store.table, job, claim);
    return await store.table.documents.send(new TransactWriteCommand({ TransactItems: items })).then(
      () => true,
      () => false,
    );
  };
  expect((await Promise.all([start('a'), start('b')])).toSorted()).toEqual([false, true]);
  expect((await getSourceState(store.table, name('run'))).nextDueAt).toBe(9);
});

test('a source whose run is tried is due after others, once at most for each due time, and still has one run', async () => {
  const due = async (): Promise<(string | null)[]> =>
    (await listDueSources(store.table, 900, 10)).flatMap(({ team, source }) =>
      team === 'line' ? [source] : [],
    );
  const of = (source: string) => ({ team: 'line', source });
  await scheduleSource(store.table, of('first'), {}, { plan: 'p', manifest: 'tides', dueAt: 10 });
  await scheduleSource(store.table, of('second'), {}, { plan: 'p', manifest: 'tides', dueAt: 20 });
  expect(await due()).toEqual(['first', 'second']);
  expect(await noteRunTry(store.table, of('first'), { nextDueAt: 10 }, 30)).toBe(true);
  expect(await due()).toEqual(['second', 'first']);
  expect(await getSourceState(store.table, of('first'))).toMatchObject({ nextDueAt: 10, deadline: 30 });
  const claim = { name: of('first'), seenDueAt: 10, nextDueAt: 1_000, seenRun: undefined, now: 31 };
  const items = runClaimItems(store.table, 'job', claim);
  await store.table.documents.send(new TransactWriteCommand({ TransactItems: items }));
  expect(await noteRunTry(store.table, of('first'), { nextDueAt: 10 }, 32)).toBe(false);
  expect(await due()).toEqual(['second']);
});

const runOf = (job: string) => ({
  job,
  startedAt: 1,
  endedAt: 2,
  outcome: 'completed' as const,
  trigger: 'manual' as const,
  isComplete: true,
  visited: 1,
  changes: {},
  standings: {},
  held: 0,
  snapshotKey: `snapshots/${job}`,
});

test('no two runs go on from the same snapshot, and the feed has no number twice', async () => {
  const end = async (job: string): Promise<boolean> => {
    const run = runOf(job);
    const entry = { seq: 1, source: 'chain', job, at: 2, count: 1, key: 'changes/x' };
    return await commitRun(
      store.table,
      name('chain'),
      {},
      { run, entry, held: 0, lastChangeAt: 2, learned: {}, audit: [] },
    );
  };
  expect((await Promise.all([end('a'), end('b')])).toSorted()).toEqual([false, true]);
  expect(await getFeedLength(store.table, 'team')).toBe(1);
});

test('a run that ends does not close the run that replaced it', async () => {
  const claim = { name: name('replaced'), seenDueAt: 5, nextDueAt: 9, seenRun: undefined, now: 6 };
  await scheduleSource(store.table, name('replaced'), {}, { plan: 'p', manifest: 'tides', dueAt: 5 });
  const items = runClaimItems(store.table, 'second', claim);
  await store.table.documents.send(new TransactWriteCommand({ TransactItems: items }));
  const run = runOf('first');
  // The caller read the state before the second run was claimed.
  const seen = { openRun: 'first' };
  const commit = { run, entry: null, held: 0, lastChangeAt: undefined, learned: {}, audit: [] };
  expect(await commitRun(store.table, name('replaced'), seen, commit)).toBe(false);
  expect(await getSourceState(store.table, name('replaced'))).toMatchObject({ openRun: 'second' });
});

test('of two who move an alert at the same moment one is heard, and what is delivered is delivered once', async () => {
  const alert = {
    team: 'team',
    source: 'tides',
    rule: 'quiet' as const,
    severity: 'high' as const,
    state: 'open' as const,
    message: 'so it is',
    openedAt: 1,
    lastAt: 1,
    runs: 1,
    revision: 1,
  };
  const move = async (lastRun: string) => await putAlert(store.table, { ...alert, lastRun }, []);
  expect((await Promise.all([move('a'), move('b')])).toSorted()).toEqual([false, true]);
  const found = await getAlert(store.table, alert);
  expect(await putAlert(store.table, { ...alert, lastRun: 'c', revision: 3 }, [])).toBe(false);
  expect(await getAlert(store.table, alert)).toEqual(found);
});

test('a chain has one record of each number, whoever else puts something on record at the same moment', async () => {
  const chain = { team: 'team', chain: 'tides' };
  const put = async (by: string): Promise<string> => {
    const next = nextRecord(chain, null, { at: 1, by, action: 'source.paused', details: {} });
    return await commitWithAudit(store.table, auditHeadItem(store.table, chain, null, next), []);
  };
  expect((await Promise.all([put('a'), put('b')])).toSorted()).toEqual(['behind', 'committed']);
  expect((await getAuditHead(store.table, chain))?.seq).toBe(1);
});

test('of the end of a run and a later visit of a page, the later visit stays its last version', async () => {
  const page = { viewer: 'source:team:back', hash: 'a' };
  const latest = { url: 'https://a.test/a', htmlHash: 'h', checkedAt: 1, etag: '"1"' };
  const put = async (envelopeKey: string, envelopeAt: number): Promise<void> => {
    const version = { envelopeKey, envelopeAt, contentHash: envelopeKey };
    const Item = { ...latestKey(page.viewer, page.hash), ...latest, ...version };
    await store.table.documents.send(new PutCommand({ TableName: store.table.name, Item }));
  };
  const deleted = { envelopeKey: 'gone', envelopeAt: 2, contentHash: 'none', htmlHash: 'none' };
  const read = async () => (await findLatest(store.table, page.viewer, [page.hash])).get(page.hash);
  await put('first', 1);
  await Promise.all([1, 2].map(async () => await markDeleted(store.table, page, deleted)));
  const marked = await read();
  expect(marked).toMatchObject({ ...deleted, parts: [], checkedAt: 1 });
  expect(marked).not.toHaveProperty('etag');
  await put('second', 3);
  await markDeleted(store.table, page, deleted);
  expect((await read())?.envelopeKey).toBe('second');
  // A page whose last version has expired is not noted again.
  await markDeleted(store.table, { ...page, hash: 'b' }, deleted);
  expect((await findLatest(store.table, page.viewer, ['b'])).size).toBe(0);
});
