import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AskOwnApi } from '../../functions/edge/ask-own-api.ts';
import type { HttpRequest } from '../../functions/edge/http.ts';
import { corpusHandlers } from '../../functions/handlers/corpus.ts';
import { mixResults, searchOwnPages } from '../../functions/handlers/search-own-pages.ts';
import { limits } from '../../lib/limits/limits.ts';
import { parseSearchRequest } from '../../lib/request/search-request.ts';
import type { CorpusSearchRequest } from '../../lib/request/corpus-search-request.ts';
import { parseCorpusSearch } from '../../lib/request/corpus-search-request.ts';
import { ingestEnvelopes } from '../../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { ingestInGroups } from '../../lib/steps/ingest-envelopes/ingest-in-groups.ts';
import {
  searchCorpus,
  type CorpusResponse,
  type CorpusResult,
} from '../../lib/steps/search-corpus/search-corpus.ts';
import { listChangedPages, readPageVersion } from '../../lib/steps/search-corpus/corpus-pages.ts';
import { corpusKey } from '../../lib/store/corpus/corpus-object.ts';
import { holdCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import type { EventBus } from '../../lib/store/corpus/put-page-events.ts';
import { openSqliteStore } from '../../lib/store/corpus/sqlite-store.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { s3Client, patientSqsClient, sqsClient } from '../conformance/cloud-under-test.ts';
import { makeTestEnvelope, type TestEnvelopeFacts } from './envelope.ts';
import { testLease } from './test-lease.ts';

const day = 86_400_000;
const today = Date.parse('2026-11-22T12:00:00Z');

let cloud: Cloud;
let folder: string;
let sandboxFolder: string;
let objects: ReturnType<typeof s3Client>;
let queueUrl: string;
let queue: ReturnType<typeof sqsClient>;
let told: string[];
let logged: string[];
let names = 0;
let name: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-corpus-test-'));
  // Others of this machine have their files where temporary files usually are.
  sandboxFolder = join(folder, 'tmp');
  mkdirSync(sandboxFolder);
  vi.stubEnv('TMPDIR', sandboxFolder);
  cloud = await startCloud({ dataDir: folder });
  objects = s3Client(cloud.url);
  queue = patientSqsClient(cloud.url);
  await objects.send(new CreateBucketCommand({ Bucket: 'envelopes' }));
  await objects.send(new CreateBucketCommand({ Bucket: 'corpora' }));
  queueUrl = (await queue.send(new CreateQueueCommand({ QueueName: 'ingest' }))).QueueUrl ?? '';
});
afterAll(async () => {
  vi.unstubAllEnvs();
  objects.destroy();
  queue.destroy();
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  names += 1;
  name = `corpus-${names}`;
  told = [];
  logged = [];
});

const events = {
  send: (command: { input: { Entries: { Detail: string }[] } }) => {
    for (const { Detail } of command.input.Entries) told.push(Detail);
    return Promise.resolve({ FailedEntryCount: 0 });
  },
} as unknown as EventBus;

const hold = (client = objects) => {
  const corpora = { client, bucket: 'corpora' };
  return openSqliteStore(
    holdCorpus(corpora, name, { now: () => today, commitTriesMax: 4, lease: testLease }),
    corpora,
    name,
  );
};

const dependencies = (takes: 'all' | 'scheduled' = 'all') => ({
  stack: 'Gleaner',
  envelopes: { client: objects, bucket: 'envelopes' },
  corpusOf: () => hold(),
  embedding: null,
  name,
  takes,
  queue: { client: queue, url: queueUrl },
  events,
  now: () => today,
  log: (event: string) => void logged.push(event),
});

const put = async (key: string, body: string): Promise<void> => {
  await objects.send(new PutObjectCommand({ Bucket: 'envelopes', Key: key, Body: body }));
};

const eventOf = (key: string): unknown => ({
  Records: [
    {
      eventName: 'ObjectCreated:Put',
      s3: { bucket: { name: 'envelopes' }, object: { key: encodeURIComponent(key) } },
    },
  ],
});

/** Writes envelopes and has them ingested, one message each, in one batch. */
const ingest = async (
  pages: readonly TestEnvelopeFacts[],
  takes?: 'all' | 'scheduled',
): Promise<readonly string[]> => {
  const messages: { id: string; body: unknown }[] = [];
  for (const [at, page] of pages.entries()) {
    const key = `staged/${name}/${page.at}-${at}-${encodeURIComponent(page.url)}.json`;
    await put(key, JSON.stringify(makeTestEnvelope(page)));
    messages.push({ id: `m${at}`, body: eventOf(key) });
  }
  return await ingestEnvelopes(dependencies(takes), messages);
};

const answerTo = async (query: string, more: Partial<CorpusSearchRequest> = {}): Promise<CorpusResponse> => {
  const corpus = hold();
  const searched = await searchCorpus({ corpus, name, now: () => today, log: () => {} }, { query, ...more });
  await corpus.close();
  if (!searched.ok) throw new Error(searched.failure.message);
  return searched.answer;
};
const search = async (...asked: Parameters<typeof answerTo>): Promise<readonly CorpusResult[]> =>
  (await answerTo(...asked)).results;
const found = async (query: string, more?: Partial<CorpusSearchRequest>): Promise<string[]> =>
  (await search(query, more)).map(({ url }) => url);

/** Who asks. */
const caller = { team: 'default' };

const page = (url: string, markdown: string, more: Partial<TestEnvelopeFacts> = {}): TestEnvelopeFacts => ({
  url,
  markdown,
  at: today,
  ...more,
});

