import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';

/**
 * `node test/reporter/count-tests.ts REPORT …`: what failed in several runs with its reason, as the progress reporter
 * kept it beside the JSON report of each, then one line that counts their tests; fails with any of them.
 */
const reportSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
});

const paths = process.argv.slice(2);
const reports = paths
  .filter((path) => existsSync(path))
  .map((path) => reportSchema.parse(JSON.parse(readFileSync(path, 'utf8'))));
const sum = (count: (report: z.infer<typeof reportSchema>) => number): number =>
  reports.reduce((total, report) => total + count(report), 0);
const passed = sum((report) => report.numPassedTests);
const failed = sum((report) => report.numFailedTests);
const skipped = sum((report) => report.numPendingTests + report.numTodoTests);
for (const path of paths.map((report) => `${report}.failures`)) {
  if (existsSync(path)) process.stdout.write(readFileSync(path, 'utf8'));
}
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
const isWell =
  reports.length === paths.length && reports.every((report) => report.success && report.numPassedTests > 0);
process.exit(isWell ? 0 : 1);
