import { testSealing } from '../harness/test-sealing.ts';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPages } from '../../lib/store/frontier/find-pages.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { beginLoneVisit, endLoneVisit } from '../../lib/store/frontier/note-lone-visit.ts';
import { recordAttempt } from '../../lib/store/frontier/record-attempt.ts';
import { finishJob } from '../../lib/steps/finish-job/finish-job.ts';
import { readErrors } from '../../lib/steps/api/read-errors.ts';
import type { UrlBatch } from '../../lib/frontier/url-batch.ts';
import {
  buryDeadLetter,
  type Burial,
  type DeadLetter,
} from '../../lib/steps/bury-dead-letters/bury-dead-letters.ts';
import { isOpen, pageHash } from '../../lib/frontier/page.ts';
import { reserveOf } from '../../lib/frontier/reserve.ts';
import { limits } from '../../lib/limits/limits.ts';
import { finishPage } from '../../lib/steps/protocol/finish-page.ts';
import { createSeenCache } from '../../lib/frontier/seen-cache.ts';
import { submitJob } from '../../lib/steps/submit-job/submit-job.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

interface Logged {
  readonly event: string;
  readonly fields: Record<string, unknown>;
}

const burying = () => {
  const sent: UrlBatch[] = [];
  const logged: Logged[] = [];
  const client = {
    send: async ({ input }: { input: { QueueUrl: string; Entries?: { MessageBody: string }[] } }) => {
      if (input.QueueUrl === 'fetch')
        sent.push(...(input.Entries ?? []).map((entry) => JSON.parse(entry.MessageBody) as UrlBatch));
      return await Promise.resolve({ Failed: [] });
    },
  } as unknown as SQSClient;
  const dependencies = {
    ...stores,
    ...testSealing,
    queues: {
      client,
      fetch: { high: 'fetch', normal: 'fetch' },
      render: 'render',
      extract: 'extract',
      finish: 'finish',
      deliver: 'deliver',
    },
    seen: createSeenCache(),
    now: Date.now,
    random: Math.random,
    sleep: async () => {},
    log: (event: string, fields: Record<string, unknown>) => void logged.push({ event, fields }),
  };
  const bury = (body: unknown, letter: Partial<DeadLetter> = {}): Promise<Burial> =>
    buryDeadLetter(dependencies, {
      id: 'message-1',
      body,
      queue: 'fetch-normal',
      receives: 11,
      firstReceivedAt: Date.parse('2026-11-21T10:00:00Z'),
      ...letter,
    });
  const start = async (count: number): Promise<UrlBatch> => {
    const urls = Array.from({ length: count }, (_, index) => `https://example.com/${index}`);
    const submitted = await submitJob(dependencies, { kind: 'batch', body: { urls }, team: 'default' });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    const [urlBatch] = sent.splice(0);
    if (urlBatch === undefined) throw new Error('nothing was sent');
    return urlBatch;
  };
  return { dependencies, sent, logged, bury, start };
};

test(
  'a page that a dead letter ends says where, how often, since when and with which last error, to the log ' +
    'and to the client',
  async () => {
    const { dependencies, sent, logged, bury, start } = burying();
    const urlBatch = await start(2);
    const [hash] = urlBatch.pages as [string];
    const failed = {
      failure: { code: 'TIMEOUT', message: 'Cannot fetch https://example.com/0: no answer within 30 s' },
      notBefore: 0,
      now: Date.now(),
    } as const;
    await recordAttempt(stores.table, urlBatch.job, { hash, state: 'admitted', attempts: 0 }, failed);
    expect(await bury(urlBatch)).toBe('tried alone');
    for (const page of urlBatch.pages) await beginLoneVisit(stores.table, urlBatch.job, page, 0);
    for (const alone of sent.splice(0))
      expect(await bury(alone, { firstReceivedAt: Date.parse('2026-11-21T12:00:00Z') })).toBe('buried');
    const deadLetter = {
      stage: 'fetch',
      queue: 'fetch-normal',
      attempts: 1,
      receives: 22,
      firstReceivedAt: '2026-11-21T10:00:00.000Z',
      lastCode: 'TIMEOUT',
      lastError: failed.failure.message,
    };
    expect((await findPages(stores.table, urlBatch.job, [hash]))[0]).toMatchObject({
      state: 'failed',
      code: 'DEAD_LETTER',
      deadLetter,
    });
    expect(logged.filter(({ event }) => event === 'page buried').map(({ fields }) => fields)).toContainEqual({
      job: urlBatch.job,
      page: hash,
      url: 'https://example.com/0',
      ...deadLetter,
    });
    const running = await getJob(stores.table, urlBatch.job);
    if (running === null) throw new Error('the job is gone');
    expect((await readErrors(stores, running, 0)).errors.map(({ code }) => code)).toEqual([
      'DEAD_LETTER',
      'DEAD_LETTER',
    ]);
    const silent = { announce: async () => {}, announceAlert: async () => {} };
    await finishJob({ ...dependencies, ...silent }, urlBatch.job);
    const job = await getJob(stores.table, urlBatch.job);
    if (job === null) throw new Error('the job is gone');
    expect(job).toMatchObject({ status: 'completed', failed: 2, open: 0 });
    const { errors } = await readErrors(stores, job, 0);
    expect(errors[0]).toMatchObject({ url: 'https://example.com/0', code: 'DEAD_LETTER', deadLetter });
    expect(errors[0]?.error).toMatch(/stage fetch of https:\/\/example\.com\/0.* 22 times .*TIMEOUT/);
    const { lastCode: _code, lastError: _error, ...withoutLast } = { ...deadLetter, attempts: 0 };
    expect(errors[1]?.deadLetter).toEqual(withoutLast);
  },
);

