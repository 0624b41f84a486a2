import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { synthesiseAssembly } from '../infra/synthesise.ts';
import { evaluateAlarms, pointsOfLines, readAlarms } from './evaluate-alarms.ts';
import type { LogLine, MetricPoint } from './measured.ts';
import { outages } from './outages.ts';

const minute = 60_000;

interface RungAlarm {
  readonly name: string;
  /** Since the outage began. */
  readonly minutes: number;
}

/** What an outage rang, the first one first. */
export interface RungOutage {
  readonly name: string;
  /** Alarms that every deployment has. */
  readonly alarms: readonly RungAlarm[];
  /** Alarms that `alarms: all` adds. */
  readonly added: readonly RungAlarm[];
  /** Alarms that rang before anything was wrong. */
  readonly early: readonly string[];
}

interface Measured {
  readonly name: string;
  readonly points: readonly MetricPoint[];
  readonly lines: readonly LogLine[];
  readonly error?: string;
}

/** Runs outages, each in its own virtual time, and evaluates the template's alarms over what they measured. */
export const ringOutages = async (names: readonly string[]): Promise<readonly RungOutage[]> => {
  const plan = readAlarms(synthesiseAssembly({ alarms: 'all' }));
  const essential = new Set(readAlarms(synthesiseAssembly()).alarms.map(({ name }) => name));
  const program = fileURLToPath(new URL('run-outages.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...names], { stdio: ['ignore', 'pipe', 'inherit'] });
  const rung: RungOutage[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { name, points, lines, error } = JSON.parse(line) as Measured;
    if (error !== undefined) throw new Error(error);
    const beginsMs = 20 * minute;
    const withinMinutes = outages.find((outage) => outage.name === name)?.withinMinutes ?? 0;
    const toMs = beginsMs + (withinMinutes + 10) * minute;
    const all = [...points, ...pointsOfLines(plan.filters, lines)];
    const rings = [...evaluateAlarms(plan.alarms, all, { fromMs: 0, toMs })];
    const after = rings
      .filter(([, at]) => at > beginsMs)
      .map(([alarm, at]) => ({ name: alarm, minutes: (at - beginsMs) / minute }))
      .toSorted((a, b) => a.minutes - b.minutes || a.name.localeCompare(b.name));
    rung.push({
      name,
      early: rings.filter(([, at]) => at <= beginsMs).map(([alarm]) => alarm),
      alarms: after.filter((alarm) => essential.has(alarm.name)),
      added: after.filter((alarm) => !essential.has(alarm.name)),
    });
  }
  return rung;
};
