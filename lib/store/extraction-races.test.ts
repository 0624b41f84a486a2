import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestTable, type TestTable } from '../../test/harness/table.ts';
import { pageHash, pageSchema, type ContentPage } from '../frontier/page.ts';
import { jobSchema, type RunningJob } from '../job/job.ts';
import { jobKey, pageKey } from '../keys/table-keys.ts';
import { completeScrapeOptions } from '../request/scrape-options.ts';
import { claimVisit } from './frontier/claim-visit.ts';
import { countOnce } from './frontier/count-once.ts';
import { deferExtraction } from './frontier/defer-extraction.ts';
import { endLate } from './frontier/end-late.ts';
import { findPages } from './frontier/find-pages.ts';
import { markAsking } from './frontier/mark-asking.ts';
import { listPageExtractions, pageExtractionItem } from './frontier/page-extractions.ts';
import { settleLate } from './frontier/settle-late.ts';
import { unmarkAsking } from './frontier/unmark-asking.ts';
import { getJobItem } from './jobs/get-job.ts';
import { noteModelWait, prolongModelWait } from './jobs/note-model-wait.ts';
import { reserveBudget } from './jobs/reserve-budget.ts';
import { listWebhookEvents } from './webhooks/outbox.ts';

/**
 * Writes of an extraction that meet: several callers of each at the same time, in whatever order the table takes them.
 */
let store: TestTable;
beforeAll(async () => {
  store = await startTestTable();
});
afterAll(async () => await store.stop());

const now = Date.UTC(2026, 0, 1);
const ttl = Math.floor(now / 1_000) + 1_000_000_000;

const put = async (item: object): Promise<void> => {
  await store.table.documents.send(new PutCommand({ TableName: store.table.name, Item: item }));
};

const putJob = async (
  id: string,
  request: object = {},
  ended: object = { status: 'running' },
): Promise<RunningJob> => {
  const counts = {
    admitted: 3,
    open: 3,
    finished: 0,
    done: 0,
    failed: 0,
    blocked: 0,
    skipped: 0,
    unchanged: 0,
  };
  const job = {
    id,
    kind: 'extract',
    dialect: 'v2',
    team: 'team',
    priority: 'normal',
    request: { url: 'https://a.example/', scrape: completeScrapeOptions({}), ...request },
    limit: 3,
    ...counts,
    createdAt: now,
    progressAt: now,
    deadline: now + 3_600_000,
    ttl,
    ...ended,
  };
  await put({ ...jobKey(id), ...job });
  return jobSchema.parse({ ...job, status: 'running' }) as RunningJob;
};

const putPage = async (job: string, name: string, more: object = {}): Promise<ContentPage> => {
  const hash = pageHash(name);
  const facts = { attempts: 0, admittedAt: now, touchedAt: now, depth: 0, position: 0 };
  const page = {
    kind: 'page',
    job,
    hash,
    url: `https://a.example/${name}`,
    state: 'fetched',
    ...facts,
    ...more,
  };
  await put({ ...pageKey(job, hash), ...page });
  return pageSchema.parse(page) as ContentPage;
};

const pageNow = async ({ job, hash }: ContentPage): Promise<ContentPage> => {
  const [found] = await findPages(store.table, job, [hash]);
  return found?.kind === 'page' ? found : expect.fail();
};

/** All orders of a few steps. */
const orders = <Step>(steps: readonly Step[]): Step[][] =>
  steps.length < 2
    ? [[...steps]]
    : steps.flatMap((first, at) => orders(steps.toSpliced(at, 1)).map((rest) => [first, ...rest]));

test('of pages that are about to be fetched as many are as the job may, each counted once however often it is tried', async () => {
  const job = await putJob('visits', { extract: { order: 'o', pagesMax: 2 } });
  const pages = await Promise.all(['a', 'b', 'c'].map(async (name) => await putPage('visits', name)));
  const claims = await Promise.all(
    [...pages, ...pages].map(async (page) => await claimVisit(store.table, job, page)),
  );
  const may = pages.filter((_, at) => claims[at] === true);
  expect(may).toHaveLength(2);
  // Whoever comes second for a page hears the same as the first.
  expect(claims.slice(0, 3)).toEqual(claims.slice(3));
  const again = await Promise.all(
    pages.map(async (page) => await claimVisit(store.table, job, await pageNow(page))),
  );
  expect(again).toEqual(claims.slice(0, 3));
  expect(await claimVisit(store.table, await putJob('unbounded'), await putPage('unbounded', 'a'))).toBe(
    true,
  );
});

