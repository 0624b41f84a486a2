import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newJob } from '../../lib/job/new-job.ts';
import { jobKey } from '../../lib/keys/table-keys.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';
import type { ModelSettings } from '../../lib/extract/llm/model-settings.ts';
import { chooseEmbedder } from '../../lib/ingest/embed/choose-embedder.ts';
import type { CorpusSearchRequest } from '../../lib/request/corpus-search-request.ts';
import { createEmbedder, type Embedder } from '../../lib/steps/embed-texts/create-embedder.ts';
import { ingestEnvelopes } from '../../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { searchCorpus } from '../../lib/steps/search-corpus/search-corpus.ts';
import { holdCorpus } from '../../lib/store/corpus/hold-corpus.ts';
import type { EventBus } from '../../lib/store/corpus/put-page-events.ts';
import { openSqliteStore } from '../../lib/store/corpus/sqlite-store.ts';
import { getJobItem } from '../../lib/store/jobs/get-job.ts';
import { putExtractSpec } from '../../lib/store/jobs/extract-specs.ts';
import { completeSpec } from '../../lib/request/extract-spec.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { s3Client } from '../conformance/cloud-under-test.ts';
import { startFakeEmbedder, type FakeEmbedder } from '../harness/fake-embedder.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { makeTestEnvelope, type TestEnvelopeFacts } from './envelope.ts';
import { completeScrapeOptions } from '../../lib/request/scrape-options.ts';
import { testLease } from './test-lease.ts';

const today = Date.parse('2026-11-22T12:00:00Z');
const dimensions = 64;

let cloud: Cloud;
let folder: string;
let objects: ReturnType<typeof s3Client>;
let server: FakeEmbedder;
let testTable: TestTable;
let table: TestTable['table'];
let logged: Record<string, unknown>[] = [];
let names = 0;
let name: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-embedding-test-'));
  cloud = await startCloud({ dataDir: folder });
  objects = s3Client(cloud.url);
  for (const Bucket of ['envelopes', 'corpora']) await objects.send(new CreateBucketCommand({ Bucket }));
  server = await startFakeEmbedder();
  testTable = await startTestTable();
  ({ table } = testTable);
});
afterAll(async () => {
  objects.destroy();
  await server.close();
  await testTable.stop();
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  names += 1;
  name = `embedded-${names}`;
  logged = [];
  delayed = [];
  server.set({ dimensions });
});

const settings = (more: Partial<ModelSettings> = {}): ModelSettings => ({
  providers: { fake: { baseUrl: server.url } },
  prices: { 'fake-embedder': { input: 1, output: 0 } },
  embedder: { provider: 'fake', model: 'fake-embedder', dimensions, textsMax: 4 },
  ...more,
});

const embedderOf = (more?: Partial<ModelSettings>, keys: readonly string[] = ['key']): Embedder => {
  const choice = chooseEmbedder(settings(more));
  if (choice === null) throw new Error('expected an embedder');
  return createEmbedder(choice, {
    readKeys: () => Promise.resolve({ fake: keys }),
    bedrock: () => {
      throw new Error('expected no call to Bedrock');
    },
    sleep: () => Promise.resolve(),
    random: seededRandom(1),
  });
};

/** What is sent to the own queue. */
let delayed: { readonly body: unknown; readonly delaySeconds: number | undefined }[] = [];
const queue = {
  send: ({ input }: SendMessageBatchCommand) => {
    for (const { MessageBody, DelaySeconds } of input.Entries ?? [])
      delayed.push({ body: JSON.parse(MessageBody ?? ''), delaySeconds: DelaySeconds });
    return Promise.resolve({});
  },
} as unknown as SQSClient;

/** Puts the job of all pages here anew: it has spent nothing. */
const putJobOf = async (id: string, order?: string): Promise<void> => {
  const scrape = completeScrapeOptions({});
  const request = { url, scrape, ...(order === undefined ? {} : { extract: { order } }) };
  const job = newJob({ id, kind: 'batch', team: 'default', request, limit: 10, now: today });
  await table.documents.send(new PutCommand({ TableName: table.name, Item: { ...jobKey(id), ...job } }));
};

const hold = () => {
  const corpora = { client: objects, bucket: 'corpora' };
  return openSqliteStore(
    holdCorpus(corpora, name, { now: () => today, commitTriesMax: 4, lease: testLease }),
    corpora,
    name,
  );
};

