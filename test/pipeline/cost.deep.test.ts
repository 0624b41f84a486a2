import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMeasuredStack, type MeasuredStack } from '../../bench/scale/measured-stack.ts';
import type { ProcessTally } from '../../bench/scale/count-calls.ts';
import type { Cost } from '../../lib/job/cost.ts';
import { costOfUnits } from '../../lib/job/cost.ts';
import { keptDays } from '../../lib/job/prices.ts';
import { limits } from '../../lib/limits/limits.ts';

/** A stack with counters around it: before its table, and in every process for other calls and for billed time. */
let stack: MeasuredStack;
const pages = 40;

beforeAll(async () => {
  stack = await startMeasuredStack(pages, 4);
  // The start of a function is paid for by its first job, and told apart by no counter here.
  await crawl({ limit: 1 });
});

afterAll(async () => {
  await stack?.stop();
});

const sumOf = (
  tallies: ReadonlyMap<string, ProcessTally>,
  of: (tally: ProcessTally) => number,
  names = ['fetch-pages', 'finish-job', 'api'],
): number =>
  [...tallies.values()].filter(({ name }) => names.includes(name)).reduce((sum, tally) => sum + of(tally), 0);

/** What every process counted between two moments, by function. */
const countedBetween = (
  before: ReadonlyMap<string, ProcessTally>,
  after: ReadonlyMap<string, ProcessTally>,
) => {
  const between = (of: (tally: ProcessTally) => number, names?: string[]): number =>
    sumOf(after, of, names) - sumOf(before, of, names);
  const kept = Object.entries(keptDays).map(
    ([prefix, days]) => (days * between(({ stored }) => stored[prefix] ?? 0)) / 1_024,
  );
  return {
    kbDays: kept.reduce((sum, part) => sum + part, 0),
    puts: between(({ calls }) => calls['S3.PUT'] ?? 0),
    sends: between(({ calls }) => calls['AmazonSQS.SendMessageBatch'] ?? 0),
    woken: between(({ invocations }) => invocations, ['fetch-pages', 'finish-job']),
    fetchMs: between(({ billedMs }) => billedMs, ['fetch-pages']),
    finishMs: between(({ billedMs }) => billedMs, ['finish-job']),
    // Of those that were started in between: the job that was first there pays for that as well.
    fetchStartMs: between(({ startMs }) => startMs, ['fetch-pages']),
    finishStartMs: between(({ startMs }) => startMs, ['finish-job']),
  };
};

const crawl = async (body: object): Promise<{ cost: Cost; polls: number; completed: unknown }> => {
  const { id } = await stack.ask('POST', '/v2/crawl', { url: stack.web.start, ...body });
  for (let polls = 1; ; polls += 1) {
    await pause(500);
    const { status, cost, completed } = await stack.ask('GET', `/v2/crawl/${String(id)}?limit=0`);
    if (status === 'completed') return { cost: cost as Cost, polls, completed };
  }
};

/** Requests to SQS that workers may send after their last write for a job, which tells its units. */
const lateRequestsMax = 4;

/** The part of what was counted outside that the job tells, with the least that is allowed. */
const expectPart = (told: number, counted: number, least: number, most = 1.02): void => {
  expect({ told, counted, part: told / counted }).toEqual({
    told,
    counted,
    part: expect.toSatisfy((part: number) => part >= least && part <= most) as number,
  });
};

test.each([
  ['its own item', { limit: pages }],
  ['shards', { limit: limits.wideJobPagesMin }],
])(
  'a job with counters in %s tells what the stores and functions themselves counted',
  async (_place, { limit }) => {
    const before = await stack.tallies();
    stack.forgetTable();
    const { cost, polls, completed } = await crawl({ limit, allowExternalLinks: true });
    const table = await stack.tellTable();
    const counted = countedBetween(before, await stack.tallies());
    expect(completed).toBe(pages);
    const { units } = cost;
    const taken = Object.entries(table.kinds).filter(([kind]) => !kind.startsWith('K#'));
    const written = taken.reduce((sum, [, { writeUnits }]) => sum + writeUnits, 0);
    const read = taken.reduce((sum, [, { readUnits }]) => sum + readUnits, 0);
    expectPart(units.writeUnits, written, 0.95);
    // Each look at the status reads the job, and the shards of one that has any.
    const own = read - polls * (taken.some(([kind]) => kind === 'job COUNTS') ? 3 : 1);
    expectPart(units.readUnits, own, 0.9, 1.1);
    expectPart(units.s3Puts, counted.puts, 0.95);
    const sqs = counted.sends + 2 * counted.woken;
    expectPart(units.sqsRequests + lateRequestsMax, sqs, 0.95, Number.POSITIVE_INFINITY);
    expectPart(units.sqsRequests, sqs, 0);
    // A job tells its time before the invocation ends. A busy machine stretches what comes after as it likes, so the
    // least is low; the money below is held by the times that were told.
    const { 'fetch-pages': fetchMs = 0, 'finish-job': finishMs = 0 } = units.lambdaMs;
    expectPart(fetchMs, counted.fetchMs, 0.4, Number.POSITIVE_INFINITY);
    expectPart(fetchMs, counted.fetchMs + counted.fetchStartMs, 0, 1.2);
    expectPart(finishMs, counted.finishMs, 0.05, Number.POSITIVE_INFINITY);
    expectPart(finishMs, counted.finishMs + counted.finishStartMs, 0, 1.2);
    expect(units.apiRequests).toBe(1);
    const { puts, kbDays } = counted;
    const services = { wru: written, rru: own, sqs, puts, kbDays, http: 1, runs: counted.woken + 1 };
    const outside =
      costOfUnits({ ...services, fetchMs, finishMs, apiMs: units.lambdaMs['api'] ?? 0 }).total ?? 0;
    expectPart(cost.total ?? 0, outside, 0.9, 1.1);
    expect(cost.total).toBeCloseTo(
      cost.lambda + cost.dynamodb + cost.sqs + cost.s3 + cost.apiGateway + (cost.llm ?? 0),
      8,
    );
    expect(costOfUnits({ wru: units.writeUnits, rru: units.readUnits }).dynamodb).toBeCloseTo(
      cost.dynamodb,
      8,
    );
  },
);
