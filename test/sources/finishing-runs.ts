import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { sourceRunKey } from '../../lib/keys/table-keys.ts';
import { Outage } from '../../lib/outage.ts';
import type { Page } from '../../lib/frontier/page.ts';
import { finishRun } from '../../lib/steps/finish-job/finish-run.ts';
import { readChangeFeed } from '../../lib/steps/manage-sources/read-change-feed.ts';
import { readFeedCursor, writeFeedCursor } from '../../lib/source/feed-cursor.ts';
import { foldSnapshot } from '../../lib/source/fold-snapshot.ts';
import { isCompleteRun, judgeVisits, sourcePageHash } from '../../lib/source/run-record.ts';
import { writeSnapshot, type SnapshotLine } from '../../lib/source/snapshot.ts';
import { sourceRunSchema, type SourceRunRecord } from '../../lib/source/source-run.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { hops, memoryStores, type StoreCall } from './memory-stores.ts';

const hour = 60 * 60_000;
export const team = 'harbour';
type Ending = Parameters<typeof finishRun>[1];

/** A run that is about to end: its job, and the pages that it visited. */
export interface EndingRun {
  readonly job: Ending;
  readonly pages: readonly Page[];
}

const pageOf = (path: string, at: number, rest: object): Page => {
  const url = `https://a.test/${path}`;
  const common = { kind: 'page', url, hash: sourcePageHash(url), depth: 1, position: 0, attempts: 0 };
  return { job: 'job', ...common, admittedAt: at, touchedAt: at, finishedAt: at, ...rest } as unknown as Page;
};

/** Runs of some sources: each has a page of its own, and finds others there, edited, gone or out of reach. */
export const drawRuns = (random: () => number, count: number, sources: number): EndingRun[] =>
  Array.from({ length: count }, (_, number) => {
    const endedAt = 1_700_000_000_000 + number * 13 * hour + Math.floor(random() * 30 * hour);
    const source = `source-${Math.floor(random() * sources)}`;
    const shared = ['a', 'b', 'c', 'd'].flatMap((path) => {
      const [asked, how] = [random() < 0.8, random()];
      if (!asked) return [];
      if (how < 0.4) return [pageOf(path, endedAt, { state: 'failed', code: 'HTTP_NOT_FOUND', status: 404 })];
      if (how < 0.5) return [pageOf(path, endedAt, { state: 'failed', code: 'TIMEOUT' })];
      const changeType = how < 0.75 ? 'modified' : 'unchanged';
      return [
        pageOf(path, endedAt, { state: 'done', status: 200, changeType, envelopeKey: `${path}-${number}` }),
      ];
    });
    const own = pageOf(`run-${number}`, endedAt, { state: 'done', status: 200, changeType: 'new' });
    const pages = [...shared, own];
    const job = {
      status: 'finishing',
      id: `job-${String(number).padStart(3, '0')}`,
      kind: 'crawl',
      team,
      source,
      trigger: 'scheduled',
      outcome: 'completed',
      limit: 100,
      done: pages.filter(({ state }) => state === 'done').length,
      abandoned: 0,
      createdAt: endedAt - hour,
      endedAt,
    } as unknown as Ending;
    return { job, pages };
  });

/** A mistake on the wire: the call as it is made with it, and what is done some time after it. */
export interface FeedMutant {
  readonly title: string;
  readonly change: (call: StoreCall) => { readonly now: StoreCall; readonly later?: StoreCall };
}

type Writes = readonly Readonly<Record<string, { Key?: { SK: string }; Item?: { SK: string } }>>[];

const placeIn = (write: Writes[number]): string => {
  const [{ Key, Item } = {}] = Object.values(write);
  return String((Key ?? Item)?.SK);
};

/** The transaction without the conditions of those of its writes. */
const unasked =
  (place: RegExp): FeedMutant['change'] =>
  (call) => {
    if (call.name !== 'TransactWriteCommand') return { now: call };
    const TransactItems = (call.input.TransactItems as Writes).map((write) =>
      place.test(placeIn(write))
        ? Object.fromEntries(
            Object.entries(write).map(([kind, rest]) => [kind, { ...rest, ConditionExpression: undefined }]),
          )
        : write,
    );
    return { now: { ...call, input: { TransactItems } } };
  };

export const feedMutants: readonly FeedMutant[] = [
  { title: 'an entry takes its number though another has it', change: unasked(/^FEED$|^\d{12}$/) },
  { title: 'a run goes on from a snapshot that is not the last', change: unasked(/^SOURCE#/) },
  {
    title: 'an entry comes after its number is taken',
    change: (call) => {
      if (call.name !== 'TransactWriteCommand') return { now: call };
      const all = call.input.TransactItems as Writes;
      const isEntry = (write: Writes[number]): boolean => /^\d{12}$/.test(placeIn(write));
      const entry = all.find(isEntry);
      const now = { ...call, input: { TransactItems: all.filter((write) => !isEntry(write)) } };
      return entry === undefined ? { now } : { now, later: { ...call, input: { TransactItems: [entry] } } };
    },
  },
];

export interface FinishedRuns {
  readonly violations: readonly string[];
  readonly runs: number;
  readonly changes: number;
  /** Calls that were broken off or whose answers were lost, and commits that were refused because another was first. */
  readonly faults: number;
  readonly refused: number;
}

type Stores = ReturnType<typeof memoryStores>;

const runsOf = async ({ table }: Stores, source: string): Promise<SourceRunRecord[]> => {
  const { PK } = sourceRunKey({ team, source }, 0, '');
  const answer = await table.documents.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :source AND SK BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':source': PK, ':first': 'RUN#', ':last': 'RUN#~' },
    }),
  );
  return (answer.Items ?? []).map((item) => sourceRunSchema.parse(item));
};