const ingest = async (
  pages: readonly (TestEnvelopeFacts & { readonly key?: string })[],
  embedder: Embedder | null = embedderOf(),
): Promise<void> => {
  const keys: string[] = [];
  for (const [at, page] of pages.entries()) {
    const key = page.key ?? `staged/${name}/${page.at}-${at}-${encodeURIComponent(page.url)}.json`;
    const envelope = makeTestEnvelope(page);
    await objects.send(
      new PutObjectCommand({ Bucket: 'envelopes', Key: key, Body: JSON.stringify(envelope) }),
    );
    keys.push(key);
  }
  const corpus = hold();
  const events = { send: () => Promise.resolve({ FailedEntryCount: 0 }) } as unknown as EventBus;
  const log = (message: string, details: Record<string, unknown>): void =>
    void logged.push({ message, ...details });
  try {
    await ingestEnvelopes(
      {
        envelopes: { client: objects, bucket: 'envelopes' },
        corpusOf: () => corpus,
        embedding: embedder === null ? null : { embedder, table, log },
        name,
        stack: 'Gleaner',
        takes: 'all',
        queue: { client: queue, url: 'ingest' },
        events,
        now: () => today,
        log,
      },
      [{ id: 'm', body: { reindex: 'keys', keys } }],
    );
  } finally {
    await corpus.close();
  }
};

const search = async (query: string, more: Partial<CorpusSearchRequest> = {}, embedder?: Embedder) => {
  const corpus = hold();
  try {
    return await searchCorpus(
      { corpus, embedder, name, now: () => today, log: () => {} },
      { query, ...more },
    );
  } finally {
    await corpus.close();
  }
};
const urlsOf = (searched: Awaited<ReturnType<typeof search>>): string[] => {
  if (!searched.ok) throw new Error(searched.failure.message);
  return searched.answer.results.map(({ url }) => url);
};

/** Texts that the server is asked for while something is done. */
const asked = async (act: () => Promise<unknown>): Promise<string[]> => {
  const before = server.texts.length;
  await act();
  return server.texts.slice(before);
};

const section = (heading: string, text: string): string => `## ${heading}\n\n${`${text} `.repeat(70)}`;
const url = 'https://e.org/mill';

describe('what is embedded', () => {
  test('is a passage with its place, and a page that is seen again, moved or told of twice costs nothing', async () => {
    const markdown = ['# Mill', section('Weir', 'stone'), section('Wheel', 'oak')].join('\n\n');
    const page = { url, at: today, markdown, title: 'Mill' };
    const first = await asked(() => ingest([page]));
    expect(first).toHaveLength(2);
    expect(first[0]?.split('\n')[0]).toBe('Mill › Weir');
    expect(await asked(() => ingest([page]))).toEqual([]);
    expect(await asked(() => ingest([{ ...page, at: today + 1 }]))).toEqual([]);
    expect(await asked(() => ingest([{ ...page, url: 'https://e.org/moved', at: today + 2 }]))).toEqual([]);
    expect(await asked(() => ingest([{ ...page, at: today + 3, isDeleted: true, markdown: '' }]))).toEqual(
      [],
    );
    // What it was before is still in the history, so it comes back for nothing.
    expect(await asked(() => ingest([{ ...page, at: today + 4 }]))).toEqual([]);
  });

  test('of a page with n passages of which k changed: k, and two at most around them', async () => {
    const random = seededRandom(11);
    const number = (below: number): number => Math.floor(random() * below);
    for (let round = 0; round < 8; round += 1) {
      const count = 4 + number(8);
      const texts = Array.from({ length: count }, (_, at) => `text${round}x${at}`);
      const markdown = (): string =>
        ['# Mill', ...texts.map((text, at) => section(`Part ${at}`, text))].join('\n\n');
      const at = today + round * 10;
      const page = { url: `${url}/${round}`, title: 'Mill' };
      expect(await asked(() => ingest([{ ...page, at, markdown: markdown() }]))).toHaveLength(count);
      const changed = new Set(Array.from({ length: 1 + number(3) }, () => number(count)));
      for (const place of changed) texts[place] = `other${round}x${place}`;
      if (random() < 0.3) texts.splice(number(count), 0, `inserted${round}`);
      const more = texts.length - count;
      const again = await asked(() => ingest([{ ...page, at: at + 1, markdown: markdown() }]));
      const renamed = more === 0 ? 0 : texts.length;
      expect(again.length).toBeLessThanOrEqual(changed.size + more + renamed + 2);
      if (more === 0) expect(again).toHaveLength(changed.size);
    }
  });

  test('on two pages of a batch, or by two writers at once, is in the corpus once', async () => {
    const markdown = section('Weir', 'stone');
    expect(
      await asked(() =>
        ingest([
          { url, at: today, markdown },
          { url: `${url}/copy`, at: today, markdown },
        ]),
      ),
    ).toHaveLength(1);
    await Promise.all([
      ingest([{ url: `${url}/a`, at: today, markdown: section('A', 'alder') }]),
      ingest([{ url: `${url}/b`, at: today, markdown: section('B', 'birch') }]),
    ]);
    const corpus = hold();
    expect(await corpus.count(null)).toMatchObject({ passages: 4, embedded: 4 });
    await corpus.close();
  });

  test('is told in order, whatever a server knows of base64, batches and counts', async () => {
    for (const more of [{}, { floatsOnly: true }, { textsMax: 4 }, { uncounted: true }]) {
      server.set({ dimensions, ...more });
      const embedder = embedderOf();
      const texts = Array.from({ length: 11 }, (_, at) => `text number ${at}`);
      const embedded = await embedder.embed(texts, 'passage');
      expect(embedded).toMatchObject({ ok: true, usage: { calls: 3 } });
      expect(embedded.usage.inputTokens).toBeGreaterThan(30);
      const alone = await embedder.embed([texts[7] ?? ''], 'passage');
      expect(embedded.ok && alone.ok && embedded.vectors[7]).toEqual(alone.ok && alone.vectors[0]);
    }
  });

  test('is cut to what the model takes, and said with its prefix', async () => {
    server.set({ dimensions, tokensMax: 100 });
    const prefixed = {
      provider: 'fake',
      model: 'fake-embedder',
      dimensions,
      tokensMax: 100,
      passagePrefix: 'passage: ',
    };
    const embedder = embedderOf({ embedder: prefixed });
    const texts = await asked(() => embedder.embed(['weir and water '.repeat(400)], 'passage'));
    expect(texts[0]?.startsWith('passage: weir')).toBe(true);
  });
});

