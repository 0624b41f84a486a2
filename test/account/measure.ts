import { readAlarms } from '../alarms/evaluate-alarms.ts';
import type { RungOutage } from '../alarms/judge-outages.ts';
import { outages } from '../alarms/outages.ts';
import { synthesiseAssembly } from '../infra/synthesise.ts';
import { readCallLog } from '../permissions/read-call-log.ts';
import { reportPermissions } from '../permissions/report-permissions.ts';
import type { CheckedRow } from './read-reports.ts';
import type { TenExecutions } from './ten-executions.ts';

const row = (what: string, count: string | number, isRight: boolean): CheckedRow => ({
  what,
  count: String(count),
  isRight,
});

/**
 * Judges the calls to AWS that were noted in a folder; grants only where all tests were run. `lines` name each call
 * that is denied and each grant that nothing used.
 */
export const measurePermissions = async (
  folder: string,
  isWhole: boolean,
): Promise<{ readonly rows: CheckedRow[]; readonly lines: readonly string[] }> => {
  const { judged, denied, unused, faults, lines } = await reportPermissions(readCallLog(folder), isWhole);
  return {
    rows: [
      row('calls of functions to AWS judged', judged, judged > 0),
      row('calls denied', denied, denied === 0),
      isWhole
        ? row('grants that nothing used', unused, unused === 0)
        : row('grants that nothing used', 'needs all tests', true),
    ],
    lines: faults === 0 ? [] : lines,
  };
};

/**
 * Says of outages that happened which alarms rang, and when. Whether each essential alarm is rung shows only where all
 * outages happened.
 */
export const alarmRows = (rung: readonly RungOutage[]): CheckedRow[] => {
  const essential = readAlarms(synthesiseAssembly()).alarms.map(({ name }) => name);
  const happened = outages.filter(({ name }) => rung.some((one) => one.name === name));
  const isWhole = happened.length === outages.length;
  const heard = happened.map(({ name, rings, withinMinutes }) => {
    const { alarms = [] } = rung.find((one) => one.name === name) ?? {};
    const minutes = alarms.find((alarm) => alarm.name === rings)?.minutes ?? Number.POSITIVE_INFINITY;
    return { first: alarms[0]?.minutes, inTime: minutes <= withinMinutes };
  });
  const ringing = new Set(rung.flatMap(({ alarms }) => alarms.map(({ name }) => name)));
  const added = new Set(rung.flatMap((one) => one.added.map(({ name }) => name)));
  const inTime = heard.filter((each) => each.inTime).length;
  const essentialRung = essential.filter((name) => ringing.has(name)).length;
  const early = rung.flatMap((each) => each.early).length;
  return [
    row('outages', isWhole ? outages.length : `${happened.length} of ${outages.length}`, true),
    row('outages whose alarm rings in time', inTime, inTime === happened.length),
    row('essential alarms', essential.length, true),
    row(
      'essential alarms that an outage rings',
      essentialRung,
      !isWhole || essentialRung === essential.length,
    ),
    row('other alarms that an outage rings', added.size, true),
    row('alarms that ring before anything is wrong', early, early === 0),
    row('minutes to the first alarm, longest', Math.max(...heard.flatMap(({ first }) => first ?? [])), true),
  ];
};

/** Says what a stack with ten executions in all finished. */
export const smallAccountRows = (small: TenExecutions): CheckedRow[] => {
  const completed = Object.values(small.statuses).filter((status) => status === 'completed').length;
  return [
    row('ten executions: crawl, batch and extraction completed', completed, completed === 3),
    row('ten executions: scrapes answered', small.scraped, small.scraped === 10),
    row('ten executions: most at once', small.mostAtOnce, small.mostAtOnce <= 10),
    row('ten executions: refused by Lambda', small.throttles, true),
    row('ten executions: dead letters', small.deadLetters, small.deadLetters === 0),
  ];
};