describe('what was ingested is found', () => {
  test('by its words in any form, those of titles and headings first, with all that is known of it', async () => {
    await ingest([
      page('https://e.org/text', '# Other\n\nA mill has weirs and a gate, and more water than it needs.', {
        title: 'Other',
      }),
      page('https://e.org/title', '# The weir\n\nStones across a river.', {
        title: 'The weir',
        group: { name: 'mills', weight: 1 },
      }),
      page('https://e.org/none', '# Owls\n\nThey hunt at night.', { title: 'Owls' }),
    ]);
    const [first, second, ...none] = await search('weir');
    expect([first?.url, second?.url, none]).toEqual(['https://e.org/title', 'https://e.org/text', []]);
    expect(first).toMatchObject({
      title: 'The weir',
      section_path: ['The weir'],
      seen_at: '2026-11-22T12:00:00.000Z',
      also_at: [],
    });
    expect(Object.values(first?.metadata ?? {})).not.toContain(null);
    expect(first?.metadata).toMatchObject({
      source: 'https://e.org/title',
      source_url: 'https://e.org/title',
      status_code: 200,
      crawl_timestamp: '2026-11-22T12:00:00.000Z',
      internal_links_count: 1,
      external_links_count: 0,
      source_type: 'web_crawl',
      group: 'mills',
    });
    const [from, to] = second?.highlights[0] ?? [0, 0];
    expect(second?.text.slice(from, to)).toBe('weirs');
  });

  test('in a script without spaces', async () => {
    await ingest([
      page('https://e.org/ja', '# 水車小屋\n\n水車は川の水で回ります。', { title: '水車小屋' }),
      page('https://e.org/b', '# 車水\n\n水門と車庫。', { title: '車水' }),
    ]);
    expect((await found('水車'))[0]).toBe('https://e.org/ja');
    expect(await found('水車は')).toEqual(['https://e.org/ja']);
  });

  test(
    'where the filters hold: host with its subdomains, language, source, prefix with a quote in it, ' +
      'time',
    async () => {
      await ingest([
        page('https://e.org/a', 'weir one'),
        page('https://docs.e.org/b', 'weir two', { language: 'en-GB' }),
        page('https://note.org/c', 'weir three', { language: 'de', at: today - 5 * day }),
        page("https://f.org/it's/d", 'weir four', { source: 'mills' }),
      ]);
      const hosts = async (filters: CorpusSearchRequest['filters']): Promise<string[]> =>
        (await found('weir', { filters })).map((url) => new URL(url).host).toSorted();
      expect(await hosts({ site: 'e.org' })).toEqual(['docs.e.org', 'e.org']);
      expect(await hosts({ language: 'en', site: 'docs.e.org' })).toEqual(['docs.e.org']);
      expect(await hosts({ language: 'de' })).toEqual(['note.org']);
      expect(await hosts({ source: 'mills' })).toEqual(['f.org']);
      expect(await hosts({ urlPrefix: "https://f.org/it's/" })).toEqual(['f.org']);
      expect(await hosts({ urlPrefix: "https://' OR 1=1 --" })).toEqual([]);
      expect(await hosts({ before: today - day })).toEqual(['note.org']);
      expect(await hosts({ after: today })).toEqual(['docs.e.org', 'e.org', 'f.org']);
    },
  );

  test('once where pages have the same content, and once a page unless passages are asked for', async () => {
    const long = Array.from(
      { length: 3 },
      (_, at) => `## Weir ${at}\n\n${'The weir keeps the water. '.repeat(20)}`,
    ).join('\n\n');
    await ingest([page('https://e.org/a', long), page('https://e.org/b', long)]);
    const [only, ...more] = await search('weir');
    expect(more).toEqual([]);
    expect([only?.url, ...(only?.also_at ?? [])].toSorted()).toEqual(['https://e.org/a', 'https://e.org/b']);
    expect(await found('weir', { collapse: 'none' })).toHaveLength(6);
    expect(await found('weir', { collapse: 'none', limit: 2 })).toHaveLength(2);
  });
});

test('pages whose passages would fill the ranking leave room for the others', async () => {
  const section = (index: number): string => `## The number ${index}\n\n${`part${index} `.repeat(70)}`;
  const book = Array.from({ length: 300 }, (_, index) => section(index)).join('\n\n');
  const small = Array.from({ length: 12 }, (_, index) => `https://e.org/${index}`);
  await ingest([
    page('https://e.org/book', book, { title: 'Number' }),
    ...small.map((url, index) => page(url, `A number, and ${'much '.repeat(index * 3)}besides.`)),
  ]);
  expect(await found('number')).toEqual(['https://e.org/book', ...small.slice(0, 9)]);
  expect((await found('number', { limit: 100 })).toSorted()).toEqual(
    ['https://e.org/book', ...small].toSorted(),
  );
});

test('a corpus that was deleted holds nothing for the next search of who deleted it, at the same moment', async () => {
  await ingest([page('https://e.org/a', 'weir')]);
  const corpus = hold();
  expect(await corpus.count(null)).toMatchObject({ pages: 1 });
  await corpus.delete();
  expect([await corpus.count(null), await corpus.findVersion('https://e.org/a', null)]).toEqual([null, null]);
  await corpus.close();
});

test('parts of a page that a request chose do not stand for the page, unless a source chose them', async () => {
  const url = 'https://e.org/a';
  const later = { at: today, isSelection: true } as const;
  await ingest([page(url, '# Weir\n\nIt keeps the water.', { at: today - day, source: 'mills' })]);
  await ingest([page(url, '# Weir', later), page('https://e.org/b', 'weir', later)]);
  expect([await found('water'), await found('weir')]).toEqual([[url], [url]]);
  await ingest([page(url, '# Weir', { ...later, source: 'mills' })]);
  expect([await found('water'), await found('weir')]).toEqual([[], [url]]);
});