describe('a search', () => {
  const pages = [
    { url: `${url}/weirs`, at: today, markdown: 'Weirs hold water back.', title: 'Weirs' },
    { url: `${url}/owls`, at: today, markdown: 'Owls hunt by night.', title: 'Owls' },
    { url: `${url}/weirkeeper`, at: today, markdown: 'The weirkeeper sleeps.', title: 'Weirkeeper' },
  ];

  test('by meaning finds what no word names, by both what either does, and says what each made of it', async () => {
    await ingest(pages);
    const embedder = embedderOf();
    // "weirkeepx" is no form of a word that stands there.
    expect(urlsOf(await search('weirkeepx', { mode: 'lexical' }, embedder))).toEqual([]);
    expect(urlsOf(await search('weirkeepx', { mode: 'vector', limit: 1 }, embedder))).toEqual([
      `${url}/weirkeeper`,
    ]);
    const both = await search('weirs', {}, embedder);
    expect(urlsOf(both)[0]).toBe(`${url}/weirs`);
    const [first, second] = both.ok ? both.answer.results : [];
    expect(first?.scores).toEqual({ lexical: expect.any(Number), vector: expect.any(Number) });
    expect(second).toMatchObject({ url: `${url}/weirkeeper`, scores: { lexical: null } });
    expect(
      urlsOf(await search('weirs', { mode: 'vector', filters: { urlPrefix: `${url}/owls` } }, embedder)),
    ).toEqual([`${url}/owls`]);
  });

  test('as of a time before compares with what stood then', async () => {
    await ingest([{ url, at: today - 1_000, markdown: 'An old weir.' }]);
    await ingest([{ url, at: today, markdown: 'A new wheel.' }]);
    const embedder = embedderOf();
    const texts = async (asOf?: number) => {
      const found = await search(
        'weir',
        { mode: 'vector', ...(asOf === undefined ? {} : { asOf }) },
        embedder,
      );
      return found.ok ? found.answer.results.map(({ text }) => text) : [];
    };
    expect(await texts()).toEqual(['A new wheel.']);
    expect(await texts(today - 500)).toEqual(['An old weir.']);
  });

  test('of a query without a word is by meaning alone, and finds nothing where the model is down', async () => {
    await ingest(pages);
    expect(urlsOf(await search('🎣', {}, embedderOf()))).not.toEqual([]);
    server.set({ instead: () => ({ status: 503, body: '{}' }) });
    const down = await search('🎣', {}, embedderOf());
    expect(urlsOf(down)).toEqual([]);
    expect(down).toMatchObject({
      answer: {
        warnings: [expect.stringMatching(/^The query has no word/), expect.stringMatching(/^EMBEDDER_/)],
      },
    });
  });

  test('without an embedder, by a model that is down, and in a corpus of another model', async () => {
    await ingest(pages);
    expect(await search('weirs', { mode: 'hybrid' })).toMatchObject({
      failure: { code: 'EMBEDDER_NOT_CONFIGURED' },
    });
    server.set({ instead: () => ({ status: 503, body: '{}' }) });
    const down = embedderOf();
    expect(await search('weirs', { mode: 'vector' }, down)).toMatchObject({
      failure: { code: 'EMBEDDER_UNAVAILABLE' },
    });
    const words = await search('weirs', {}, down);
    expect(urlsOf(words)).toEqual([`${url}/weirs`]);
    expect(words.ok && words.answer.warnings[0]).toMatch(/Only words were searched. EMBEDDER_UNAVAILABLE/);
    server.set({ dimensions: 32 });
    const other = embedderOf({ embedder: { provider: 'fake', model: 'fake-embedder', dimensions: 32 } });
    expect(await search('weirs', { mode: 'vector' }, other)).toMatchObject({
      failure: { code: 'CORPUS_OTHER_EMBEDDER' },
    });
    expect(urlsOf(await search('weirs', {}, other))).toEqual([`${url}/weirs`]);
  });
});

