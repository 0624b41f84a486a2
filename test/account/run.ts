import { textTable } from '../../cli/output/text-table.ts';
import { ringOutages } from '../alarms/judge-outages.ts';
import { outages } from '../alarms/outages.ts';
import { readAlarms } from '../alarms/evaluate-alarms.ts';
import { synthesiseAssembly } from '../infra/synthesise.ts';
import { runSmallAccount } from './ten-executions.ts';

/**
 * `npm run check:account`: what can be shown of an AWS account without one, as a table of counts. Permissions are
 * judged by `npm test`, which prints its own line of counts. Exits with 1 where a count is not what it has to be.
 */
const rows: { readonly what: string; readonly count: string; readonly isRight: boolean }[] = [];
const note = (what: string, count: string | number, isRight: boolean): void =>
  void rows.push({ what, count: String(count), isRight });

const rung = await ringOutages([]);
const essential = readAlarms(synthesiseAssembly()).alarms.map(({ name }) => name);
const heard = outages.map(({ name, rings, withinMinutes }) => {
  const { alarms = [] } = rung.find((one) => one.name === name) ?? {};
  const minutes = alarms.find((alarm) => alarm.name === rings)?.minutes ?? Number.POSITIVE_INFINITY;
  return { first: alarms[0]?.minutes, inTime: minutes <= withinMinutes };
});
const ringing = new Set(rung.flatMap(({ alarms }) => alarms.map(({ name }) => name)));
const firsts = heard.flatMap(({ first }) => first ?? []);
note('outages', outages.length, true);
note(
  'outages whose alarm rings in time',
  heard.filter(({ inTime }) => inTime).length,
  heard.every(({ inTime }) => inTime),
);
note('essential alarms', essential.length, true);
note(
  'essential alarms that an outage rings',
  essential.filter((name) => ringing.has(name)).length,
  essential.every((name) => ringing.has(name)),
);
note(
  'alarms that ring before anything is wrong',
  rung.flatMap(({ early }) => early).length,
  rung.every(({ early }) => early.length === 0),
);
note('minutes to the first alarm, longest', Math.max(...firsts), true);

const small = await runSmallAccount(10);
const completed = Object.values(small.statuses).filter((status) => status === 'completed').length;
note('ten executions: crawl, batch and extraction completed', completed, completed === 3);
note('ten executions: scrapes answered', small.scraped, small.scraped === 10);
note('ten executions: most at once', small.mostAtOnce, small.mostAtOnce <= 10);
note('ten executions: refused by Lambda', small.throttles, true);
note('ten executions: dead letters', small.deadLetters, small.deadLetters === 0);

const table = textTable(
  [
    { heading: 'what', show: ({ what }) => what },
    { heading: 'count', show: ({ count }) => count, isNumber: true },
    { heading: '', show: ({ isRight }) => (isRight ? 'ok' : 'WRONG') },
  ],
  rows,
);
process.stdout.write(`${table}\n`);
process.exitCode = rows.every(({ isRight }) => isRight) ? 0 : 1;
