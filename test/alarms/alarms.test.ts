import { describe, expect, test } from 'vitest';
import { functionNames } from '../../infra/function-spec.ts';
import { synthesiseAssembly } from '../infra/synthesise.ts';
import { evaluateAlarms, fitsPattern, pointsOfLines, readAlarms, type AlarmPlan } from './evaluate-alarms.ts';
import { ringOutages } from './judge-outages.ts';
import { outages } from './outages.ts';
import { singleAlarms } from './single-alarms.ts';

const minute = 60_000;
const metric = { namespace: 'N', name: 'M', dimensions: {}, statistic: 'Sum' };
const alarm: AlarmPlan = {
  name: 'a',
  terms: [{ sign: 1, metric }],
  above: 1,
  periodMs: 5 * minute,
  periods: 1,
  toAlarm: 1,
  missingBreaches: false,
};
const at = (minutes: number, value = 1, dimensions: Readonly<Record<string, string>> = {}) => ({
  at: minutes * minute,
  namespace: 'N',
  name: 'M',
  dimensions,
  value,
});
const rings = (plan: AlarmPlan, ...points: ReturnType<typeof at>[]): number | undefined => {
  const found = evaluateAlarms([plan], points, { fromMs: 0, toMs: 30 * minute }).get('a');
  return found === undefined ? undefined : found / minute;
};

describe('an alarm', () => {
  test('rings at the end of the period whose values are above its threshold, and not at it', () => {
    expect(rings(alarm, at(6), at(7))).toBe(10);
    expect(rings(alarm, at(4), at(6))).toBeUndefined();
  });

  test('of so many periods rings when so many of them are above', () => {
    const several = { ...alarm, above: 0, periods: 4, toAlarm: 3 };
    expect(rings(several, at(1), at(6), at(16))).toBe(20);
    expect(rings(several, at(1), at(6), at(26))).toBeUndefined();
  });

  test('takes missing data as it says, and FILL as a number', () => {
    expect(rings(alarm)).toBeUndefined();
    expect(rings({ ...alarm, missingBreaches: true })).toBe(5);
    const missed: AlarmPlan = {
      ...alarm,
      above: 0,
      terms: [
        { sign: 1, value: 2 },
        { sign: -1, metric, missing: 0 },
      ],
    };
    expect(rings(missed, at(1), at(2), at(6), at(7))).toBe(15);
  });

  test('looks at the metric with its dimensions alone', () => {
    expect(rings(alarm, at(1, 9, { service: 'api' }))).toBeUndefined();
  });
});

test('a filter of lines reads comparisons, both signs, and brackets; what is not there fits none', () => {
  const pattern = '{ ($.message = "a b") || (($.type = "report") && ($.record.status != "success")) }';
  const fits = (fields: unknown): boolean => fitsPattern(pattern, fields);
  expect(fits({ message: 'a b' })).toBe(true);
  expect(fits({ message: 'a' })).toBe(false);
  expect(fits({ type: 'report', record: { status: 'timeout' } })).toBe(true);
  expect(fits({ type: 'report', record: { status: 'success' } })).toBe(false);
  expect(fits({ type: 'report' })).toBe(false);
});

test('every alarm of the template can be evaluated, and lines of each function become the metric of failures', () => {
  const { alarms, filters } = readAlarms(synthesiseAssembly({ alarms: 'all' }));
  expect(alarms.filter(({ terms }) => terms.length === 0)).toEqual([]);
  const died = { type: 'platform.report', record: { status: 'error' } };
  const by = new Set(filters.map((filter) => filter.by));
  const points = pointsOfLines(
    filters,
    [...by].map((name) => ({ at: 0, by: name, fields: died })),
  );
  expect(points.map(({ name }) => name)).toEqual([...by].map(() => 'Failures'));
  expect(by.size).toBe(functionNames.length);
});

test('of the alarms of single functions and queues each rings for its own, and for no other', () => {
  const plan = readAlarms(synthesiseAssembly({ alarms: 'all' })).alarms;
  const single = plan.filter(({ name }) => /-errors$|-oldest-message$/.test(name));
  const own = single.filter(({ name }) => name !== 'api-server-errors');
  expect(own.map(({ name }) => name).toSorted()).toEqual(singleAlarms.map(({ rings }) => rings).toSorted());
  for (const { rings: wanted, point } of singleAlarms) {
    const rung = evaluateAlarms(own, [{ at: minute, ...point }], { fromMs: 0, toMs: 30 * minute });
    expect([...rung.keys()]).toEqual([wanted]);
  }
});

test('an outage of the table rings while nobody looks', async () => {
  const name = 'the table denies';
  const wanted = outages.find((outage) => outage.name === name);
  const [rung] = await ringOutages([name]);
  expect(rung?.early).toEqual([]);
  expect(rung?.alarms[0]?.name).toBe(wanted?.rings);
  expect(rung?.alarms[0]?.minutes).toBeLessThanOrEqual(wanted?.withinMinutes ?? 0);
});
