import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../../test/harness/table.ts';
import { changeTier } from '../../store/frontier/change-tier.ts';
import { findPages } from '../../store/frontier/find-pages.ts';
import { recordAttempt } from '../../store/frontier/record-attempt.ts';
import { pageKey } from '../../keys/table-keys.ts';
import { failure } from '../../failure.ts';
import { batchUrls } from '../../frontier/url-batch.ts';
import { pageHash, type FallThrough, type Page } from '../../frontier/page.ts';
import { limits } from '../../limits/limits.ts';
import { completeScrapeOptions } from '../../request/scrape-options.ts';
import { noHosts, createHosts, type HostPolicy } from '../../fetch/politeness/host-policies.ts';
import { openHostTiers, type HostTiers } from './host-tiers.ts';

let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const plain = completeScrapeOptions({});
let time = 1_000_000;

/** A sandbox of its own: it has read nothing yet. */
const sandbox = (hosts: Record<string, HostPolicy> = {}, random = 0.5): HostTiers =>
  openHostTiers(
    store.table,
    createHosts(noHosts, hosts),
    () => time,
    () => random,
  );

test('a host whose pages in a row fell to the browser is asked with one, until HTTP gets a page or a day is over', async () => {
  const host = 'app.test';
  for (let fall = 1; fall <= limits.hostFallsMax; fall += 1) {
    expect(await sandbox().skipHttp(host, plain)).toBeNull();
    await sandbox().fellToBrowser(host, 'script-shell');
  }
  expect(await sandbox().skipHttp(host, plain)).toMatchObject({ reason: 'remembered' });
  // Now and then it is tried all the same.
  const curious = sandbox({}, limits.hostRetryShare / 2);
  expect(await curious.skipHttp(host, plain)).toBeNull();
  await curious.httpWorked(host);
  expect(await sandbox().skipHttp(host, plain)).toBeNull();

  for (let fall = 1; fall <= limits.hostFallsMax; fall += 1) await sandbox().fellToBrowser(host, 'challenge');
  expect(await sandbox().skipHttp(host, plain)).not.toBeNull();
  time += limits.hostTierMs;
  expect(await sandbox().skipHttp(host, plain)).toBeNull();
});

test('a timeout, or a request that needs a browser anyway, says nothing of the host', async () => {
  for (let fall = 0; fall < 5; fall += 1) {
    await sandbox().fellToBrowser('slow.test', 'timeout');
    await sandbox().fellToBrowser('slow.test', 'requested');
    await sandbox().fellToBrowser('slow.test', 'remembered');
  }
  expect(await sandbox().skipHttp('slow.test', plain)).toBeNull();
});

test('the configuration decides first, then what the request needs', async () => {
  const tiers = sandbox({ 'only.test': { tier: 'http' }, 'always.test': { tier: 'browser' } });
  const waiting = completeScrapeOptions({ waitFor: 500 });
  expect(await tiers.skipHttp('only.test', waiting)).toBeNull();
  expect(tiers.mayFall('only.test', 'browser')).toBe(false);
  expect(await tiers.skipHttp('always.test', plain)).toMatchObject({ reason: 'configured' });
  expect(await tiers.skipHttp('other.test', waiting)).toMatchObject({ reason: 'requested' });
  expect(await tiers.skipHttp('other.test', completeScrapeOptions({ waitFor: 0, mobile: false }))).toBeNull();
  const route = { url: 'https://other.test/#/product/1' };
  expect(await tiers.skipHttp('other.test', plain, route)).toMatchObject({ reason: 'requested' });
  expect(await tiers.skipHttp('other.test', plain, { ...route, hasApi: true })).toBeNull();
  expect(await tiers.skipHttp('other.test', plain, { url: 'https://other.test/#part' })).toBeNull();
});

test('a host that is kept to a tier never leaves it for a later one', () => {
  const tiers = sandbox({ 'wiki.test': { tier: 'api' }, 'only.test': { tier: 'http' } });
  const may = (host: string): boolean[] => [tiers.mayFall(host, 'http'), tiers.mayFall(host, 'browser')];
  expect(may('wiki.test')).toEqual([false, false]);
  expect(may('only.test')).toEqual([true, false]);
  expect(may('other.test')).toEqual([true, true]);
});

test('what pages of a host needed a browser for says nothing of its articles, which an API gets', async () => {
  for (let fall = 1; fall <= limits.hostFallsMax; fall += 1)
    await sandbox().fellToBrowser('wiki.test', 'script-shell');
  expect(await sandbox().skipHttp('wiki.test', plain)).toMatchObject({ reason: 'remembered' });
  expect(await sandbox().skipHttp('wiki.test', plain, { hasApi: true })).toBeNull();
});

const why: FallThrough = { tier: 'http', reason: 'script-shell', detail: 'no text', at: 5 };

const putPage = async (url: string): Promise<Page> => {
  const page: Page = {
    kind: 'page',
    job: 'job',
    hash: pageHash(url),
    url,
    state: 'admitted',
    depth: 0,
    position: 0,
    attempts: 1,
    admittedAt: 1,
    touchedAt: 1,
    notBefore: 9_999,
  };
  const { documents, name } = store.table;
  await documents.send(new PutCommand({ TableName: name, Item: { ...page, ...pageKey('job', page.hash) } }));
  return page;
};

test('of two workers with one page, one moves it to the browser, and its URL batches then go to that queue', async () => {
  const page = await putPage('https://app.test/a');
  const moves = await Promise.all([1, 2].map(() => changeTier(store.table, 'job', page, 'browser', why)));
  expect(moves.toSorted()).toEqual([false, true]);
  const [moved] = await findPages(store.table, 'job', [page.hash]);
  expect(moved).toMatchObject({ state: 'admitted', tier: 'browser', fallThrough: [why], attemptsBefore: 1 });
  expect(moved?.notBefore).toBeUndefined();
  const other = await putPage('https://app.test/b');
  const urlBatches = batchUrls('job', 'normal', moved === undefined ? [] : [moved, other]);
  expect(urlBatches.map(({ tier, pages }) => [tier, pages])).toEqual([
    ['browser', [page.hash]],
    [undefined, [other.hash]],
  ]);
});

test('a page goes through the tiers in order, and each move needs the tier before it', async () => {
  const page = await putPage('https://wiki.test/wiki/A');
  const first = { ...why, tier: 'api', reason: 'api-failed' } as const;
  expect(await changeTier(store.table, 'job', page, 'http', first)).toBe(true);
  expect(await changeTier(store.table, 'job', page, 'browser', why)).toBe(false);
  const fallen: Page = { ...page, tier: 'http', fallThrough: [first] };
  expect(await changeTier(store.table, 'job', fallen, 'browser', why)).toBe(true);
  const [moved] = await findPages(store.table, 'job', [page.hash]);
  expect(moved).toMatchObject({ tier: 'browser', fallThrough: [first, why] });
});

test('a worker that is late counts no attempt of a tier that the page has left', async () => {
  const page = await putPage('https://app.test/late');
  const attempt = { failure: failure('TIMEOUT', 'late'), notBefore: 7, now: 6 };
  const stale = { hash: page.hash, attempts: page.attempts, state: 'admitted' } as const;
  expect(await changeTier(store.table, 'job', page, 'browser', why)).toBe(true);
  expect(await recordAttempt(store.table, 'job', stale, attempt)).toBe(false);
  expect(await recordAttempt(store.table, 'job', { ...stale, tier: 'browser' }, attempt)).toBe(true);
});
