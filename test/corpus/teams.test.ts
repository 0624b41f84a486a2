import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HttpRequest } from '../../functions/edge/http.ts';
import { corpusHandlers } from '../../functions/handlers/corpus.ts';
import { limits } from '../../lib/limits/limits.ts';
import { ingestEnvelopes } from '../../lib/steps/ingest-envelopes/ingest-envelopes.ts';
import { openSecrets } from '../../lib/store/clients.ts';
import { openCorpora } from '../../lib/store/corpus/open-corpus.ts';
import type { EventBus } from '../../lib/store/corpus/put-page-events.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { patientSqsClient, s3Client } from '../conformance/cloud-under-test.ts';
import { makeTestEnvelope, type TestEnvelopeFacts } from './envelope.ts';

/** Each team has a corpus of its own, under the one name of the deployment. */
let cloud: Cloud;
let folder: string;
let objects: ReturnType<typeof s3Client>;
let queue: ReturnType<typeof patientSqsClient>;
let queueUrl: string;
let now = Date.parse('2026-11-22T12:00:00Z');
let told: { team: string; pages: readonly { url: string }[] }[] = [];
let count = 0;
let name: string;
let corpusOf: ReturnType<typeof openCorpora>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-teams-'));
  cloud = await startCloud({ dataDir: folder });
  objects = s3Client(cloud.url);
  queue = patientSqsClient(cloud.url);
  for (const Bucket of ['envelopes', 'corpora']) await objects.send(new CreateBucketCommand({ Bucket }));
  queueUrl = (await queue.send(new CreateQueueCommand({ QueueName: 'ingest' }))).QueueUrl ?? '';
});
afterAll(async () => {
  objects.destroy();
  queue.destroy();
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  count += 1;
  name = `main-${count}`;
  told = [];
  const bucket = { client: objects, bucket: 'corpora' };
  // The clock goes on, so that each read looks for a newer file.
  const clock = (): number => (now += 10_000);
  corpusOf = openCorpora({ name, store: 'file' }, bucket, {
    secrets: openSecrets(),
    keys: 'keys',
    now: clock,
  });
});

const events = {
  send: (command: { input: { Entries: { Detail: string }[] } }) => {
    for (const { Detail } of command.input.Entries) told.push(JSON.parse(Detail) as (typeof told)[number]);
    return Promise.resolve({ FailedEntryCount: 0 });
  },
} as unknown as EventBus;

const dependencies = () => ({
  stack: 'Gleaner',
  envelopes: { client: objects, bucket: 'envelopes' },
  corpusOf,
  embedding: null,
  name,
  takes: 'all' as const,
  queue: { client: queue, url: queueUrl },
  events,
  now: () => now,
  log: () => {},
});

/** Puts the envelopes of pages, and ingests them in one batch. */
const ingest = async (pages: readonly Omit<TestEnvelopeFacts, 'at'>[]): Promise<void> => {
  const messages: { id: string; body: unknown }[] = [];
  for (const page of pages) {
    const key = `staged/${name}/${page.team ?? 'none'}-${encodeURIComponent(page.url)}.json`;
    const Body = JSON.stringify(makeTestEnvelope({ ...page, at: now }));
    await objects.send(new PutObjectCommand({ Bucket: 'envelopes', Key: key, Body }));
    messages.push({ id: key, body: { v: 1, reindex: 'keys', keys: [key] } });
  }
  expect(await ingestEnvelopes(dependencies(), messages)).toEqual([]);
};

/** Works on all messages of the queue, and on those that they lead to. */
const drain = async (): Promise<void> => {
  for (;;) {
    const { Messages: messages = [] } = await queue.send(new ReceiveMessageCommand({ QueueUrl: queueUrl }));
    if (messages.length === 0) return;
    for (const { Body: body = '', ReceiptHandle } of messages) {
      await ingestEnvelopes(dependencies(), [{ id: 'm', body: JSON.parse(body) as unknown }]);
      await queue.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
    }
  }
};

