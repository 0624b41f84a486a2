import { Cron } from 'croner';
import { afterEach, expect, test, vi } from 'vitest';
import { cpuMs } from '../harness/cpu-time.ts';
import { makeAuditYear } from './audit-year.ts';
import { makeLargeManifest, openPlanner } from './large-plan.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Processor milliseconds of what is done. */
const timed = async <Value>(act: () => Promise<Value> | Value): Promise<readonly [Value, number]> => {
  const before = cpuMs();
  const value = await act();
  return [value, cpuMs() - before];
};

test("a source's year of 52 runs with 1,000 pages each is read once, and each line is parsed once", async () => {
  const year = makeAuditYear(52, 1_000);
  const parse = vi.spyOn(JSON, 'parse');
  const read = await year.read();
  expect(read.rows).toBe(52 * 1_001);
  expect(read.last).toMatchObject({ action: 'page.visited', run_id: 'job-51', http_status: 200 });
  const readsOf = (folder: string): number => year.reads.filter((key) => key.includes(folder)).length;
  const [visits, records] = [readsOf('/visits/'), readsOf('/chains/')];
  // An answer that ends within a run is gone on from there; records are read ten at a time.
  expect(read.answers).toBeLessThanOrEqual(Math.ceil(read.rows / 5_000));
  expect(visits).toBeLessThanOrEqual(52 + read.answers);
  expect(records).toBeLessThanOrEqual(52 + 10 * read.answers);
  expect(parse.mock.calls.length).toBeLessThanOrEqual(1_000 * visits + records + read.answers);
});

test('a week of that year is read from the records and the files that may hold it', async () => {
  const year = makeAuditYear(52, 10);
  const from = Date.UTC(2026, 5, 1);
  const week = await year.read({ source: 'guide', from, to: from + 7 * 24 * 60 * 60_000 });
  expect(week.rows).toBe(11);
  expect(year.reads.filter((key) => key.includes('/visits/')).length).toBeLessThanOrEqual(2);
});

test('a plan of 500 sources reads robots.txt of each host once, and searches the calendar some times for a source', async () => {
  const planner = openPlanner();
  const [before, after] = [
    makeLargeManifest('1.0.0', 500),
    makeLargeManifest('1.1.0', 500, { priority: 'high' }),
  ];
  await planner.apply(before);
  planner.calls.splice(0);
  const searches = vi.spyOn(Cron.prototype, 'nextRun');
  const [plan, ms] = await timed(() => planner.plan(after));
  expect(plan.entries.filter(({ action }) => action === 'update')).toHaveLength(500);
  const [gets, others] = [
    planner.calls.filter((name) => name === 'GetCommand').length,
    planner.calls.filter((name) => name !== 'GetCommand'),
  ];
  console.log(
    `500 sources are planned in ${ms.toFixed(0)} ms of CPU, with ${planner.calls.length} calls and ` +
      `${(searches.mock.calls.length / 500).toFixed(1)} searches of the calendar for each`,
  );
  expect(gets).toBeLessThanOrEqual(501);
  expect(others.length).toBeLessThanOrEqual(3);
  // Three due times, of which each may be moved to its day.
  expect(searches.mock.calls.length).toBeLessThanOrEqual(8 * 500);
});
