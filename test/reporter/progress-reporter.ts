import { appendFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { slicesOfRun } from '../slices/slices.ts';
import { cutText, failureText, openingLine, testProgressLine, type TestProgress } from './progress.ts';

/** At least so long between two lines of progress. */
const tellEveryMs = 15_000;

/**
 * Says at once what will run and how long that takes, then how far it is, and each failing test with its reason when it
 * fails: vitest's own reporter gives reasons at the end only. With `failuresFile` all that failed is kept there as
 * well, a file that did not load and an error outside of all tests among it: for who sees only the end of a longer run.
 */
export const progressReporter = (failuresFile?: string): Reporter => {
  const keep = (text: string): void => {
    if (failuresFile !== undefined) appendFileSync(failuresFile, `${cutText(text)}\n`);
  };
  let tell = (line: string): void => void process.stdout.write(`${line}\n`);
  let beganAt = 0;
  let toldAt = 0;
  const progress: TestProgress = { filesInAll: 0, files: 0, passed: 0, failed: 0, skipped: 0 };
  return {
    onInit: (vitest: Vitest) => {
      tell = (line) => vitest.logger.log(line);
    },
    onTestRunStart: (specifications: readonly TestSpecification[]) => {
      beganAt = toldAt = performance.now();
      Object.assign(progress, {
        filesInAll: specifications.length,
        files: 0,
        passed: 0,
        failed: 0,
        skipped: 0,
      });
      tell(
        openingLine(
          specifications.map((specification) => specification.project.name),
          slicesOfRun(),
        ),
      );
    },
    onTestCaseResult: (testCase: TestCase) => {
      const result = testCase.result();
      if (result.state === 'pending') return;
      progress[result.state] += 1;
      if (result.state === 'failed') {
        const text = failureText(testCase.module.relativeModuleId, testCase.fullName, result.errors);
        tell(text);
        keep(text);
      }
    },
    onTestModuleEnd: () => {
      progress.files += 1;
      const now = performance.now();
      if (now - toldAt < tellEveryMs) return;
      toldAt = now;
      tell(testProgressLine(progress, now - beganAt));
    },
    onTestRunEnd: (testModules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) => {
      for (const testModule of testModules) {
        const errors = testModule.errors();
        if (errors.length > 0) keep(failureText(testModule.relativeModuleId, 'the file itself', errors));
      }
      if (unhandledErrors.length > 0) keep(failureText('no file', 'outside of all tests', unhandledErrors));
    },
  };
};
