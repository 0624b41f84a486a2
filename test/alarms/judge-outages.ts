import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { synthesiseAssembly } from '../infra/synthesise.ts';
import { evaluateAlarms, pointsOfLines, readAlarms } from './evaluate-alarms.ts';
import type { LogLine, MetricPoint } from './measured.ts';
import { outages } from './outages.ts';

const minute = 60_000;

/** What an outage rang: the minutes from its beginning to each alarm, the first one first. */
export interface RungOutage {
  readonly name: string;
  readonly alarms: readonly { readonly name: string; readonly minutes: number }[];
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
export const ringOutages = async (
  names: readonly string[],
  alarms: 'essential' | 'all' = 'essential',
): Promise<readonly RungOutage[]> => {
  const plan = readAlarms(synthesiseAssembly({ alarms }));
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
    const after = rings.filter(([, at]) => at > beginsMs);
    rung.push({
      name,
      early: rings.filter(([, at]) => at <= beginsMs).map(([alarm]) => alarm),
      alarms: after
        .map(([alarm, at]) => ({ name: alarm, minutes: (at - beginsMs) / minute }))
        .toSorted((a, b) => a.minutes - b.minutes || a.name.localeCompare(b.name)),
    });
  }
  return rung;
};
