import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import * as z from 'zod';
import type { RungOutage } from '../alarms/judge-outages.ts';
import { areas } from './areas.ts';
import type { TenExecutions } from './ten-executions.ts';

const reportSchema = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), meta: z.record(z.string(), z.unknown()).default({}) }),
      ),
    }),
  ),
});

/** What tests hand on with their reports, so that the table can tell more than that they passed. */
export interface Measured {
  readonly outages?: readonly RungOutage[];
  readonly smallAccount?: TenExecutions;
}

/** A line of the table. */
export interface CheckedRow {
  readonly what: string;
  readonly count: string;
  readonly isRight: boolean;
}

/** Whether every test of every report passed; false where a report is missing. */
export const allPassed = (paths: readonly string[]): boolean =>
  paths.every(
    (path) => existsSync(path) && reportSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).success,
  );

const readResults = (paths: readonly string[]) =>
  paths
    .filter((path) => existsSync(path))
    .flatMap((path) => reportSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).testResults);

/** What tests measured and handed on with their reports (`task.meta`), all of it together. */
export const readMeasured = (paths: readonly string[]): Measured =>
  Object.assign(
    {},
    ...readResults(paths).flatMap(({ assertionResults }) => assertionResults.map(({ meta }) => meta)),
  ) as Measured;

/**
 * A row for each area, from the JSON reports of runs of its tests. An area is right if each of its files was run, and
 * each test in them passed; tests that this machine skips are counted. An area all of whose files are left out has no
 * row.
 */
export const areaRows = (
  paths: readonly string[],
  isLeftOut: (file: string) => boolean,
  folder = process.cwd(),
): CheckedRow[] => {
  const byFile = new Map(
    readResults(paths).map(({ name, assertionResults }) => [relative(folder, name), assertionResults]),
  );
  return areas.flatMap(({ name, files, deep }) => {
    const wanted = [...files, ...deep].filter((file) => !isLeftOut(file));
    if (wanted.length === 0) return [];
    const tests = wanted.flatMap((file) => byFile.get(file) ?? []);
    const passed = tests.filter(({ status }) => status === 'passed').length;
    const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending').length;
    const missing = wanted.filter((file) => (byFile.get(file) ?? []).length === 0);
    return [
      {
        what: `tests of ${name}${missing.length === 0 ? '' : `; not run: ${missing.join(', ')}`}`,
        count: `${passed} of ${tests.length}${skipped === 0 ? '' : `, ${skipped} skipped`}`,
        isRight: missing.length === 0 && passed > 0 && passed + skipped === tests.length,
      },
    ];
  });
};