describe('a page that changed', () => {
  test('is found as it is, and as it was at a time before', async () => {
    const url = 'https://e.org/a';
    const long = (word: string): string =>
      `## Gate\n\n${'The gate stays. '.repeat(25)}\n\n## Level\n\n${`The ${word} is here. `.repeat(25)}`;
    await ingest([page(url, long('heron'), { at: today - 3 * day })]);
    const [gate] = await search('gate');
    await ingest([page(url, long('otter'), { at: today - day })]);
    expect(await found('heron')).toEqual([]);
    expect(await found('otter')).toEqual([url]);
    expect(await found('heron', { asOf: today - 2 * day })).toEqual([url]);
    expect(await found('otter', { asOf: today - 2 * day })).toEqual([]);
    expect(await found('heron', { asOf: today - 4 * day })).toEqual([]);
    // What did not change is the same passage.
    expect((await search('gate'))[0]?.passage_id).toBe(gate?.passage_id);
    expect((await search('gate'))[0]?.seen_at).toBe(new Date(today - day).toISOString());
  });

  test('is found as of each of its times, if all its envelopes come in one batch, the latest first', async () => {
    const url = 'https://e.org/a';
    const days = [
      page(url, 'the otter', { at: today - day }),
      page(url, 'the heron', { at: today - 5 * day }),
      page(url, '', { at: today - 3 * day, isDeleted: true }),
    ];
    expect(await ingest(days)).toEqual([]);
    const asOf = (days: number) => found('heron otter', { asOf: today - days * day });
    expect([await asOf(6), await asOf(4), await asOf(2), await asOf(0)]).toEqual([[], [url], [], [url]]);
    const [{ pages }] = told.map((detail) => JSON.parse(detail) as { pages: { outcome: string }[] }) as [
      { pages: { outcome: string }[] },
    ];
    expect(pages.map(({ outcome }) => outcome)).toEqual(['replaced', 'older', 'older']);
  });

  test('is forgotten in its old form when nobody may ask for it any more', async () => {
    const url = 'https://e.org/a';
    await ingest([page(url, 'the heron', { at: today - limits.corpusHistoryMs - 3 * day })]);
    await ingest([page(url, 'the otter', { at: today - limits.corpusHistoryMs - 2 * day })]);
    const corpus = hold();
    expect(await corpus.count(null)).toMatchObject({ pages: 1, passages: 1, past: 0 });
    await corpus.close();
  });

  test('and is gone leaves nothing, and no older version brings it back', async () => {
    const url = 'https://e.org/a';
    await ingest([page(url, 'the heron', { at: today - 3 * day })]);
    await ingest([page(url, '', { at: today - day, isDeleted: true })]);
    await ingest([page(url, 'the late heron', { at: today - 2 * day })]);
    expect(await found('heron')).toEqual([]);
    expect(await found('heron', { asOf: today - 2 * day })).toEqual([url]);
    await ingest([page(url, 'the heron is back', { at: today })]);
    expect(await found('heron')).toEqual([url]);
  });
});

