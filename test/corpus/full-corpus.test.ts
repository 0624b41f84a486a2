import {
  CreateBucketCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ingestEnvelopes } from '../../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { searchCorpus } from '../../lib/steps/search-corpus/search-corpus.ts';
import { corpusFullWarning } from '../../lib/steps/search-corpus/search-warnings.ts';
import { corpusKey } from '../../lib/store/corpus/corpus-object.ts';
import type { CorpusStore } from '../../lib/store/corpus/corpus-store.ts';
import { holdCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import type { EventBus } from '../../lib/store/corpus/put-page-events.ts';
import { openSqliteStore } from '../../lib/store/corpus/sqlite-store.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { patientSqsClient, s3Client } from '../conformance/cloud-under-test.ts';
import { makeTestEnvelope } from './envelope.ts';
import { at, day, gonePage, now, page, put, replacement, section } from './store-cases/facts.ts';
import { testLease } from './test-lease.ts';

// New pages up to eight passages, later versions of those that it shows up to ten.
const room = { passagesMax: 10, passagesReserved: 2, passagesPerPageMax: 3 };

let cloud: Cloud;
let folder: string;
let client: ReturnType<typeof s3Client>;
let names = 0;
let name: string;
const opened: CorpusStore[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-full-test-'));
  cloud = await startCloud({ dataDir: folder });
  client = s3Client(cloud.url);
  for (const Bucket of ['corpora', 'envelopes']) await client.send(new CreateBucketCommand({ Bucket }));
});
beforeEach(() => {
  names += 1;
  name = `full-${names}`;
});
afterAll(async () => {
  for (const store of opened) await store.close();
  client.destroy();
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (): CorpusStore => {
  const corpora = { client, bucket: 'corpora' };
  // A search looks for a newer file after two seconds; here after none, by a clock that goes on.
  let clock = 0;
  const held = holdCorpus(corpora, name, {
    now: () => (clock += 10_000),
    commitTriesMax: 4,
    lease: testLease,
  });
  const store = openSqliteStore(held, corpora, name, null, room);
  opened.push(store);
  return store;
};

/** The version of the corpus's object, which each commit changes. */
const etag = async (): Promise<string | undefined> =>
  (await client.send(new HeadObjectCommand({ Bucket: 'corpora', Key: corpusKey(name) }))).ETag;

/** A text with a passage for each of its words. */
const text = (...words: readonly string[]): string => words.map((word) => section(word, word)).join('\n\n');
const pageAt = (path: string, words: readonly string[], atMs = now - day) =>
  page(text(...words), { url: at(path), at: atMs, contentHash: `${path} ${words.join(' ')}` });
const shownAt = async (store: CorpusStore, path: string): Promise<string | null> =>
  (await store.findVersion(at(path), null))?.content_hash ?? null;

/** Opens a corpus that has as many passages as new pages may have. */
const openFull = async (): Promise<CorpusStore> => {
  const store = open();
  await put(
    store,
    pageAt('a', ['ape', 'ant', 'auk']),
    pageAt('b', ['bee', 'bat', 'boa']),
    pageAt('c', ['cat', 'cow']),
  );
  return store;
};

test('a commit fills a corpus up to its limit and leaves out what does not fit, the rest of it goes in', async () => {
  const store = open();
  expect(await put(store, pageAt('a', ['ape', 'ant']), pageAt('b', ['bee', 'bat', 'boa']))).toEqual([
    'replaced',
    'replaced',
  ]);
  expect(await store.isFull(now)).toBe(false);
  const outcomes = await put(
    store,
    pageAt('c', ['cat', 'cow']),
    pageAt('d', ['dog', 'doe']),
    pageAt('e', ['elk']),
  );
  expect(outcomes).toEqual(['replaced', 'full', 'replaced']);
  expect((await store.count(null))?.passages).toBe(8);
  expect(await store.isFull(now)).toBe(true);
  expect(await shownAt(store, 'd')).toBeNull();
});

test('a corpus that is full is not written for pages that it leaves out', async () => {
  const store = await openFull();
  const before = await etag();
  expect(await put(store, pageAt('d', ['dog']), pageAt('e', ['elk']))).toEqual(['full', 'full']);
  expect(await etag()).toBe(before);
});

test('a corpus that is full takes later versions of its pages, and learns which pages are gone', async () => {
  const store = await openFull();
  expect(
    await put(
      store,
      pageAt('a', ['ape', 'ant', 'asp'], now),
      gonePage({ url: at('b'), at: now }),
      gonePage({ url: at('z'), at: now }),
    ),
  ).toEqual(['replaced', 'replaced', 'replaced']);
  expect(await shownAt(store, 'a')).toBe('a ape ant asp');
  expect((await store.findVersion(at('b'), null))?.deleted).toBe(1);
});

test('a later version without room leaves the one before it as it is', async () => {
  const store = await openFull();
  expect(await put(store, pageAt('a', ['owl', 'emu', 'eel'], now))).toEqual(['full']);
  expect(await shownAt(store, 'a')).toBe('a ape ant auk');
});

test('a page whose latest version finds no room does not get an earlier one that would', async () => {
  const store = open();
  await put(
    store,
    pageAt('a', ['ape', 'ant', 'auk']),
    pageAt('b', ['bee', 'bat', 'boa']),
    pageAt('c', ['cat']),
  );
  const versions = [pageAt('d', ['dog']), pageAt('d', ['dog', 'doe'], now)];
  expect(await put(store, ...versions)).toEqual(['full', 'full']);
  expect(await shownAt(store, 'd')).toBeNull();
});

test('a page that is made again in another shape needs no room for what it replaces', async () => {
  const store = open();
  const other = (path: string, words: readonly string[]) => ({ ...pageAt(path, words), title: 'Other' });
  await put(
    store,
    pageAt('a', ['ape', 'ant', 'auk']),
    pageAt('b', ['bee', 'bat', 'boa']),
    pageAt('c', ['cat', 'cow']),
  );
  const again = await store.replacePages(
    [other('a', ['owl', 'emu', 'eel']), other('b', ['yak', 'gnu', 'hen'])],
    replacement({ shape: 'later' }),
    now,
  );
  expect(again).toEqual({ kind: 'replaced', outcomes: ['replaced', 'replaced'] });
  expect((await store.count(null))?.passages).toBe(8);
});

test('versions that no search finds any more make room', async () => {
  const store = open();
  await put(store, pageAt('a', ['ape', 'ant', 'auk'], now - 40 * day), pageAt('b', ['bee', 'bat', 'boa']));
  await store.replacePages([pageAt('a', ['owl', 'emu'], now - 35 * day)], replacement(), now - 35 * day);
  expect((await store.count(null))?.past).toBe(3);
  expect(await put(store, pageAt('c', ['cat', 'cow', 'cod']))).toEqual(['replaced']);
  expect(await store.count(null)).toMatchObject({ passages: 8, past: 0 });
});

test('no vector is asked for a page that finds no room', async () => {
  const store = await openFull();
  const answer = await store.replacePages([pageAt('d', ['dog'])], replacement({ embedder: 'one' }), now);
  expect(answer).toEqual({ kind: 'replaced', outcomes: ['full'] });
});

test('a page that finds no room is told, its message does not come again, and its envelope is not confirmed', async () => {
  const told: { readonly type: string; readonly outcomes: string[] }[] = [];
  const logged: string[] = [];
  const events = {
    send: async ({ input }: { input: { Entries: { DetailType: string; Detail: string }[] } }) => {
      for (const { DetailType: type, Detail } of input.Entries) {
        const { pages } = JSON.parse(Detail) as { pages: { url: string; outcome: string }[] };
        told.push({ type, outcomes: pages.map(({ url, outcome }) => `${url} ${outcome}`) });
      }
      return await Promise.resolve({ FailedEntryCount: 0 });
    },
  } as unknown as EventBus;
  const queue = patientSqsClient(cloud.url);
  const corpus = open();
  const ingest = async (paths: readonly string[]): Promise<readonly string[]> => {
    const keys: string[] = [];
    for (const path of paths) {
      // Ingestion confirms an envelope of a class of retention by a tag.
      const key = `kept/90d/${name}/${path}.json`;
      const envelope = makeTestEnvelope({ url: at(path), at: now, markdown: text('one', 'two', 'three') });
      const Body = JSON.stringify(envelope);
      await client.send(new PutObjectCommand({ Bucket: 'envelopes', Key: key, Body }));
      keys.push(key);
    }
    return await ingestEnvelopes(
      {
        stack: 'Gleaner',
        envelopes: { client, bucket: 'envelopes' },
        corpusOf: () => corpus,
        embedding: null,
        name,
        takes: 'all',
        queue: { client: queue, url: '' },
        events,
        now: () => now,
        log: (event) => void logged.push(event),
      },
      [{ id: 'm', body: { v: 1, reindex: 'keys', keys } }],
    );
  };
  try {
    expect(await ingest(['a', 'b', 'c'])).toEqual([]);
    expect(told).toEqual([
      { type: 'Passages Changed', outcomes: [`${at('a')} replaced`, `${at('b')} replaced`] },
      { type: 'Pages Left Out', outcomes: [`${at('c')} full`] },
    ]);
    expect(logged).toEqual(['corpus is full']);
    const tags = async (path: string) => {
      const asked = { Bucket: 'envelopes', Key: `kept/90d/${name}/${path}.json` };
      return (await client.send(new GetObjectTaggingCommand(asked))).TagSet;
    };
    expect(await tags('a')).toEqual([{ Key: 'confirmed', Value: 'yes' }]);
    expect(await tags('c')).toEqual([]);
    const searched = await searchCorpus({ corpus, name, now: () => now, log: () => {} }, { query: 'two' });
    expect(searched).toMatchObject({ ok: true, answer: { warnings: [corpusFullWarning] } });
  } finally {
    queue.destroy();
  }
});
