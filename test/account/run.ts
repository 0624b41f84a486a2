import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandArguments } from '../command-line/command-arguments.ts';
import { textTable } from '../../cli/output/text-table.ts';
import { callLogVariable } from '../../local/calls/call-log.ts';
import { deepReplacing, deepStacks } from '../../vitest.config.ts';
import { areaFiles } from './areas.ts';
import { alarmRows, measurePermissions, smallAccountRows } from './measure.ts';
import { allPassed, areaRows, readMeasured, type CheckedRow } from './read-reports.ts';

/**
 * `npm run check:account`: what can be shown of an AWS account without one, as a table of counts. Exits with 1 where a
 * count is not what it has to be.
 *
 *   (nothing)        runs all tests and notes their calls, the deep ones of whole stacks and of an account
 *   --short          runs the areas' own tests that `npm test` has, and no more
 *   --reports DIR    runs nothing: reads `test.json`, `deep.json` and `calls` of runs that wrote them there
 */
const { values } = commandArguments('npm run check:account', {
  options: { short: { type: 'boolean', default: false }, reports: { type: 'string' } },
});

const isDeep = (file: string): boolean => file.endsWith('.deep.test.ts');

/** Runs tests, with a report and their calls noted. */
const runTests = (folder: string, name: string, args: readonly string[]): void => {
  const env = {
    ...process.env,
    GLEANER_TEST_REPORT: join(folder, `${name}.json`),
    [callLogVariable]: join(folder, 'calls'),
  };
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  spawnSync(process.execPath, [vitest, 'run', ...args], { env, stdio: ['ignore', 2, 2] });
};

const print = (rows: readonly CheckedRow[], lines: readonly string[]): void => {
  const table = textTable(
    [
      { heading: 'what', show: ({ what }: CheckedRow) => what },
      { heading: 'count', show: ({ count }: CheckedRow) => count, isNumber: true },
      { heading: '', show: ({ isRight }: CheckedRow) => (isRight ? 'ok' : 'WRONG') },
    ],
    rows,
  );
  process.stdout.write([table, ...lines].map((line) => `${line}\n`).join(''));
  process.exitCode = rows.every(({ isRight }) => isRight) ? 0 : 1;
};

const folder = values.reports ?? mkdtempSync(join(tmpdir(), 'gleaner-account-'));
const reports = ['test', 'deep'].map((name) => join(folder, `${name}.json`));
try {
  const { short } = values;
  if (values.reports === undefined) {
    runTests(folder, 'test', ['--project', 'gleaner*', ...(short ? areaFiles(true) : [])]);
    const deep = [...areaFiles(false).filter((file) => isDeep(file)), ...deepStacks, ...deepReplacing];
    if (!short) runTests(folder, 'deep', ['--project', 'deep*', ...deep]);
  }
  const isWhole = !short && allPassed(reports);
  const { outages, smallAccount } = readMeasured(reports);
  const permissions = await measurePermissions(join(folder, 'calls'), isWhole);
  print(
    [
      ...permissions.rows,
      ...areaRows(reports, (file) => short && isDeep(file)),
      ...(outages === undefined ? [] : alarmRows(outages)),
      ...(smallAccount === undefined ? [] : smallAccountRows(smallAccount)),
    ],
    permissions.lines,
  );
} finally {
  if (values.reports === undefined) rmSync(folder, { recursive: true, force: true });
}