describe('what a message brings', () => {
  test('an envelope that cannot be read comes again, and its neighbours are in', async () => {
    await put('staged/x/bad.json', '{"envelope_version":"7"}');
    await put('staged/x/text.json', 'no JSON');
    await put(`staged/x/${name}.json`, JSON.stringify(makeTestEnvelope(page('https://e.org/good', 'weir'))));
    const keys = ['staged/x/bad.json', `staged/x/${name}.json`, 'staged/x/text.json', 'staged/x/never.json'];
    const messages = [
      ...keys.map((key) => ({ id: key, body: eventOf(key) })),
      { id: 'noise', body: 'noise' },
    ];
    expect((await ingestEnvelopes(dependencies(), messages)).toSorted()).toEqual([
      'noise',
      'staged/x/bad.json',
      'staged/x/text.json',
    ]);
    expect(await found('weir')).toEqual(['https://e.org/good']);
    expect(logged.filter((event) => event === 'envelope cannot be read')).toHaveLength(2);
  });

  test('pages of scheduled runs alone, unless every job is taken; files that clients sent never', async () => {
    const pages = [
      page('https://e.org/adhoc', 'weir'),
      page('https://e.org/run', 'weir', { source: 'mills' }),
      page('https://e.org/file', 'weir', { source: 'mills', tier: 'upload' }),
    ];
    await ingest(pages, 'scheduled');
    expect(await found('weir')).toEqual(['https://e.org/run']);
  });

  test('is told of on the event bus, page by page, again when the message comes again', async () => {
    const one = page('https://e.org/a', 'weir');
    await ingest([one]);
    await ingest([one]);
    const pages = told.map(
      (detail) => (JSON.parse(detail) as { pages: { outcome: string; passages: number }[] }).pages[0],
    );
    expect(pages).toMatchObject([
      { outcome: 'replaced', passages: 1 },
      { outcome: 'unchanged', passages: 1 },
    ]);
  });

  test('an envelope that waited is kept as long as one that was written now; others are not touched', async () => {
    const puts: string[] = [];
    const counting = s3Client(cloud.url);
    counting.middlewareStack.add(
      (next, context) => (call) => {
        const { Bucket, Key } = call.input as { Bucket: string; Key: string };
        if (context.commandName === 'PutObjectCommand' && Bucket === 'envelopes') puts.push(Key);
        return next(call);
      },
      { step: 'initialize', name: 'puts' },
    );
    const keys = ['late', 'old', 'soon', 'gone'].map((each) => `staged/${name}/${each}.json`);
    const [late = '', old = '', soon = ''] = keys;
    const written = Date.now();
    const later = written + 2 * 3_600_000;
    const texts: [string, TestEnvelopeFacts][] = [
      [late, page('https://e.org/a', 'weir', { at: written })],
      [old, page('https://e.org/a', 'weir before', { at: written - 1 })],
      [soon, page('https://e.org/b', 'weir', { at: later })],
    ];
    for (const [key, facts] of texts) await put(key, JSON.stringify(makeTestEnvelope(facts)));
    const waiting = {
      ...dependencies(),
      envelopes: { client: counting, bucket: 'envelopes' },
      now: () => later,
    };
    const message = { id: 'm', body: { reindex: 'keys', keys } };
    expect(await ingestEnvelopes(waiting, [message])).toEqual([]);
    expect(puts.toSorted()).toEqual([late, old]);
    counting.destroy();
  });

  test('keys of a message that comes again are sent one by one, so that one of them takes no other along', async () => {
    const keys = ['staged/x/1.json', 'staged/x/2.json', 'staged/x/3.json'];
    const message = { id: 'k', body: { v: 1, reindex: 'keys', keys }, redelivered: true };
    expect(await ingestEnvelopes(dependencies(), [message])).toEqual([]);
    const { Messages = [] } = await queue.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
    );
    const sent = Messages.map(({ Body }) => (JSON.parse(Body ?? '{}') as { keys: string[] }).keys);
    expect(sent.toSorted()).toEqual(keys.map((key) => [key]));
    for (const { ReceiptHandle } of Messages)
      await queue.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
  });

  test('suspects for which an invocation has no time are sent anew, and have lost nothing', async () => {
    const urls = ['a', 'b', 'c', 'd'].map((each) => `https://e.org/${each}`);
    const messages = [];
    for (const [at, url] of urls.entries()) {
      const key = `staged/${name}/late-${at}.json`;
      await put(key, JSON.stringify(makeTestEnvelope(page(url, `weir ${at}`))));
      messages.push({ id: `m${at}`, body: eventOf(key), receives: limits.ingestReceivesMax });
    }
    // Each look at the clock is ten seconds later: the first group is in when the time that is left is kept.
    let seconds = 0;
    const slow = { ...dependencies(), now: () => today + (seconds += 10) * 1_000 };
    expect(await ingestInGroups(slow, messages, limits.ingestReserveMs)).toEqual([]);
    const bodies: unknown[] = [];
    for (;;) {
      const { Messages = [] } = await queue.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) break;
      for (const { Body, ReceiptHandle } of Messages) {
        bodies.push(JSON.parse(Body ?? 'null'));
        await queue.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
      }
    }
    expect(bodies).toHaveLength(3);
    const again = bodies.map((body, at) => ({ id: `n${at}`, body, receives: 1 }));
    expect(await ingestInGroups(dependencies(), again, limits.ingestReserveMs)).toEqual([]);
    expect((await found('weir')).toSorted()).toEqual(urls);
  });

  test('what one commit cannot take is sent anew, one by one, and nothing of it is lost', async () => {
    const keys = Array.from(
      { length: limits.ingestEnvelopesMax + 3 },
      (_, at) => `staged/${name}/many-${at}.json`,
    );
    const last = keys.at(-1) ?? '';
    await put(last, JSON.stringify(makeTestEnvelope(page('https://e.org/last', 'weir'))));
    const messages = [{ id: 'many', body: { reindex: 'keys', keys } }];
    expect(await ingestEnvelopes(dependencies(), messages)).toEqual([]);
    const { Messages = [] } = await queue.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
    );
    const again = Messages.map(({ Body }, at) => ({
      id: `n${at}`,
      body: JSON.parse(Body ?? 'null') as unknown,
    }));
    for (const { ReceiptHandle } of Messages)
      await queue.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
    expect(again.flatMap(({ body }) => (body as { keys: string[] }).keys).toSorted()).toEqual(
      keys.slice(-3).toSorted(),
    );
    await ingestEnvelopes(dependencies(), again);
    expect(await found('weir')).toEqual(['https://e.org/last']);
  });

  test('a listing names the envelopes that lie there to the queue, all of them', async () => {
    const listing = dependencies();
    for (let at = 0; at < limits.reindexKeysPerMessage + 2; at += 1)
      await put(`staged/list-${name}/${String(at).padStart(3, '0')}.json`, '{}');
    await ingestEnvelopes(listing, [{ id: 'l', body: { reindex: 'list', prefix: `staged/list-${name}/` } }]);
    const keys: string[] = [];
    for (;;) {
      const { Messages = [] } = await queue.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }),
      );
      if (Messages.length === 0) break;
      for (const { Body } of Messages) keys.push(...(JSON.parse(Body ?? '{}') as { keys: string[] }).keys);
    }
    expect(new Set(keys).size).toBe(limits.reindexKeysPerMessage + 2);
  });
});