/** Folds all runs of a source anew, from nothing, in the order of their chain; what of it is not as it is stored. */
const refold = async (stores: Stores, source: string, all: readonly EndingRun[]): Promise<string[]> => {
  const log = await runsOf(stores, source);
  const mine = all.filter(({ job }) => job.source === source);
  if (log.length !== mine.length) return [`${source}: ${mine.length} runs ended, its log has ${log.length}`];
  let lines: readonly SnapshotLine[] = [];
  let parent: string | undefined;
  for (let place = 0; place < log.length; place += 1) {
    const next = log.filter((run) => run.parent === parent);
    const [record] = next;
    const run = mine.find(({ job }) => job.id === record?.job);
    if (record?.snapshotKey === undefined || run === undefined || next.length > 1)
      return [`${source}: after ${parent ?? 'nothing'} come ${next.length} runs`];
    const facts = {
      endedAt: run.job.endedAt,
      isComplete: isCompleteRun(run.job, 'completed'),
      isAccepted: false,
    };
    lines = foldSnapshot(lines, judgeVisits(run.job, run.pages), facts).lines;
    const stored = stores.objects.get(record.snapshotKey);
    if (stored === undefined || Buffer.compare(stored, writeSnapshot(lines)) !== 0)
      return [`${source}: the snapshot of ${record.job} is not what its runs fold into`];
    parent = record.job;
  }
  return [];
};

/**
 * Up to twenty runs of some sources of one team end at the same time, with calls that break off, answers that are
 * lost and messages that come twice, while a client follows the feed of changes by its cursor, whose answers are
 * lost too. What it got is held against what the runs found, and each snapshot against the runs folded anew.
 */
export const finishRuns = async (seed: number, mutant?: FeedMutant): Promise<FinishedRuns> => {
  const random = seededRandom(seed);
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
  let faultsLeft = between(0, 40);
  const faultsMost = faultsLeft;
  let [isCalm, refused] = [false, 0];
  const stores = memoryStores(async (call, act) => {
    await hops(Math.floor(random() ** 2 * 40));
    const dice = isCalm || faultsLeft <= 0 ? 1 : random();
    if (dice < 0.06) faultsLeft -= 1;
    if (dice < 0.03) throw new Outage('the call was lost');
    let answer: unknown;
    try {
      const { now, later } = mutant?.change(call) ?? { now: call };
      answer = act(now);
      if (later !== undefined) void hops(200).then(() => stores.carryOut(later));
    } catch (error) {
      if (call.name === 'TransactWriteCommand') refused += 1;
      throw error;
    }
    await hops(Math.floor(random() ** 2 * 10));
    if (dice < 0.06) throw new Outage('the answer was lost');
    return answer;
  });
  const runs = drawRuns(random, between(4, 20), between(1, 4));
  const dependencies = {
    table: stores.table,
    sources: stores.bucket,
    envelopes: stores.bucket,
    random,
    sleep: async () => await hops(between(1, 200)),
    log: () => {},
  };
  const violations: string[] = [];
  let open = runs.length;
  const end = async ({ job, pages }: EndingRun): Promise<void> => {
    await hops(between(0, 400));
    const receives = random() < 0.2 ? 2 : 1;
    for (let done = 0, tries = 0; done < receives; tries += 1) {
      try {
        await finishRun(dependencies, job, pages, { outcome: 'completed' });
        done += 1;
      } catch (error) {
        const isBusy = String(error).includes('others were first');
        if ((!(error instanceof Outage) && !isBusy) || tries > 100) {
          violations.push(`seed ${seed}: ${job.id} cannot end: ${String(error)}`);
          break;
        }
      }
    }
    open -= 1;
  };
  const got: string[] = [];
  const follow = async (): Promise<void> => {
    let cursor = writeFeedCursor({ seq: 1, line: 0 });
    for (let rests = 0; rests < 3;) {
      await hops(between(1, 60));
      const wasOver = open === 0;
      try {
        const from = readFeedCursor(cursor) ?? { seq: 1, line: 0 };
        const asked = { from, count: between(1, 5), isWanted: () => true };
        const { changes, next } = await readChangeFeed(
          { table: stores.table, sources: stores.bucket },
          team,
          asked,
        );
        // An answer that its client does not get: it asks again from where it was.
        if (random() < 0.1) continue;
        got.push(...changes.map(({ kind, url, run }) => `${run} ${kind} ${url}`));
        cursor = writeFeedCursor(next);
        if (wasOver && changes.length === 0) rests += 1;
      } catch (error) {
        if (!(error instanceof Outage)) throw error;
      }
    }
  };
  await Promise.all([follow(), ...runs.map(end)]);
  isCalm = true;
  const told = await readChangeFeed({ table: stores.table, sources: stores.bucket }, team, {
    from: { seq: 1, line: 0 },
    count: 10_000,
    isWanted: () => true,
  });
  const all = told.changes.map(({ kind, url, run }) => `${run} ${kind} ${url}`);
  if (got.join('\n') !== all.join('\n'))
    violations.push(
      `seed ${seed}: the client got ${got.length} changes, the feed has ${all.length}, or others`,
    );
  for (const { job } of runs) {
    const own = `${job.id} added https://a.test/run-${Number(job.id.slice(4))}`;
    const times = got.filter((line) => line === own).length;
    if (times !== 1) violations.push(`seed ${seed}: the client got "${own}" ${times} times`);
  }
  for (const source of new Set(runs.map(({ job }) => String(job.source))))
    violations.push(...(await refold(stores, source, runs)).map((text) => `seed ${seed}: ${text}`));
  return { violations, runs: runs.length, changes: all.length, faults: faultsMost - faultsLeft, refused };
};
