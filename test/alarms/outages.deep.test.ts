import { beforeAll, expect, test } from 'vitest';
import { synthesiseAssembly } from '../infra/synthesise.ts';
import { readAlarms } from './evaluate-alarms.ts';
import { ringOutages, type RungOutage } from './judge-outages.ts';
import { outages } from './outages.ts';

let rung: readonly RungOutage[] = [];
beforeAll(async () => {
  rung = await ringOutages([]);
  for (const { name, alarms } of rung) {
    const told = alarms.map((alarm) => `${alarm.name} after ${alarm.minutes} min`);
    process.stdout.write(`${name}: ${told.join(', ') || 'nothing rings'}\n`);
  }
}, 1_800_000);

test.each(outages.map((outage) => ({ ...outage })))(
  '$name: $rings rings within $withinMinutes minutes',
  ({ name, rings, withinMinutes }) => {
    const found = rung.find((one) => one.name === name);
    const alarm = found?.alarms.find((one) => one.name === rings);
    expect(found?.alarms).toContainEqual(expect.objectContaining({ name: rings }));
    expect(alarm?.minutes).toBeLessThanOrEqual(withinMinutes);
  },
);

test('nothing rings before something is wrong', () => {
  expect(rung.flatMap(({ early }) => early)).toEqual([]);
});

test('every essential alarm is rung by an outage', () => {
  const { alarms } = readAlarms(synthesiseAssembly());
  const ringing = new Set(rung.flatMap((one) => one.alarms.map(({ name }) => name)));
  expect(alarms.map(({ name }) => name).filter((name) => !ringing.has(name))).toEqual([]);
});