describe('what can go wrong', () => {
  test('two writers at once: both are in', async () => {
    await Promise.all([
      ingest([page('https://e.org/a', 'weir')]),
      ingest([page('https://e.org/b', 'weir too')]),
      ingest([page('https://e.org/c', 'weir as well')]),
    ]);
    expect((await found('weir')).toSorted()).toEqual([
      'https://e.org/a',
      'https://e.org/b',
      'https://e.org/c',
    ]);
  });

  test('a store that is down: all messages come again, and a search says so', async () => {
    const down = s3Client('http://127.0.0.1:9');
    const corpus = hold(down);
    await put(`staged/x/${name}.json`, JSON.stringify(makeTestEnvelope(page('https://e.org/a', 'weir'))));
    const message = { id: 'm', body: eventOf(`staged/x/${name}.json`) };
    await expect(ingestEnvelopes({ ...dependencies(), corpusOf: () => corpus }, [message])).rejects.toThrow();
    const searched = await searchCorpus({ corpus, name, now: () => today, log: () => {} }, { query: 'weir' });
    expect(searched).toMatchObject({ ok: false, failure: { code: 'CORPUS_UNAVAILABLE' } });
    await ingestEnvelopes(dependencies(), [message]);
    expect(await found('weir')).toEqual(['https://e.org/a']);
    down.destroy();
  });

  test('a corpus of another schema is refused with what to do, and not written over', async () => {
    await objects.send(new PutObjectCommand({ Bucket: 'corpora', Key: corpusKey(name), Body: '' }));
    await expect(ingest([page('https://e.org/a', 'weir')])).rejects.toThrow(
      /expected schema \d+, found 0\. Delete it/,
    );
  });

  test('a corpus that nothing came into yet answers nothing, and says so', async () => {
    const searched = await searchCorpus(
      { corpus: hold(), name, now: () => today, log: () => {} },
      { query: 'weir' },
    );
    expect(searched).toEqual({
      ok: true,
      answer: { results: [], warnings: ['The corpus holds no page yet'] },
    });
  });

  test('a sandbox leaves no file behind', () => {
    expect(tmpdir()).toBe(sandboxFolder);
    expect(readdirSync(sandboxFolder)).toEqual([]);
  });

  test.each([
    [{}, /query/],
    [{ query: ' ' }, /expected words to look for/],
    [{ query: 'x'.repeat(1_000_000) }, /2000/],
    [{ query: 'x', limit: 0 }, /limit/],
    [{ query: 'x', limit: 101 }, /limit/],
    [{ query: 'x', asOf: '2026-13-45' }, /asOf: expected a date of the calendar, found "2026-13-45"$/],
    [{ query: 'x', asOf: '2026-02-30' }, /asOf: expected a date of the calendar, found "2026-02-30"/],
    [{ query: 'x', asOf: '2025-02-29T12:00:00+01:00' }, /asOf: expected a date of the calendar/],
    [{ query: 'x', filters: { site: 'http://' } }, /filters.site: expected a host such as .* found "http:/],
    [{ query: 'x', filters: { site: 'a b' } }, /filters.site: expected a host such as/],
    [{ query: 'x', mode: 'magic' }, /mode/],
    [{ query: 'x', filters: { after: 'soon' } }, /filters.after/],
    [
      { query: 'x', filters: { after: '2026-11-02', before: '2026-11-02' } },
      /filters: expected a time in `after`/,
    ],
    [{ query: 'x', filters: { urlPrefix: 'e.org/a' } }, /filters.urlPrefix: expected the beginning of a URL/],
  ])('a request that is not understood is refused by name: %o', (body, message) => {
    const parsed = parseCorpusSearch(body);
    expect(parsed.ok ? '' : parsed.failure.message).toMatch(message);
  });

  test.each([
    [{ query: 'weir' }, 'other', 404, 'CORPUS_NOT_FOUND'],
    [{ query: '' }, null, 400, 'BAD_REQUEST'],
    [{ query: '?!' }, null, 200, undefined],
    [{ query: 'x'.repeat(1_000_000) }, null, 400, 'BAD_REQUEST'],
    [{ query: 'weir', mode: 'vector' }, null, 422, 'EMBEDDER_NOT_CONFIGURED'],
    [{ query: "it's a 'weir'; DROP TABLE", filters: { urlPrefix: "https://'" } }, null, 200, undefined],
  ])('is answered by the API with a code: %o of the corpus %s', async (body, other, status, code) => {
    const answer = await corpusHandlers.search({ ...dependencies(), log: () => {} }, {
      caller,
      parameters: { name: other ?? name },
      body: JSON.stringify(body),
    } as unknown as HttpRequest);
    const said = JSON.parse(answer.body) as { code?: string; error?: string };
    expect([answer.statusCode, said.code]).toEqual([status, code]);
    expect((said.error ?? '').length).toBeLessThan(400);
  });

  test('of a store that is down is answered with a code by every route', async () => {
    const down = s3Client('http://127.0.0.1:9');
    const corpus = hold(down);
    const query = { url: 'https://e.org/a', since: '2026-11-01' };
    const request = {
      caller,
      parameters: { name },
      query,
      body: '{"query":"weir"}',
    } as unknown as HttpRequest;
    const { search: find, stats, page: read, changes, remove } = corpusHandlers;
    for (const handler of [find, stats, read, changes, remove]) {
      const answer = await handler({ ...dependencies(), corpusOf: () => corpus, log: () => {} }, request);
      const { code } = JSON.parse(answer.body) as { code?: string };
      expect([answer.statusCode, code]).toEqual([503, 'CORPUS_UNAVAILABLE']);
    }
    const queue = { client: sqsClient('http://127.0.0.1:9'), url: 'http://127.0.0.1:9/1/ingest' };
    const again = await corpusHandlers.reindex({ ...dependencies(), queue, log: () => {} }, request);
    expect([again.statusCode, again.body]).toEqual([503, expect.stringContaining('CORPUS_UNAVAILABLE')]);
    queue.client.destroy();
    down.destroy();
    // The corpus answers, and the bucket of its envelopes does not.
    await ingest([page('https://e.org/a', 'weir')]);
    const away = s3Client('http://127.0.0.1:9');
    const answer = await read(
      { ...dependencies(), envelopes: { client: away, bucket: 'envelopes' }, log: () => {} },
      request,
    );
    expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('CORPUS_UNAVAILABLE')]);
    away.destroy();
  });

  test('a day alone is its end as of which a corpus is seen, and its beginning at the edge of a span', () => {
    const parsed = parseCorpusSearch({
      query: 'weir',
      asOf: '2026-11-22',
      filters: { after: '2026-11-22', before: '2026-11-23' },
    });
    const begins = Date.parse('2026-11-22T00:00:00Z');
    expect(parsed).toMatchObject({
      value: {
        asOf: Date.parse('2026-11-22T23:59:59.999Z'),
        filters: { after: begins, before: begins + 24 * 60 * 60_000 },
      },
    });
  });

  test('a span that ends before it begins is refused with both as times', () => {
    const filters = { after: '2026-12-02', before: '2026-12-01' };
    const parsed = parseCorpusSearch({ query: 'weir', filters });
    const found = 'found 2026-12-02T00:00:00.000Z and 2026-12-01T00:00:00.000Z';
    expect(parsed.ok ? '' : parsed.failure.message).toContain(found);
  });

  test.each([
    ['2026-11-22', 'Searched as of 2026-11-22T23:59:59.999Z: a day alone is its end, in UTC'],
    ['2026-11-22T08:30:00Z', 'Searched as of 2026-11-22T08:30:00.000Z'],
  ])('a search that finds nothing as of a time says so: %s', async (asOf, warning) => {
    await ingest([page('https://e.org/a', 'weir', { at: today + day })]);
    const parsed = parseCorpusSearch({ query: 'weir', asOf });
    const request = parsed.ok ? parsed.value : { query: '' };
    const corpus = hold();
    const searched = await searchCorpus({ corpus, name, now: () => today, log: () => {} }, request);
    expect(searched).toMatchObject({ answer: { results: [], warnings: [warning] } });
    await corpus.close();
  });

  test.each([
    ['HTTP://E.org:8080/a?b', 'e.org:8080'],
    ['E.org', 'e.org'],
    ['e.org/', 'e.org'],
    ['e.org./a', 'e.org'],
    ['e.org.:8080', 'e.org:8080'],
    ['https://e.org:443', 'e.org'],
    ['e.org:443', 'e.org'],
    ['*.e.org', 'e.org'],
    ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
    ['münchen.example:8080/a', 'xn--mnchen-3ya.example:8080'],
    ['127.0.0.1:4000', '127.0.0.1:4000'],
    ['1', '0.0.0.1'],
    ['[::1]', '[::1]'],
  ])('a site is a host in any spelling, also where its address is given: %s', (site, host) => {
    const parsed = parseCorpusSearch({ query: 'x', filters: { site } });
    expect(parsed.ok ? parsed.value.filters?.site : parsed.failure).toBe(host);
  });

  test('a site is found by any spelling of its host, and an address by numbers as a whole', async () => {
    await ingest([
      page('https://xn--mnchen-3ya.example/a', 'weir', { language: 'de' }),
      page('http://127.0.0.1:4000/b', 'weir'),
    ]);
    const on = async (filters: object): Promise<string[]> => {
      const parsed = parseCorpusSearch({ query: 'weir', filters });
      if (!parsed.ok) throw new Error(parsed.failure.message);
      return (await found('weir', parsed.value)).map((each) => new URL(each).hostname);
    };
    for (const site of ['München.example', 'https://münchen.example/x', 'xn--mnchen-3ya.example.'])
      expect([site, await on({ site })]).toEqual([site, ['xn--mnchen-3ya.example']]);
    expect(await on({ site: '127.0.0.1' })).toEqual(['127.0.0.1']);
    for (const site of ['1', '0.1', '0.0.1']) expect([site, await on({ site })]).toEqual([site, []]);
    for (const language of ['DE', 'de-AT', 'de_AT'])
      expect([language, await on({ language })]).toEqual([language, ['xn--mnchen-3ya.example']]);
  });

  test('what a query says that has no effect is told', async () => {
    await ingest([page('https://e.org/a', 'weir')]);
    const ask = async (handler: 'page' | 'changes' | 'stats', query: object): Promise<unknown> => {
      const request = { caller, parameters: { name }, query } as unknown as HttpRequest;
      const answer = await corpusHandlers[handler]({ ...dependencies(), log: () => {} }, request);
      return (JSON.parse(answer.body) as { warning?: string }).warning;
    };
    const as_of = '2026-01-01';
    const ignored = 'These keys were accepted and have no effect here: as_of';
    expect(await ask('page', { url: 'https://e.org/a', as_of })).toBe(ignored);
    expect(await ask('changes', { since: '2026-11-01', as_of })).toBe(ignored);
    expect(await ask('stats', { as_of })).toBe(ignored);
    expect(await ask('page', { url: 'https://e.org/a' })).toBeUndefined();
  });

  test('a search of a source of which the corpus holds no page says so', async () => {
    await ingest([page('https://e.org/a', 'weir', { source: 'guide' })]);
    const corpus = hold();
    const warned = async (query: string, source: string) => {
      const request = { query, filters: { source } };
      const searched = await searchCorpus({ corpus, name, now: () => today, log: () => {} }, request);
      return searched.ok ? searched.answer.warnings : [];
    };
    expect(await warned('weir', 'giude')).toEqual(['The corpus holds no page of the source giude']);
    expect([await warned('weir', 'guide'), await warned('quokka', 'guide')]).toEqual([[], []]);
    await corpus.close();
  });

  test('words beyond those that count are told of', async () => {
    await ingest([page('https://e.org/a', 'weir')]);
    const query = ['weir', ...Array.from({ length: limits.corpusQueryWordsMax }, (_, at) => `w${at}`)].join(
      ' ',
    );
    const corpus = hold();
    const warned = async (asked: string) => {
      const request = { query: asked };
      const searched = await searchCorpus({ corpus, name, now: () => today, log: () => {} }, request);
      return searched.ok ? searched.answer.warnings : [];
    };
    expect(await warned(query)).toEqual(['The query has 33 words: the first 32 were searched']);
    expect(await warned('weir')).toEqual([]);
    await corpus.close();
  });

  test('changes are listed to the last one, by cursor', async () => {
    await ingest(['a', 'b', 'c'].map((each) => page(`https://e.org/${each}`, each)));
    const list = async (more: object) => {
      const query = { since: '2026-11-01', limit: '2', ...more };
      const request = { caller, parameters: { name }, query } as unknown as HttpRequest;
      const { statusCode, body } = await corpusHandlers.changes(
        { ...dependencies(), log: () => {} },
        request,
      );
      const answer = JSON.parse(body) as {
        data?: { url: string }[];
        remaining: number;
        cursor: string | null;
      };
      return { ...answer, statusCode, urls: answer.data?.map(({ url }) => url) };
    };
    const first = await list({});
    expect(first).toMatchObject({ urls: ['https://e.org/a', 'https://e.org/b'], remaining: 1 });
    const second = await list({ cursor: first.cursor });
    expect(second).toMatchObject({ urls: ['https://e.org/c'], remaining: 0, cursor: null });
    for (const cursor of ['', 'elsewhere', Buffer.from('7 a\0b').toString('base64url')])
      expect(await list({ cursor })).toMatchObject({
        statusCode: 400,
        error: expect.stringContaining('cursor: expected the cursor of an earlier answer') as string,
      });
    // Behind a place of another `since`, pages may be missing; a place that was cut is another one.
    const cut = String(first.cursor).replace(/.(?=\.)/, '');
    for (const other of [{ since: '2999-01-01', cursor: first.cursor }, { cursor: cut }])
      expect(await list(other)).toMatchObject({ statusCode: 400, code: 'CURSOR_UNKNOWN' });
  });

  test('a number that is none is told as what it is', async () => {
    const request = { caller, parameters: { name }, query: { since: '2026-11-01', limit: 'abc' } };
    const answer = await corpusHandlers.changes(
      { ...dependencies(), log: () => {} },
      request as unknown as HttpRequest,
    );
    expect(JSON.parse(answer.body)).toMatchObject({
      error: 'Cannot accept the request: limit: expected a number, found no number',
    });
  });

  test('a search by meaning is refused where there is no embedder', async () => {
    await ingest([page('https://e.org/a', 'weir')]);
    await expect(search('weir', { mode: 'vector' })).rejects.toThrow(/no embedder is set up/);
  });

  test.each(['🎣', '?!', '👩‍🚀 ❤️'])(
    'a query without a word finds nothing, and says why: %s',
    async (query) => {
      await ingest([page('https://e.org/a', `weir ${query}`)]);
      for (const mode of ['auto', 'lexical'] as const) {
        const { results, warnings } = await answerTo(query, { mode });
        expect([results, warnings]).toEqual([
          [],
          ['The query has no word: signs and emoji are found by meaning alone, with an embedder'],
        ]);
      }
    },
  );

  test('a search that finds nothing of a group of hosts says which pages were searched', async () => {
    await ingest([page('https://e.org/a', 'weir')]);
    const { warnings } = await answerTo('weir', { filters: { group: 'mills' } });
    expect(warnings).toEqual([
      'Only pages of the group mills were searched: of hosts (docs/hosts.md), not of a manifest',
    ]);
  });
});