test('a letter that comes twice fails its page once', async () => {
  const { logged, bury, start } = burying();
  const urlBatch = await start(1);
  await beginLoneVisit(stores.table, urlBatch.job, urlBatch.pages[0] ?? '', 0);
  expect(await bury(urlBatch)).toBe('buried');
  expect(['buried', 'job over']).toContain(await bury(urlBatch));
  expect(logged.filter(({ event }) => event === 'page buried').length).toBe(1);
  expect(await getJob(stores.table, urlBatch.job)).toMatchObject({ failed: 1, finished: 1, open: 0 });
});

test('a page that a worker has alone just now is not failed for a letter of another of its messages', async () => {
  const { sent, bury, start } = burying();
  const urlBatch = await start(1);
  const [page = ''] = urlBatch.pages;
  await beginLoneVisit(stores.table, urlBatch.job, page, Date.now());
  expect(await bury(urlBatch)).toBe('tried alone');
  const [again] = sent.splice(0);
  // A second visit that has not come back: of the two one is lost.
  await beginLoneVisit(stores.table, urlBatch.job, page, Date.now());
  expect(await bury(again)).toBe('buried');
});

test('a page that only died in the company of others is sent again, and fails only where that is in vain', async () => {
  const { sent, bury, start } = burying();
  const urlBatch = await start(1);
  const [page = ''] = urlBatch.pages;
  const stateOf = async () => (await findPages(stores.table, urlBatch.job, [page]))[0]?.state;
  // A visit alone that came back is no reason to blame it.
  await beginLoneVisit(stores.table, urlBatch.job, page, 0);
  await endLoneVisit(stores.table, urlBatch.job, page);
  let letter: UrlBatch | undefined = urlBatch;
  for (let letters = 0; letters < limits.lettersSentAgainMax; letters += 1) {
    expect(await bury(letter)).toBe('tried alone');
    expect(await stateOf()).toBe('admitted');
    [letter] = sent.splice(0);
    expect(letter).toMatchObject({ pages: [page], alone: true, before: { receives: 11 * (letters + 1) } });
  }
  expect(await bury(letter)).toBe('buried');
  expect(await stateOf()).toBe('failed');
});

test('a reserve that died with others is sent again with its links, and fails only where that is in vain', async () => {
  const { dependencies, sent, bury, start } = burying();
  const urlBatch = await start(1);
  const job = await getJob(stores.table, urlBatch.job);
  const [page] = await findPages(stores.table, urlBatch.job, urlBatch.pages);
  if (job?.status !== 'running' || page === undefined || !isOpen(page.state))
    throw new Error('nothing is open');
  const url = 'https://example.com/later';
  const { item } = reserveOf(page.hash, page.url, [
    { kind: 'page', hash: pageHash(url), url, depth: 1, parent: page.hash, position: 0 },
  ]);
  await finishPage(dependencies, {
    job,
    page: { kind: 'page', hash: page.hash, url: page.url, from: page.state, to: 'done', facts: {} },
    children: [item],
    token: 'token',
  });
  const list = { ...urlBatch, pages: [item.hash] };
  const stateOf = async () => (await findPages(stores.table, urlBatch.job, [item.hash]))[0]?.state;
  let letter: UrlBatch | undefined = list;
  for (let letters = 0; letters < limits.lettersSentAgainMax; letters += 1) {
    expect(await bury(letter)).toBe('tried alone');
    expect(await stateOf()).toBe('admitted');
    [letter] = sent.splice(0);
    expect(letter).toMatchObject({
      pages: [item.hash],
      alone: true,
      before: { receives: 11 * (letters + 1) },
    });
  }
  expect(await bury(letter)).toBe('buried');
  expect(await stateOf()).toBe('failed');
});

test.each([['not JSON at all, with a secret'], [{ v: 2, token: 'secret' }], [null]])(
  'a letter that is no URL batch (%j) is named by its message, and nothing of its body is logged',
  async (body) => {
    const { logged, bury } = burying();
    expect(await bury(body)).toBe('unreadable');
    expect(logged).toMatchObject([
      {
        event: 'dead letter unreadable',
        fields: { messageId: 'message-1', queue: 'fetch-normal', receives: 11 },
      },
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret');
  },
);
