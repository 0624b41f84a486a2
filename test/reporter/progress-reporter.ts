import type { Reporter, TestCase, TestSpecification, Vitest } from 'vitest/node';
import { failureText, openingLine, testProgressLine, type TestProgress } from './progress.ts';

/** At least so long between two lines of progress. */
const tellEveryMs = 15_000;

/**
 * Says at once what will run and how long that takes, then how far it is, and each failing test with its reason when it
 * fails: vitest's own reporter gives reasons at the end only.
 */
export const progressReporter = (): Reporter => {
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
      tell(openingLine(specifications.map((specification) => specification.project.name)));
    },
    onTestCaseResult: (testCase: TestCase) => {
      const result = testCase.result();
      if (result.state === 'pending') return;
      progress[result.state] += 1;
      if (result.state === 'failed') {
        tell(failureText(testCase.module.relativeModuleId, testCase.fullName, result.errors));
      }
    },
    onTestModuleEnd: () => {
      progress.files += 1;
      const now = performance.now();
      if (now - toldAt < tellEveryMs) return;
      toldAt = now;
      tell(testProgressLine(progress, now - beganAt));
    },
  };
};