describe('a search of Firecrawl’s clients', () => {
  const spec = (more: object) => {
    const parsed = parseSearchRequest({ query: 'weir', ...more }, 'v2');
    if (!parsed.ok) throw new Error(parsed.failure.message);
    return parsed.value;
  };
  /** What is asked of the function that has the corpus, as its route answers it. */
  let asked: unknown[] = [];
  const own = async (more: object, isThere = true) => {
    asked = [];
    const corpus = hold();
    const ask: AskOwnApi = async (_method, path, body) => {
      asked.push(body);
      const request = { caller, parameters: { name: path.split('/')[3] }, body: JSON.stringify(body) };
      const answer = await corpusHandlers.search(
        { ...dependencies(), corpusOf: () => corpus, log: () => {} },
        request as unknown as HttpRequest,
      );
      return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown };
    };
    const found = await searchOwnPages(ask, isThere ? name : undefined, spec(more), () => today);
    await corpus.close();
    return found;
  };
  const refusal = (found: Awaited<ReturnType<typeof own>>): unknown =>
    found.ok ? null : [found.refused.statusCode, (JSON.parse(found.refused.body) as { code: string }).code];

  test('finds own pages as results of the web, on the domains that are asked for', async () => {
    await ingest([
      page('https://e.org/a', 'weir', { title: 'A' }),
      page('https://docs.f.org/b', 'weir and water', { title: 'B' }),
    ]);
    const sources = [`corpus:${name}`];
    expect(await own({ sources })).toMatchObject({
      ok: true,
      results: [
        { url: 'https://e.org/a', title: 'A', position: 1, description: 'weir' },
        { url: 'https://docs.f.org/b', title: 'B', position: 2, description: 'weir and water' },
      ],
    });
    expect(await own({ sources, includeDomains: ['f.org'] })).toMatchObject({
      results: [{ url: 'https://docs.f.org/b', position: 1 }],
    });
    expect(await own({ sources, excludeDomains: ['f.org'] })).toMatchObject({
      results: [{ url: 'https://e.org/a' }],
    });
    expect(await own({ sources: [{ type: `corpus:${name}` }], limit: 1 })).toMatchObject({
      results: [{ position: 1 }],
    });
    expect(await own({ sources: ['web'] })).toEqual({ ok: true, results: [], warnings: [] });
  });

  test('finds a page on the domain that is asked for, also if pages elsewhere have its content', async () => {
    await ingest([
      page('https://e.org/a', 'weir', { title: 'A' }),
      page('https://f.org/b', 'weir', { title: 'A' }),
    ]);
    const sources = [`corpus:${name}`];
    for (const [domains, url] of [
      [{ includeDomains: ['f.org'] }, 'https://f.org/b'],
      [{ includeDomains: ['E.org'] }, 'https://e.org/a'],
      [{ excludeDomains: ['e.org'] }, 'https://f.org/b'],
      [{ excludeDomains: ['f.org'] }, 'https://e.org/a'],
    ] as const)
      expect([domains, await own({ sources, ...domains })]).toMatchObject([domains, { results: [{ url }] }]);
  });

  test('of a corpus that is not there is refused by name', async () => {
    expect(refusal(await own({ sources: ['corpus:other'] }))).toEqual([404, 'CORPUS_NOT_FOUND']);
    expect(refusal(await own({ sources: [`corpus:${name}`, 'corpus:other'] }))).toEqual([
      404,
      'CORPUS_NOT_FOUND',
    ]);
    expect(refusal(await own({ sources: ['corpus:main'] }, false))).toEqual([404, 'CORPUS_NOT_FOUND']);
    expect(asked).toEqual([]);
  });

  test('is by words and meaning as the corpus can, or as is said, and refused as there', async () => {
    await ingest([page('https://e.org/a', 'weir')]);
    await own({ sources: [`corpus:${name}`], tbs: 'qdr:w', lang: 'en' });
    expect(asked).toEqual([
      { query: 'weir', limit: 10, filters: { after: '2026-11-15T12:00:00.000Z', language: 'en' } },
    ]);
    const meaning = { sources: [{ type: `corpus:${name}`, mode: 'vector' }] };
    expect(refusal(await own(meaning))).toEqual([422, 'EMBEDDER_NOT_CONFIGURED']);
    expect(asked).toEqual([{ query: 'weir', limit: 10, mode: 'vector', filters: {} }]);
    expect(await own({ query: '?!', sources: [`corpus:${name}`] })).toMatchObject({ ok: true, results: [] });
  });

  test('has own pages before those of the web, each address once', () => {
    const result = (url: string) => ({ url, title: url, position: 9 });
    expect(mixResults([result('a'), result('b')], [result('b'), result('c')])).toEqual([
      { ...result('a'), position: 1 },
      { ...result('b'), position: 2 },
      { ...result('c'), position: 3 },
    ]);
  });
});