test('a page that has ended is not marked as asked, and one that is marked is seen by whoever finishes its job', async () => {
  await putJob('marks');
  const open = await putPage('marks', 'open');
  const over = await putPage('marks', 'over', { state: 'done' });
  const marked = await Promise.all(
    [open, over, open].map(async (page) => await markAsking(store.table, page, now + 1_000)),
  );
  expect(marked).toEqual([true, false, true]);
  expect((await pageNow(open)).askingUntil).toBe(now + 1_000);
  expect((await pageNow(over)).askingUntil).toBeUndefined();
});

test.each(orders(['mark', 'end'] as const).map((order) => [order.join(' before '), order] as const))(
  'a question and the end of its job: %s, and either it is not put, or it is waited for',
  async (name, order) => {
    const id = `meet-${order.join('-')}`;
    await putJob(id);
    const page = await putPage(id, name);
    let isPut = false;
    let isWaitedFor = false;
    for (const step of order) {
      if (step === 'end') {
        await putJob(id, {}, { status: 'finishing', outcome: 'cancelled', abandoned: 1, endedAt: now });
        isWaitedFor = ((await pageNow(page)).askingUntil ?? 0) > now;
      } else {
        const isMarked = await markAsking(store.table, page, now + 1_000);
        isPut = isMarked && (await getJobItem(store.table, id))?.status === 'running';
      }
    }
    expect(isPut).toBe(isWaitedFor);
  },
);

test('of two workers that have one page, the one that does not ask leaves the mark of the one that does', async () => {
  await putJob('unmark');
  const [page, other] = [await putPage('unmark', 'page'), await putPage('unmark', 'other')];
  await markAsking(store.table, page, now + 1_000);
  await markAsking(store.table, page, now + 2_000);
  await Promise.all([unmarkAsking(store.table, page, now + 1_000), unmarkAsking(store.table, other, now)]);
  expect((await pageNow(page)).askingUntil).toBe(now + 2_000);
  await unmarkAsking(store.table, page, now + 2_000);
  expect((await pageNow(page)).askingUntil).toBeUndefined();
});

test('of two workers that answer late for one page one is counted with its answer, and the other beside it', async () => {
  await putJob('late', {}, { status: 'finishing', outcome: 'cancelled', abandoned: 1, endedAt: now });
  const page = await putPage('late', 'page', { askingUntil: now + 1_000 });
  const failed = { code: 'LLM_REFUSED', message: 'No.' };
  const item = pageExtractionItem('late', { page: page.hash, url: page.url, at: now, failure: failed }, ttl);
  const settle = async (writer: string) =>
    await settleLate(store.table, page, {
      writer,
      counts: { inputTokens: 50, modelCalls: 1 },
      cells: undefined,
      answer: {
        item,
        facts: { envelopeKey: 'staged/answered', extractionGap: 'LLM_REFUSED' },
        versions: [],
      },
    });
  const writers = ['one', 'another'];
  const told = await Promise.all(writers.map(settle));
  expect(told.toSorted()).toEqual([false, true]);
  // What the second has spent was paid as well.
  const cost = { inputTokens: 50, modelCalls: 1 };
  const counted = await Promise.all(
    writers.map(async (writer) => await countOnce(store.table, page, writer, cost)),
  );
  expect(counted).toEqual(told.map((isTold) => !isTold));
  expect(await getJobItem(store.table, 'late')).toMatchObject({ inputTokens: 100, modelCalls: 2 });
  let answers = 0;
  for await (const listed of listPageExtractions(store.table, 'late')) answers += listed.length;
  expect(answers).toBe(1);
  // The job's warning counts the page with what its answer lacks, as it counts pages that ended in time.
  expect(await pageNow(page)).toMatchObject({
    envelopeKey: 'staged/answered',
    extractionGap: 'LLM_REFUSED',
  });
  expect(await settle('a third')).toBe(false);
});