const ask = async (
  route: keyof typeof corpusHandlers,
  team: string,
  more: { readonly body?: object; readonly query?: object } = {},
): Promise<Record<string, unknown>> => {
  const { body, query = {} } = more;
  const request = { caller: { team }, parameters: { name }, query, body: JSON.stringify(body) };
  const answer = await corpusHandlers[route](dependencies(), request as unknown as HttpRequest);
  return JSON.parse(answer.body) as Record<string, unknown>;
};
const found = async (team: string, query: string): Promise<string[]> => {
  const { data } = await ask('search', team, { body: { query } });
  return (data as { url: string }[]).map(({ url }) => url);
};

const url = 'https://e.org/a';

test('a page that one team fetched is found, read, listed and counted by no other team', async () => {
  await ingest([
    { url, markdown: 'the weir behind the login', team: 'acme' },
    { url: 'https://e.org/b', markdown: 'another weir', team: 'zenith' },
    { url: 'https://e.org/c', markdown: 'a weir of an older release' },
  ]);
  expect([
    await found('acme', 'weir'),
    await found('zenith', 'weir'),
    await found('default', 'weir'),
  ]).toEqual([[url], ['https://e.org/b'], ['https://e.org/c']]);
  expect(await found('nobody', 'weir')).toEqual([]);
  expect(await ask('page', 'zenith', { query: { url } })).toMatchObject({ code: 'PAGE_NOT_FOUND' });
  expect(await ask('page', 'acme', { query: { url } })).toMatchObject({ success: true });
  const { data } = await ask('changes', 'zenith', { query: { since: '2026-11-01' } });
  expect((data as { url: string }[]).map((each) => each.url)).toEqual(['https://e.org/b']);
  expect(await ask('stats', 'acme')).toMatchObject({ pages: 1 });
  expect(told.map(({ team, pages }) => [team, pages.length]).toSorted()).toEqual([
    ['acme', 1],
    ['default', 1],
    ['zenith', 1],
  ]);
});

test('two teams that read the same page have it each, with the text and the facts of their own source', async () => {
  await ingest([
    { url, markdown: 'weir as acme sees it', team: 'acme', source: 'rules', agency: 'One' },
    { url, markdown: 'weir as zenith sees it', team: 'zenith', source: 'rules', agency: 'Other' },
  ]);
  for (const [team, agency] of [
    ['acme', 'One'],
    ['zenith', 'Other'],
  ] as const) {
    const { data } = await ask('search', team, { body: { query: 'weir', filters: { source: 'rules' } } });
    expect(data).toEqual([
      expect.objectContaining({
        text: `weir as ${team} sees it`,
        metadata: expect.objectContaining({ agency }) as unknown,
      }),
    ]);
  }
});

test("a team that deletes its corpus, and indexes it again, leaves another team's as it is", async () => {
  await ingest([
    { url, markdown: 'weir', team: 'acme' },
    { url, markdown: 'weir', team: 'zenith' },
  ]);
  expect(await ask('remove', 'acme')).toMatchObject({ success: true });
  expect([await found('acme', 'weir'), await found('zenith', 'weir')]).toEqual([[], [url]]);
  await ask('remove', 'zenith');
  const { KeyCount: left } = await objects.send(
    new ListObjectsV2Command({ Bucket: 'corpora', Prefix: `corpora/${name}.` }),
  );
  expect(left).toBe(0);
  expect(await ask('reindex', 'acme')).toMatchObject({ success: true });
  await drain();
  expect([await found('acme', 'weir'), await found('zenith', 'weir')]).toEqual([[url], []]);
});

test('a sandbox holds few corpora at a time, and answers for however many teams', async () => {
  const teams = Array.from({ length: limits.corporaHeldMax + 2 }, (_, at) => `team-${at}`);
  await ingest(teams.map((team) => ({ url: `https://e.org/${team}`, markdown: 'weir', team })));
  for (const team of [...teams, ...teams.toReversed()])
    expect(await found(team, 'weir')).toEqual([`https://e.org/${team}`]);
  const { Contents: files = [] } = await objects.send(
    new ListObjectsV2Command({ Bucket: 'corpora', Prefix: `corpora/${name}.` }),
  );
  const corpora = files.flatMap(({ Key: key = '' }) => (key.endsWith('.sqlite') ? [key] : []));
  expect(corpora).toEqual(teams.map((team) => `corpora/${name}.${team}.sqlite`));
});