describe('pages of a corpus', () => {
  const url = "https://e.org/it's";
  const reading = () => ({
    corpus: hold(),
    name,
    now: () => today,
    log: () => {},
    envelopes: { client: objects, bucket: 'envelopes' },
  });

  test('are read as they are and as they were, and not where they are gone or were not yet', async () => {
    await ingest([page(url, '# One\n\nold', { at: today - 3 * day })]);
    await ingest([page(url, '# One\n\nnew', { at: today - 2 * day })]);
    const at = async (asOf: number | null) => {
      const read = await readPageVersion(reading(), url, asOf);
      return read.ok ? read.page.markdown : read.failure.code;
    };
    expect(await at(null)).toBe('# One\n\nnew');
    expect(await at(today - 2.5 * day)).toBe('# One\n\nold');
    expect(await at(today - 4 * day)).toBe('PAGE_NOT_FOUND');
    await ingest([page(url, '', { at: today - day, isDeleted: true })]);
    expect(await at(null)).toBe('PAGE_NOT_FOUND');
    expect(await at(today - 2 * day)).toBe('# One\n\nnew');
  });

  test('are read by any spelling of their address that the crawler takes for the same', async () => {
    const [root, deep] = ['https://e.org/', 'https://e.org/A~b?x=1'];
    await ingest([page(root, 'root'), page(deep, 'deep')]);
    const read = async (asked: string) => {
      const answer = await readPageVersion(reading(), asked, null);
      return answer.ok ? answer.page.url : answer.failure.code;
    };
    for (const asked of ['https://e.org', 'HTTPS://E.org/#x', 'https://e.org:443/', 'https://e.org./'])
      expect([asked, await read(asked)]).toEqual([asked, root]);
    for (const asked of [`${deep}#x`, 'https://e.org/A%7eb?utm_source=y&x=1'])
      expect([asked, await read(asked)]).toEqual([asked, deep]);
    for (const asked of ['https://e.org/A~b', 'no address', 'https://e.org/a~b?x=1'])
      expect([asked, await read(asked)]).toEqual([asked, 'PAGE_NOT_FOUND']);
  });

  test('are listed where they changed since a time, newest first, and counted by source', async () => {
    await ingest([
      page('https://e.org/a', 'a', { at: today - 3 * day, source: 'mills' }),
      page('https://e.org/b', 'b', { at: today - 2 * day }),
      page('https://e.org/c', 'c', { at: today - 4 * day }),
    ]);
    await ingest([page('https://e.org/c', '', { at: today - day, isDeleted: true })]);
    const listed = await listChangedPages(reading(), { since: today - 2.5 * day, count: 10 });
    expect(
      listed.ok ? listed.changed.pages.map(({ url: of, state }) => [of, state]) : listed.failure,
    ).toEqual([
      ['https://e.org/c', 'deleted'],
      ['https://e.org/b', 'live'],
    ]);
    const corpus = hold();
    expect(await corpus.count(null)).toMatchObject({ pages: 2, deleted: 1, passages: 2, past: 1 });
    expect(await corpus.count('mills')).toMatchObject({
      pages: 1,
      deleted: 0,
      passages: 1,
      newest: today - 3 * day,
    });
    expect(await corpus.count('none')).toMatchObject({ pages: 0, passages: 0, newest: null });
    await corpus.close();
  });
});