test.each(orders(['end', 'end again', 'answer'] as const).map((order) => [order.join(', '), order] as const))(
  'of those who deliver a page after its job has ended one does: %s',
  async (name, order) => {
    const id = `ends ${name}`;
    await putJob(id, {}, { status: 'finishing', outcome: 'cancelled', abandoned: 1, endedAt: now });
    const page = await putPage(id, 'page', { askingUntil: now + 1_000 });
    const item = pageExtractionItem(id, { page: page.hash, url: page.url, at: now }, ttl);
    const end = async (key: string): Promise<boolean> =>
      await endLate(
        store.table,
        { ...page, state: 'fetched' },
        { to: 'done', facts: { envelopeKey: key }, at: now, puts: [item] },
      );
    // Whoever ends the page reads it again if it was answered meanwhile, and leaves the answer.
    const endAgain = async (): Promise<boolean> =>
      await endLate(
        store.table,
        { ...(await pageNow(page)), state: 'fetched' },
        { to: 'done', facts: {}, at: now, puts: [] },
      );
    const answer = { item, facts: { envelopeKey: 'staged/answer' }, versions: [] };
    const answered = async (): Promise<boolean> =>
      await settleLate(store.table, page, { counts: {}, cells: undefined, answer, writer: name });
    const told: string[] = [];
    for (const step of order)
      if (await (step === 'answer' ? answered() : end(`staged/${step}`))) told.push(step);
    // An answer that comes before the end is on the page when it ends, and one that comes after it is not.
    expect(told).toEqual(order.slice(0, 1));
    expect(await endAgain()).toBe(told[0] === 'answer');
    expect(await pageNow(page)).toMatchObject({
      state: 'done',
      late: true,
      envelopeKey: `staged/${told[0]}`,
    });
  },
);

test.each(['a wait', 'an end', 'a late answer', 'a message'])(
  'a cost that %s has counted is not counted again by a message that comes twice, and that of another worker is',
  async (how) => {
    const id = `counted by ${how}`;
    await putJob(id);
    const ended = how === 'an end' ? { state: 'done', finishedBy: 'worker' } : {};
    const asking = how === 'a late answer' ? { askingUntil: now + 1_000 } : {};
    const page = await putPage(id, 'page', { ...ended, ...asking });
    const counts = { modelCalls: 1 };
    const why = { code: 'LLM_UNAVAILABLE' as const, message: 'out' };
    const put = { failure: why, notBefore: now, now, waited: { unanswered: [], told: [] } };
    if (how === 'a wait') await deferExtraction(store.table, page, { ...put, counts, writer: 'worker' });
    if (how === 'a late answer')
      await settleLate(store.table, page, { counts, cells: undefined, answer: null, writer: 'worker' });
    const count = async (writer: string): Promise<boolean> =>
      await countOnce(store.table, page, writer, counts);
    const [first, again] = await Promise.all([count('worker'), count('worker')]);
    expect([first, again].filter(Boolean)).toHaveLength(how === 'a message' ? 1 : 0);
    expect(await count('another')).toBe(true);
    expect(await count('another')).toBe(false);
    expect((await getJobItem(store.table, id))?.modelCalls).toBe(how === 'an end' ? 1 : 2);
  },
);

test('nothing is counted of a job that has expired', async () => {
  const page = await putPage('gone', 'page', { askingUntil: now + 1_000 });
  const late = { counts: { inputTokens: 1 }, cells: undefined, answer: null, writer: 'late' };
  expect(await settleLate(store.table, page, late)).toBe(false);
  expect(await countOnce(store.table, page, 'late', { inputTokens: 1 })).toBe(false);
  expect(await getJobItem(store.table, 'gone')).toBeNull();
});

test('a page whose job has ended meanwhile is not put off, if that costs something', async () => {
  await putJob('over', {}, { status: 'cancelled', outcome: 'cancelled', endedAt: now });
  const page = await putPage('over', 'page');
  const failure = { code: 'LLM_UNAVAILABLE' as const, message: 'out' };
  const wait = { failure, notBefore: now, now, waited: { unanswered: [], told: [] }, writer: 'worker' };
  expect(await deferExtraction(store.table, page, { ...wait, counts: { modelCalls: 1 } })).toBe(false);
  expect(await pageNow(page)).toEqual(page);
});

test.each([
  ['waits for its pages', { status: 'finishing', latePagesUntil: now + 1 }, true],
  ['has waited long enough', { status: 'finishing', latePagesUntil: now }, false],
  ['waits for none', { status: 'finishing' }, false],
  ['was concluded', { status: 'cancelled', latePagesUntil: now + 1 }, false],
])('whether a worker delivers a page of an ended job that %s', async (name, state, isDelivered) => {
  await putJob(name, {}, { ...state, outcome: 'cancelled', abandoned: 1, endedAt: now });
  const page = await putPage(name, 'page');
  const end = { to: 'done', facts: {}, at: now, puts: [], ifAwaited: true } as const;
  expect(await endLate(store.table, { ...page, state: 'fetched' }, end)).toBe(isDelivered);
  expect((await pageNow(page)).state).toBe(isDelivered ? 'done' : 'fetched');
});