describe('a changed model', () => {
  test('embeds again what is read again, and compares only vectors of its own', async () => {
    const page = { url, at: today, markdown: 'Weirs hold water back.', key: `staged/${names}.json` };
    const late = { url: `${url}/late`, at: today, markdown: 'Owls hunt by night.' };
    await ingest([page, late]);
    server.set({ dimensions: 32 });
    const other = embedderOf({ embedder: { provider: 'fake', model: 'fake-embedder', dimensions: 32 } });
    expect(await asked(() => ingest([page], other))).toHaveLength(1);
    expect(urlsOf(await search('weirs', { mode: 'vector' }, other))).toEqual([url]);
    expect(urlsOf(await search('owls', { mode: 'hybrid' }, other))).toEqual([`${url}/late`, url]);
  });

  test('set up late, gives vectors to what is read again', async () => {
    const page = { url, at: today, markdown: 'Weirs hold water back.', key: `staged/${names}.json` };
    await ingest([page], null);
    expect(await asked(() => ingest([page]))).toHaveLength(1);
    expect(await asked(() => ingest([page]))).toEqual([]);
  });
});

describe('what goes wrong with an embedder', () => {
  const page = { url, at: today, markdown: 'Weirs hold water back.' };
  const key = 'staged/bad.json';
  const bad = async (more: Partial<ModelSettings>, code: string): Promise<void> => {
    await ingest([{ ...page, key }], embedderOf(more));
    expect(logged.at(-1)).toMatchObject({ message: 'embedding failed', code });
    expect(delayed).toEqual([{ body: { v: 1, reindex: 'keys', keys: [key] }, delaySeconds: 900 }]);
    const corpus = hold();
    expect(await corpus.count(null)).toMatchObject({ passages: 1, embedded: 0 });
    await corpus.close();
    expect(urlsOf(await search('weirs'))).toEqual([url]);
  };
  /** What the message brings that was sent. */
  const good = async (): Promise<void> => {
    server.set({ dimensions });
    delayed = [];
    expect(await asked(() => ingest([{ ...page, key }]))).toHaveLength(1);
    expect(delayed).toEqual([]);
    expect(urlsOf(await search('weirs', { mode: 'vector' }, embedderOf()))).toEqual([url]);
  };

  test('vectors of another length are stored nowhere, and asked for again later', async () => {
    server.set({ dimensions: 32 });
    await bad({}, 'EMBEDDER_WRONG_DIMENSIONS');
    await good();
  });

  test('a server that is not there holds nothing up, and is asked again later', async () => {
    await bad({ providers: { fake: { baseUrl: 'http://127.0.0.1:2/v1' } } }, 'EMBEDDER_UNAVAILABLE');
    await good();
  });

  test('a server without room for now is asked three times, and again later', async () => {
    server.set({ instead: () => ({ status: 429, body: '{}' }) });
    const before = server.calls();
    await bad({}, 'EMBEDDER_UNAVAILABLE');
    expect(server.calls() - before).toBe(3);
    await good();
  });

  test('a server that fails every other time makes every vector', async () => {
    let calls = 0;
    server.set({ dimensions, instead: () => ((calls += 1) % 2 === 1 ? { status: 500, body: '{}' } : null) });
    await ingest([page]);
    expect(delayed).toEqual([]);
    server.set({ dimensions });
    expect(urlsOf(await search('weirs', { mode: 'vector' }, embedderOf()))).toEqual([url]);
  });

  test.each([
    ['another model', { model: 'other' }],
    ['another key', { key: 'other' }],
    ['no JSON', { instead: () => ({ status: 200, body: '<html>' }) }],
    ['too few vectors', { instead: () => ({ status: 200, body: '{"data":[]}' }) }],
    ['no numbers', { instead: () => ({ status: 200, body: '{"data":[{"embedding":["x"]}]}' }) }],
  ])('%s: refused, once', async (_name, options) => {
    server.set({ dimensions, ...options });
    const before = server.calls();
    await bad({}, 'EMBEDDER_REFUSED');
    expect(server.calls() - before).toBe(1);
    await good();
  });

  test('one of several keys that is refused does not matter, and no key is told', async () => {
    server.set({ dimensions, key: 'secret-good' });
    await ingest([page], embedderOf({}, ['secret-bad', 'secret-good']));
    expect(urlsOf(await search('weirs'))).toEqual([url]);
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  test('a key that no header can carry is passed over, and if there is no other the embedder is refused', async () => {
    server.set({ dimensions });
    const before = server.calls();
    await ingest([{ ...page, key }], embedderOf({}, ['secrét']));
    expect(logged.at(-1)).toMatchObject({ message: 'embedding failed', code: 'EMBEDDER_REFUSED' });
    expect(JSON.stringify(logged)).toContain('a character that no HTTP header can carry');
    expect(JSON.stringify(logged)).not.toContain('secr');
    expect(server.calls()).toBe(before);
    delayed = [];
    await ingest([{ ...page, key }], embedderOf({}, ['secrét', 'good']));
    expect([delayed, server.calls()]).toEqual([[], before + 1]);
  });

  test.each([
    [{ provider: 'nowhere', model: 'm', dimensions: 8 }, /no baseUrl/],
    [{ provider: 'fake', model: 'm' }, /dimensions of m are not known/],
    [
      { provider: 'fake', model: 'text-embedding-ada-002', dimensions: 8 },
      /vectors of 1536 numbers, not of 8/,
    ],
    [{ provider: 'bedrock', model: 'm', dimensions: 8 }, /none of Bedrock's models/],
  ])('a setting that cannot be is refused at the start: %o', (embedder, problem) => {
    expect(() => chooseEmbedder(settings({ embedder }))).toThrow(problem);
  });
});

describe('what embedding costs', () => {
  const page = { url, at: today, markdown: section('Weir', 'stone') };

  test('is counted on the job that fetched the page: tokens, calls, dollars', async () => {
    await putJobOf('job');
    const before = server.tokens();
    await ingest([page]);
    const tokens = server.tokens() - before;
    expect(await getJobItem(table, 'job')).toMatchObject({
      inputTokens: tokens,
      modelCalls: 1,
      microdollars: tokens,
      unpriced: 0,
      spentTokens: tokens,
      spentMicrodollars: tokens,
    });
  });

  test('stays within the budget of the job: the rest is found by words, and made when read again', async () => {
    await putExtractSpec(table, 'poor', completeSpec({ budget: { tokens: 20 } }), today);
    await putJobOf('job', 'poor');
    const key = `staged/${names}.json`;
    expect(await asked(() => ingest([{ ...page, key }]))).toEqual([]);
    expect((await getJobItem(table, 'job'))?.spentTokens ?? 0).toBe(0);
    expect(logged.at(-1)).toMatchObject({ message: 'vectors left out: the budget of the job is used up' });
    expect(urlsOf(await search('stone', {}, embedderOf()))).toEqual([url]);
    await putExtractSpec(table, 'rich', completeSpec({ budget: { tokens: 20_000, dollars: 1 } }), today);
    await putJobOf('job', 'rich');
    expect(await asked(() => ingest([{ ...page, key }]))).toHaveLength(1);
    expect(urlsOf(await search('stone', { mode: 'vector' }, embedderOf()))).toEqual([url]);
  });

  test('of a model whose price nobody said is no budget of money spent on', async () => {
    await putExtractSpec(table, 'money', completeSpec({ budget: { dollars: 100 } }), today);
    await putJobOf('job', 'money');
    expect(await asked(() => ingest([page], embedderOf({ prices: {} })))).toEqual([]);
    await putJobOf('job');
    await ingest(
      [{ ...page, url: `${url}/2`, markdown: section('Wheel', 'oak') }],
      embedderOf({ prices: {} }),
    );
    expect(await getJobItem(table, 'job')).toMatchObject({ unpriced: 1, microdollars: 0 });
  });
});
