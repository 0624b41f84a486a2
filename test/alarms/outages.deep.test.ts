import { beforeAll, expect, test } from 'vitest';
import type { Measured } from '../account/read-reports.ts';
import { synthesiseAssembly } from '../infra/synthesise.ts';
import { casesOfRun, isWholeRun } from '../slices/slices.ts';
import { readAlarms } from './evaluate-alarms.ts';
import { ringOutages, type RungOutage } from './judge-outages.ts';
import { outages } from './outages.ts';
import { singleAlarms } from './single-alarms.ts';

const ofRun = casesOfRun(outages);
let rung: readonly RungOutage[] = [];
beforeAll(async () => {
  rung = await ringOutages(ofRun.map(({ name }) => name));
  for (const { name, alarms, added } of rung) {
    const [told, also] = [alarms, added].map((some) =>
      some.map((alarm) => `${alarm.name} after ${alarm.minutes} min`).join(', '),
    );
    process.stdout.write(`${name}: ${told || 'nothing rings'}${also ? `; with all alarms ${also}` : ''}\n`);
  }
}, 1_800_000);

test.each(ofRun.map((outage) => ({ ...outage })))(
  '$name: $rings rings within $withinMinutes minutes',
  ({ name, rings, withinMinutes }) => {
    const heard = rung.find((one) => one.name === name)?.alarms;
    expect(heard).toContainEqual(expect.objectContaining({ name: rings }));
    expect(heard?.find((one) => one.name === rings)?.minutes).toBeLessThanOrEqual(withinMinutes);
  },
);

test('nothing rings before something is wrong', ({ task }) => {
  Object.assign(task.meta, { outages: rung } satisfies Measured);
  expect(rung.flatMap(({ early }) => early)).toEqual([]);
});

test.runIf(isWholeRun())(
  'every alarm is rung by an outage, except those of single resources, each of which has a test of its own',
  () => {
    const { alarms } = readAlarms(synthesiseAssembly({ alarms: 'all' }));
    const ringing = new Set(rung.flatMap((one) => [...one.alarms, ...one.added].map(({ name }) => name)));
    const quiet = alarms.map(({ name }) => name).filter((name) => !ringing.has(name));
    expect(quiet.filter((name) => !singleAlarms.some((one) => one.rings === name))).toEqual([]);
  },
);