test('pages that reserve at the same time stay within the budget together; who is left out hears that others hold it', async () => {
  await putJob('budget');
  const pages = await Promise.all(['a', 'b', 'c'].map(async (name) => await putPage('budget', name)));
  const wanted = { tokens: 400, microdollars: 0 };
  const reserved = await Promise.all(
    pages.map(async (page) => await reserveBudget(store.table, page, wanted, { tokens: 1_000 }, now + 1_000)),
  );
  expect(reserved.map(({ reservation }) => reservation).toSorted()).toEqual([
    'crowded',
    'reserved',
    'reserved',
  ]);
  expect((await getJobItem(store.table, 'budget'))?.status).toBe('running');
  const job = (await getJobItem(store.table, 'budget')) as RunningJob;
  expect(job.spentTokens).toBe(800);
  const whole = await reserveBudget(
    store.table,
    pages[0]!,
    { ...wanted, tokens: 1_001 },
    { tokens: 1_000 },
    now,
  );
  expect(whole.reservation).toBe('exhausted');
});

test('two workers that have one page hold one reservation for it', async () => {
  await putJob('twice');
  const page = await putPage('twice', 'page');
  const reserve = async (tokens: number) =>
    await reserveBudget(store.table, page, { tokens, microdollars: 0 }, { tokens: 1_000 }, now + 1_000);
  const both = await Promise.all([reserve(300), reserve(300)]);
  expect(both.map(({ reservation }) => reservation)).toEqual(['reserved', 'reserved']);
  const job = (await getJobItem(store.table, 'twice')) as RunningJob;
  expect(job.spentTokens).toBe(300);
  expect((await pageNow(page)).reserved).toEqual({ tokens: 300, microdollars: 0 });
});

test('of a crowd that begins to wait one tells it; another reason is told again, and so is the next time', async () => {
  const job = await putJob('crowd', { webhook: { events: ['waiting'] } });
  const waiting = { code: 'LLM_UNAVAILABLE', message: 'out', since: now, until: now + 30_000 };
  const begin = async (more: Partial<typeof waiting>, at = now) =>
    await noteModelWait(store.table, job, { ...waiting, ...more }, { now: at, endedBy: at - 60_000 });
  const first = await Promise.all(Array.from({ length: 8 }, async () => await begin({})));
  expect(first.filter((isTold) => isTold)).toHaveLength(1);
  expect(await begin({ code: 'ALL_KEYS_EXHAUSTED' }, now + 1)).toBe(true);
  expect(await begin({ code: 'ALL_KEYS_EXHAUSTED' }, now + 2)).toBe(false);
  const later = now + 3_600_000;
  expect(await begin({ code: 'ALL_KEYS_EXHAUSTED', since: later, until: later + 30_000 }, later)).toBe(true);
  const events = await listWebhookEvents(store.table, 'crowd', 'E', { most: 10 });
  expect(events.map(({ event, waiting: why }) => [event, why?.code])).toEqual([
    ['waiting', 'LLM_UNAVAILABLE'],
    ['waiting', 'ALL_KEYS_EXHAUSTED'],
    ['waiting', 'ALL_KEYS_EXHAUSTED'],
  ]);
});

test('a wait that goes on moves its end and never ends earlier, and nothing is noted of a job that is over', async () => {
  const job = await putJob('goes-on');
  const waiting = { code: 'LLM_UNAVAILABLE', message: 'out', since: now, until: now + 30_000 };
  await noteModelWait(store.table, job, waiting, { now, endedBy: 0 });
  await Promise.all(
    [20_000, 90_000, 60_000].map(async (ms) => {
      const until = now + ms;
      await prolongModelWait(store.table, 'goes-on', { ...waiting, until }, until);
    }),
  );
  expect((await getJobItem(store.table, 'goes-on'))?.waiting?.until).toBe(now + 90_000);
  const over = await putJob(
    'wait-over',
    {},
    { status: 'finishing', outcome: 'completed', abandoned: 0, endedAt: now },
  );
  expect(await noteModelWait(store.table, over, waiting, { now, endedBy: 0 })).toBe(false);
  expect((await getJobItem(store.table, 'wait-over'))?.waiting).toBeUndefined();
});
